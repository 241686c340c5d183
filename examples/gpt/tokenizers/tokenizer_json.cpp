// tokenizer_json.cpp: takes the text of a tokenizer.json apart by its members: vocabulary, merges
// and added tokens; then how a text is cut, what is put before it, and how tokens become text.
// Compares these steps with those that PretrainedTokenizer computes.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/words.h"
#include "files/text.h"
#include "gpt/layouts/json.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "gpt/tokenizers/text_pieces.h"
#include "holo/check.h"
#include "text/byte_pair.h"

namespace holo {

// ---- vocabulary and merges ----

namespace {

// The tokens of a model, by id and by text.
struct Vocab {
  std::vector<std::string> tokens;
  std::unordered_map<std::string, int> ids;
};

// Reads {"a": 0, "b": 1, ...}, in any order. Throws Error, with `where` in front, for any other
// value, an empty token, more than most_pretrained_tokens, and ids that are not 0, 1, 2, ..., each
// once.
Vocab read_vocab(const Json& json, const std::string& where) {
  if (json.kind() != Json::Kind::object) throw Error(where, "no object", "an object of tokens");
  Vocab vocab;
  for (const auto& [token, value] : json.members()) {
    const int id =
        id_of(value, where, "the id of " + quoted_name(token), most_pretrained_tokens - 1);
    if (token.empty()) throw Error(where, fmt::format("an empty token, id {}", id), "a text");
    vocab.ids.emplace(token, id);
  }
  const std::size_t size = vocab.ids.size();
  const std::string once = fmt::format("the ids 0 to {} of {} tokens, each once", size - 1, size);
  if (size == 0) throw Error(where, "no tokens", "a vocabulary");
  vocab.tokens.resize(size);
  for (const auto& [token, id] : vocab.ids) {
    if (static_cast<std::size_t>(id) >= size) {
      throw Error(where, fmt::format("id {} of {}", id, quoted_name(token)), once);
    }
    std::string& place = vocab.tokens[static_cast<std::size_t>(id)];
    if (!place.empty()) {
      const auto [one, other] = std::minmax(place, token);
      throw Error(
          where, fmt::format("id {} of {} and {}", id, quoted_name(one), quoted_name(other)), once);
    }
    place = token;
  }
  return vocab;
}

// The two tokens of "left right", with one space between them, or of ["left", "right"].
std::pair<std::string, std::string> two_tokens(const Json& merge, std::size_t number,
                                               const std::string& where) {
  const char* const expected = "texts of two tokens, or arrays of two";
  if (merge.kind() == Json::Kind::string) {
    const std::string& line = merge.text();
    const std::size_t space = line.find(' ');
    if (space == line.npos || line.find(' ', space + 1) != line.npos) {
      throw Error(where, fmt::format("merge {} is {}", number, quoted_name(line)),
                  "two tokens with a space between them");
    }
    return {line.substr(0, space), line.substr(space + 1)};
  }
  if (merge.kind() != Json::Kind::array || merge.items().size() != 2) {
    throw Error(where, "another kind of merge", expected);
  }
  for (const Json& token : merge.items()) {
    if (token.kind() != Json::Kind::string) throw Error(where, "a token that is no text", expected);
  }
  return {merge.items()[0].text(), merge.items()[1].text()};
}

// Reads ["a b", ...] or [["a", "b"], ...]. Throws Error, with `where` and the number of the merge,
// from 0, unless the two tokens and the one that they make are in the vocabulary, and for a pair
// that comes twice.
std::vector<TokenizerParts::Merge> read_merges(const Json& json, const Vocab& vocab,
                                               const std::string& where) {
  if (json.kind() != Json::Kind::array) throw Error(where, "no array", "an array of merges");
  std::vector<TokenizerParts::Merge> merges;
  std::unordered_set<std::uint64_t> pairs;
  for (const Json& merge : json.items()) {
    const auto [left, right] = two_tokens(merge, merges.size(), where);
    const std::string about =
        fmt::format("merge {} of {} and {}", merges.size(), quoted_name(left), quoted_name(right));
    if (left.find(' ') != left.npos || right.find(' ') != right.npos) {
      throw Error(where, about, "tokens without a space, which no byte is");
    }
    const auto id = [&](const std::string& token) {
      const auto found = vocab.ids.find(token);
      if (found != vocab.ids.end()) return found->second;
      throw Error(where, about + ": no token " + quoted_name(token), "tokens of the vocabulary");
    };
    const int left_id = id(left), right_id = id(right), result = id(left + right);
    if (!pairs.insert(pair_key(left_id, right_id)).second) {
      throw Error(where, about + " is there twice", "each pair once");
    }
    merges.push_back({left_id, right_id, result});
  }
  return merges;
}

// ---- added tokens ----

AddedToken added_token_of(const Json& json, const std::string& where) {
  const JsonObject token(json, where);
  token.check_members(
      {"id", "content", "single_word", "lstrip", "rstrip", "normalized", "special"});
  AddedToken added{.id = id_of(token.member("id", Json::Kind::number), where, "the id",
                               most_pretrained_tokens - 1),
                   .content = token.text("content"),
                   .special = token.yes_or("special", false),
                   .normalized = token.yes_or("normalized", false)};
  if (added.content.empty() || added.content.size() > most_added_bytes) {
    throw Error(where, fmt::format("a token of {} bytes", added.content.size()),
                fmt::format("1 to {} bytes", most_added_bytes));
  }
  for (const char* const name : {"single_word", "lstrip", "rstrip"}) {
    if (!token.yes_or(name, false)) continue;
    throw Error(where, fmt::format("{} with \"{}\": true", quoted_name(added.content), name),
                "false");
  }
  return added;
}

// Reads them, and sorts them by id. Throws Error, with `where` in front, for a member that is not
// known, one twice, a token that takes white space or only whole words, and an id that is neither
// the token's id in the vocabulary nor the next new one.
std::vector<AddedToken> read_added_tokens(const std::vector<Json>& tokens, const std::string& where,
                                          const Vocab& vocab) {
  std::vector<AddedToken> added;
  std::unordered_set<std::string> contents;
  int next = static_cast<int>(vocab.tokens.size());
  for (const Json& one : tokens) {
    AddedToken token = added_token_of(one, where);
    if (!contents.insert(token.content).second) {
      throw Error(where, quoted_name(token.content) + " twice", "each token once");
    }
    const auto known = vocab.ids.find(token.content);
    const int id = known == vocab.ids.end() ? next++ : known->second;
    if (token.id != id) {
      throw Error(where, fmt::format("id {} of {}", token.id, quoted_name(token.content)),
                  fmt::format("{}, {}", id,
                              known == vocab.ids.end() ? "the next one without a gap"
                                                       : "as in the vocabulary"));
    }
    added.push_back(std::move(token));
  }
  std::sort(added.begin(), added.end(),
            [](const AddedToken& a, const AddedToken& b) { return a.id < b.id; });
  return added;
}

// ---- the steps around the model ----

[[noreturn]] void refuse_type(const JsonObject& step, const std::string& expected) {
  throw Error(step.where(), "the kind " + quoted_name(step.text("type")), expected);
}

// Item i of an array, as an object.
JsonObject item(const JsonObject& step, const std::vector<Json>& items, std::size_t i) {
  return JsonObject(items[i], step.where());
}

// Throws Error unless the setting is `wanted`.
void check_setting(const JsonObject& step, const char* name, bool preset, bool wanted) {
  if (step.yes_or(name, preset) == wanted) return;
  throw Error(step.where(), fmt::format("{} with \"{}\": {}", step.text("type"), name, !wanted),
              fmt::format("\"{}\": {}", name, wanted));
}

// Throws Error unless the text of that name is `wanted`.
void check_text(const JsonObject& step, const char* name, std::string_view wanted) {
  const std::string& found = step.text(name);
  if (found == wanted) return;
  throw Error(step.where(), fmt::format("{} {}", name, quoted_name(found)), std::string(wanted));
}

// ---- byte-level ----

void check_byte_level_members(const JsonObject& step) {
  step.check_members({"type", "add_prefix_space", "trim_offsets", "use_regex"});
}

// Is it ByteLevel that cuts by the pattern of GPT-2? Or one that only names the bytes.
bool byte_level_cuts(const JsonObject& step) {
  if (step.text("type") != "ByteLevel") refuse_type(step, "ByteLevel as the last");
  check_byte_level_members(step);
  check_setting(step, "add_prefix_space", true, false);
  return step.yes_or("use_regex", true);
}

SplitPattern pattern_of_split(const JsonObject& step) {
  step.check_members({"type", "pattern", "behavior", "invert"});
  check_setting(step, "invert", false, false);
  const std::string& behavior = step.text("behavior");
  if (behavior != "Isolated") {
    throw Error(step.where(), "Split with \"behavior\": " + quoted_name(behavior), "\"Isolated\"");
  }
  const JsonObject pattern = step.object("pattern");
  pattern.check_members({"Regex"});
  const std::string& text = pattern.text("Regex");
  if (const std::optional<SplitPattern> known = split_pattern_of(text)) return *known;
  throw Error(step.where(), "Split by the pattern " + quoted_name(text),
              "the pattern of GPT-2, Llama 3 or Qwen 2");
}

// The token ids before "A", the text.
std::vector<int> template_ids(const JsonObject& step, int vocab_size) {
  step.check_members({"type", "single", "pair", "special_tokens"});
  const JsonObject tokens = step.object("special_tokens");
  std::vector<int> before;
  bool has_text = false;
  for (const Json& one : step.items("single")) {
    const JsonObject part(one, step.where());
    part.check_members({"SpecialToken", "Sequence"});
    if (has_text) {
      throw Error(step.where(), "a template that goes on after the text", "one that ends");
    }
    has_text = part.has("Sequence");
    if (has_text) continue;
    const std::string& name = part.object("SpecialToken").text("id");
    for (const Json& id : tokens.object(name).items("ids")) {
      before.push_back(id_of(id, step.where(), "the id of " + quoted_name(name), vocab_size - 1));
    }
  }
  if (!has_text) throw Error(step.where(), "a template without a text", "the sequence A");
  return before;
}

// ---- SentencePiece's ----

// The steps of a Sequence. Throws Error for another kind, or for other steps than these kinds; the
// last `optional` ones may be missing.
const std::vector<Json>& steps_of(const JsonObject& step, const char* member,
                                  const std::vector<std::string>& kinds, std::size_t optional) {
  std::string found, expected;
  for (const std::string& kind : kinds) expected += (expected.empty() ? "" : ", ") + kind;
  if (step.text("type") != "Sequence") refuse_type(step, "a Sequence of " + expected);
  step.check_members({"type", member});
  const std::vector<Json>& steps = step.items(member);
  bool same = steps.size() <= kinds.size() && steps.size() + optional >= kinds.size();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string& type = item(step, steps, i).text("type");
    found += (found.empty() ? "" : ", ") + type;
    same = same && type == kinds[i];
  }
  if (!same) throw Error(step.where(), "the steps " + quoted_name(found), expected);
  return steps;
}

void check_replace(const JsonObject& step, std::string_view old_part, std::string_view new_part) {
  step.check_members({"type", "pattern", "content"});
  const JsonObject pattern = step.object("pattern");
  pattern.check_members({"String"});
  check_text(pattern, "String", old_part);
  check_text(step, "content", new_part);
}

// Each of these takes the member of its name, sets what it says, and throws Error for a kind or a
// setting that PretrainedTokenizer does not compute, by name.

// Sets parts.pattern and parts.single_digits.
void read_pre_tokenizer(const JsonObject& step, TokenizerParts& parts) {
  const std::string known =
      "ByteLevel, alone or after Digits, or after a Split by the pattern of GPT-2, Llama 3 or Qwen "
      "2";
  if (step.text("type") != "Sequence") {
    if (step.text("type") != "ByteLevel") refuse_type(step, known);
    if (byte_level_cuts(step)) return;
    throw Error(step.where(), "ByteLevel alone with \"use_regex\": false", "\"use_regex\": true");
  }
  step.check_members({"type", "pretokenizers"});
  const std::vector<Json>& steps = step.items("pretokenizers");
  if (steps.size() != 2) throw Error(step.where(), fmt::format("{} steps", steps.size()), known);
  const JsonObject first = item(step, steps, 0);
  const std::string& type = first.text("type");
  const bool cuts = byte_level_cuts(item(step, steps, 1));
  if (type == "Digits") {
    first.check_members({"type", "individual_digits"});
    check_setting(first, "individual_digits", false, true);
    parts.single_digits = true;
  } else if (type == "Split") {
    parts.pattern = pattern_of_split(first);
  } else {
    refuse_type(first, known);
  }
  if (cuts != parts.single_digits) {
    throw Error(step.where(), fmt::format("ByteLevel after {} with \"use_regex\": {}", type, cuts),
                fmt::format("\"use_regex\": {}", !cuts));
  }
}

// Sets parts.before. REQUIRES: parts.vocab and parts.added are there.
void read_post_processor(const JsonObject& step, TokenizerParts& parts) {
  const std::string& type = step.text("type");
  if (type == "ByteLevel") {
    check_byte_level_members(step);
  } else if (type == "TemplateProcessing") {
    if (!parts.before.empty()) throw Error(step.where(), "two templates", "one");
    parts.before = template_ids(step, parts.vocab_size());
  } else if (type == "Sequence") {
    step.check_members({"type", "processors"});
    for (const Json& one : step.items("processors")) {
      read_post_processor(JsonObject(one, step.where()), parts);
    }
  } else {
    refuse_type(step, "ByteLevel, TemplateProcessing or a Sequence of them");
  }
}

void check_decoder(const JsonObject& step) {
  if (step.text("type") != "ByteLevel") refuse_type(step, "ByteLevel");
  check_byte_level_members(step);
}

// Prepend "▁" and Replace " " by it. Sets parts.space_before.
void read_space_normalizer(const JsonObject& step, TokenizerParts& parts) {
  const std::vector<Json>& steps = steps_of(step, "normalizers", {"Prepend", "Replace"}, 0);
  const JsonObject prepend = item(step, steps, 0);
  prepend.check_members({"type", "prepend"});
  check_text(prepend, "prepend", space_mark);
  check_replace(item(step, steps, 1), " ", space_mark);
  parts.space_before = SpaceBefore::prepend;
}

// Metaspace that cuts nothing. Sets parts.space_before.
void read_metaspace(const JsonObject& step, TokenizerParts& parts) {
  step.check_members({"type", "replacement", "prepend_scheme", "split"});
  check_text(step, "replacement", space_mark);
  check_setting(step, "split", true, false);
  const std::string& scheme = step.text("prepend_scheme");
  if (scheme == "first") {
    parts.space_before = SpaceBefore::first;
  } else if (scheme == "always") {
    parts.space_before = SpaceBefore::always;
  } else if (scheme != "never") {
    throw Error(step.where(), "\"prepend_scheme\": " + quoted_name(scheme),
                "first, always or never");
  }
}

// Replace "▁" by " ", ByteFallback, Fuse, and Strip of one " " at the beginning or nothing. Sets
// parts.strips_space.
void read_space_decoder(const JsonObject& step, TokenizerParts& parts) {
  const std::vector<Json>& steps =
      steps_of(step, "decoders", {"Replace", "ByteFallback", "Fuse", "Strip"}, 1);
  check_replace(item(step, steps, 0), space_mark, " ");
  for (const std::size_t i : {1U, 2U}) item(step, steps, i).check_members({"type"});
  if (steps.size() < 4) return;
  const JsonObject strip = item(step, steps, 3);
  strip.check_members({"type", "content", "start", "stop"});
  check_text(strip, "content", " ");
  const auto count = [&](const char* name) {
    return id_of(strip.member(name, Json::Kind::number), step.where(), name, 1 << 20);
  };
  if (count("start") != 1 || count("stop") != 0) {
    throw Error(step.where(), fmt::format("Strip of {} and {}", count("start"), count("stop")),
                "of 1 and 0");
  }
  parts.strips_space = true;
}

// ---- the file ----

// A member that has to be there.
const Json& needed(const JsonObject& object, const char* name) {
  if (const Json* const member = object.find(name)) return *member;
  throw Error(object.where(), fmt::format("no \"{}\"", name), "one");
}

// A member that would change the tokens: null, or one of these values.
void check_unused(const JsonObject& object, const char* name,
                  std::initializer_list<std::string_view> harmless = {}) {
  const Json* const member = object.find(name);
  if (member == nullptr) return;
  const std::string text = member->to_text();
  if (std::find(harmless.begin(), harmless.end(), text) != harmless.end()) return;
  throw Error(object.where(), fmt::format("\"{}\": {}", name, plain_label(text.substr(0, 60))),
              "none");
}

void read_model(const JsonObject& model, Vocab& vocab, TokenizerParts& parts) {
  const std::string& where = model.where();
  model.check_members({"type", "dropout", "unk_token", "continuing_subword_prefix",
                       "end_of_word_suffix", "fuse_unk", "byte_fallback", "ignore_merges", "vocab",
                       "merges"});
  if (const std::string kind = model.text_or("type", "BPE"); kind != "BPE") {
    throw Error(where, "the kind " + quoted_name(kind), "BPE");
  }
  check_unused(model, "dropout");
  check_unused(model, "continuing_subword_prefix", {"\"\""});
  check_unused(model, "end_of_word_suffix", {"\"\""});
  if (!parts.byte_fallback) {
    check_unused(model, "byte_fallback", {"false"});
  } else if (!model.yes_or("byte_fallback", false)) {
    throw Error(where, "no \"byte_fallback\": true", "it, as in a tokenizer of SentencePiece");
  }
  parts.ignore_merges = model.yes_or("ignore_merges", false);
  if (parts.byte_fallback) check_unused(model, "ignore_merges", {"false"});
  vocab = read_vocab(needed(model, "vocab"), where + ": vocab");
  parts.vocab = vocab.tokens;
  parts.merges = read_merges(needed(model, "merges"), vocab, where + ": merges");
}

// A step, which has to be there.
JsonObject step_of(const JsonObject& file, const char* name) {
  return JsonObject(needed(file, name), file.where() + ": " + name);
}

// A tokenizer of SentencePiece's kind has a normalizer or Metaspace, any other one ByteLevel.
void read_steps(const JsonObject& file, TokenizerParts& parts) {
  parts.byte_fallback = file.has("normalizer");
  if (parts.byte_fallback) {
    read_space_normalizer(step_of(file, "normalizer"), parts);
    check_unused(file, "pre_tokenizer");
  } else {
    const JsonObject step = step_of(file, "pre_tokenizer");
    parts.byte_fallback = step.text("type") == "Metaspace";
    parts.byte_fallback ? read_metaspace(step, parts) : read_pre_tokenizer(step, parts);
  }
  const JsonObject decoder = step_of(file, "decoder");
  parts.byte_fallback ? read_space_decoder(decoder, parts) : check_decoder(decoder);
}

}  // namespace

TokenizerParts tokenizer_parts_of_json(std::string_view text, const std::string& where) {
  const Json json = parse_json(text, where, most_tokenizer_bytes);
  const JsonObject file(json, where);
  file.check_members({"version", "truncation", "padding", "added_tokens", "normalizer",
                      "pre_tokenizer", "post_processor", "decoder", "model"});
  TokenizerParts parts;
  parts.json = text;
  // What a file is not made for is told by its steps, not by its tokens.
  read_steps(file, parts);
  Vocab vocab;
  read_model(JsonObject(needed(file, "model"), where + ": model"), vocab, parts);
  if (const Json* const added = file.find("added_tokens")) {
    const std::string place = where + ": added_tokens";
    if (added->kind() != Json::Kind::array) throw Error(place, "no array", "an array of tokens");
    parts.added = read_added_tokens(added->items(), place, vocab);
  }
  if (file.has("post_processor")) read_post_processor(step_of(file, "post_processor"), parts);
  return parts;
}

std::string tokenizer_config_text(const TokenizerParts& parts, Index block_size) {
  // The text of a mark; a mark that is no added token has no name there.
  const auto name = [&](std::optional<int> id) {
    for (const AddedToken& token : parts.added) {
      if (token.id == id) return '"' + json_text(token.content) + '"';
    }
    return std::string("null");
  };
  const std::vector<int>& stops = parts.marks.stops;
  return fmt::format(R"({{
  "tokenizer_class": "PreTrainedTokenizerFast",
  "model_max_length": {},
  "bos_token": {},
  "eos_token": {},
  "clean_up_tokenization_spaces": false
}}
)",
                     block_size, name(parts.marks.bos),
                     name(stops.empty() ? std::nullopt : std::optional<int>(stops[0])));
}

}  // namespace holo
