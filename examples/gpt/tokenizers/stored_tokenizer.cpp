// stored_tokenizer.cpp: takes the text of a tokenizer.json apart by its members: vocabulary, merges
// and added tokens; then how a text is cut, what is put before it, and how tokens become text,
// which are compared with the steps that PretrainedTokenizer computes. Tells the kinds of
// tokenizers apart, and finds the tokenizer in the folder of a model.
#include "gpt/tokenizers/stored_tokenizer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/words.h"
#include "files/text.h"
#include "gpt/layouts/json.h"
#include "gpt/tokenizers/text_pieces.h"
#include "holo/check.h"
#include "holo/data.h"
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
  if (json.kind() != Json::Kind::object || json.members().empty()) {
    throw Error(where, "no tokens", "an object of tokens");
  }
  const std::size_t size = json.members().size();
  Vocab vocab;
  vocab.tokens.resize(size);
  for (const auto& [token, value] : json.members()) {
    const int id =
        id_of(value, where, "the id of " + quoted_name(token), most_pretrained_tokens - 1);
    const auto place = static_cast<std::size_t>(id);
    if (token.empty() || place >= size || !vocab.tokens[place].empty()) {
      throw Error(where, fmt::format("id {} of {}", id, quoted_name(token)),
                  fmt::format("texts with the ids 0 to {}, each once", size - 1));
    }
    vocab.tokens[place] = token;
    vocab.ids.emplace(token, id);
  }
  return vocab;
}

// The two tokens of "left right", with one space between them, or of ["left", "right"]; none of
// anything else.
std::vector<std::string> two_tokens(const Json& merge) {
  if (merge.kind() == Json::Kind::string) {
    const std::string& line = merge.text();
    const std::size_t space = line.find(' ');
    if (space == line.npos) return {};
    return {line.substr(0, space), line.substr(space + 1)};
  }
  std::vector<std::string> tokens;
  if (merge.kind() != Json::Kind::array || merge.items().size() != 2) return {};
  for (const Json& token : merge.items()) {
    if (token.kind() == Json::Kind::string) tokens.push_back(token.text());
  }
  return tokens;
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
    const std::string about =
        fmt::format("merge {}, {}", merges.size(), plain_label(merge.to_text().substr(0, 200)));
    const std::vector<std::string> two = two_tokens(merge);
    if (two.size() != 2) throw Error(where, about, "two texts, with a space or in an array");
    const auto id = [&](const std::string& token) {
      const auto found = vocab.ids.find(token);
      if (found != vocab.ids.end() && token.find(' ') == token.npos) return found->second;
      throw Error(where, about + ": no token " + quoted_name(token), "tokens of the vocabulary");
    };
    const int left = id(two[0]), right = id(two[1]), result = id(two[0] + two[1]);
    if (!pairs.insert(pair_key(left, right)).second) {
      throw Error(where, about + " is there twice", "each pair once");
    }
    merges.push_back({left, right, result});
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

// A step as JSON, its members by name, without those that say what is usual or change no token.
std::string form_of(const Json& json) {
  if (json.kind() == Json::Kind::array) {
    std::vector<std::string> items;
    for (const Json& item : json.items()) items.push_back(form_of(item));
    return fmt::format("[{}]", fmt::join(items, ", "));
  }
  if (json.kind() != Json::Kind::object) return json.to_text();
  std::set<std::string> members;
  for (const auto& [name, value] : json.members()) {
    const std::string member = fmt::format("\"{}\": {}", json_text(name), form_of(value));
    if (name == "trim_offsets" || member == R"("use_regex": true)") continue;
    if (member != R"("invert": false)") members.insert(member);
  }
  return fmt::format("{{{}}}", fmt::join(members, ", "));
}

// A member that has to be there.
const Json& needed(const JsonObject& object, const char* name) {
  if (const Json* const member = object.find(name)) return *member;
  throw Error(object.where(), fmt::format("no \"{}\"", name), "one");
}

// A step that PretrainedTokenizer computes, as JSON, and what it sets.
struct KnownStep {
  std::string json;
  std::function<void(TokenizerParts&)> set = [](TokenizerParts&) {};
};
using KnownSteps = std::vector<KnownStep>;

// Throws Error for a step that is none of these.
void read_step(const JsonObject& file, const char* name, const KnownSteps& known,
               const char* expected, TokenizerParts& parts) {
  const std::string form = form_of(needed(file, name));
  for (const KnownStep& one : known) {
    if (form == form_of(parse_json(one.json))) return one.set(parts);
  }
  throw Error(file.where() + ": " + name, plain_label(form.substr(0, 200)), expected);
}

// ---- byte-level ----

// ByteLevel cuts by the pattern of GPT-2, or, with "use_regex" false, only names the bytes.
KnownSteps byte_level_steps() {
  const std::string cuts = R"({"type": "ByteLevel", "add_prefix_space": false})",
                    names =
                        R"({"type": "ByteLevel", "add_prefix_space": false, "use_regex": false})",
                    digits = R"({"type": "Digits", "individual_digits": true})";
  const auto after = [](const std::string& first, const std::string& last) {
    return R"({"type": "Sequence", "pretokenizers": [)" + first + ", " + last + "]}";
  };
  KnownSteps known = {
      {cuts}, {after(digits, cuts), [](TokenizerParts& parts) { parts.single_digits = true; }}};
  for (const SplitPattern pattern : {SplitPattern::gpt2, SplitPattern::llama3}) {
    const std::string text = json_text(split_pattern_text(pattern));
    known.push_back({after(R"({"type": "Split", "pattern": {"Regex": ")" + text +
                               R"("}, "behavior": "Isolated"})",
                           names),
                     [=](TokenizerParts& parts) { parts.pattern = pattern; }});
  }
  return known;
}

// As a decoder, or after the model: its settings change no token.
bool is_byte_level(const JsonObject& step) {
  if (step.text("type") != "ByteLevel") return false;
  step.check_members({"type", "add_prefix_space", "trim_offsets", "use_regex"});
  return true;
}

// The token ids before "A", the text, which ends the template.
std::vector<int> template_ids(const JsonObject& step, int vocab_size) {
  step.check_members({"type", "single", "pair", "special_tokens"});
  const JsonObject tokens = step.object("special_tokens");
  std::vector<int> before;
  const std::vector<Json>& parts = step.items("single");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const JsonObject part(parts[i], step.where());
    const bool is_last = i + 1 == parts.size();
    if (part.has("Sequence") != is_last) {
      throw Error(step.where(), "a template that does not end with the text", "one that does");
    }
    if (is_last) break;
    const std::string& name = part.object("SpecialToken").text("id");
    for (const Json& id : tokens.object(name).items("ids")) {
      before.push_back(id_of(id, step.where(), "the id of " + quoted_name(name), vocab_size - 1));
    }
  }
  return before;
}

// Sets parts.before. REQUIRES: parts.vocab and parts.added are there.
void read_post_processor(const JsonObject& step, TokenizerParts& parts) {
  const std::string& type = step.text("type");
  if (is_byte_level(step)) return;
  if (type == "TemplateProcessing") {
    parts.before = template_ids(step, parts.vocab_size());
  } else if (type == "Sequence") {
    step.check_members({"type", "processors"});
    for (const Json& one : step.items("processors")) {
      read_post_processor(JsonObject(one, step.where()), parts);
    }
  } else {
    throw Error(step.where(), "the kind " + quoted_name(type),
                "ByteLevel, TemplateProcessing or a Sequence of them");
  }
}

// ---- SentencePiece's ----

// The normalizer of Llama 2.
KnownSteps prepending_steps() {
  return {{R"({"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"},
               {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]})",
           [](TokenizerParts& parts) { parts.space_before = SpaceBefore::prepend; }}};
}

// Metaspace that cuts nothing, of newer files of Llama 2.
KnownSteps metaspace_steps() {
  return {{R"({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first",
               "split": false})",
           [](TokenizerParts& parts) { parts.space_before = SpaceBefore::first; }}};
}

KnownSteps space_decoders() {
  return {{R"({"type": "Sequence", "decoders": [
               {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
               {"type": "ByteFallback"}, {"type": "Fuse"},
               {"type": "Strip", "content": " ", "start": 1, "stop": 0}]})"}};
}

// ---- the file ----

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

// A tokenizer of SentencePiece's kind has a normalizer or Metaspace, any other one ByteLevel.
void read_steps(const JsonObject& file, TokenizerParts& parts) {
  parts.byte_fallback = file.has("normalizer");
  if (parts.byte_fallback) {
    read_step(file, "normalizer", prepending_steps(),
              file.has("pre_tokenizer") ? "none beside a pre_tokenizer"
                                        : "none, or Prepend and Replace of \" \" by \"\u2581\"",
              parts);
    check_unused(file, "pre_tokenizer");
  } else {
    const JsonObject step(needed(file, "pre_tokenizer"), file.where() + ": pre_tokenizer");
    parts.byte_fallback = step.text("type") == "Metaspace";
    read_step(
        file, "pre_tokenizer", parts.byte_fallback ? metaspace_steps() : byte_level_steps(),
        parts.byte_fallback
            ? "\"replacement\": \"\u2581\", \"prepend_scheme\" first, \"split\" false"
            : "ByteLevel with \"add_prefix_space\": false, alone or after Digits, each by itself, "
              "or after a Split by the pattern of GPT-2 or Llama 3",
        parts);
  }
  if (parts.byte_fallback) {
    read_step(file, "decoder", space_decoders(),
              "Replace, ByteFallback, Fuse, and Strip of one \" \"", parts);
  } else if (const JsonObject step(needed(file, "decoder"), file.where() + ": decoder");
             !is_byte_level(step)) {
    throw Error(step.where(), "the kind " + quoted_name(step.text("type")), "ByteLevel");
  }
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
  if (const Json* const step = file.find("post_processor")) {
    read_post_processor(JsonObject(*step, where + ": post_processor"), parts);
  }
  return parts;
}

// ---- kinds of tokenizers ----

namespace {

// Takes the first line off the text, without its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// The numbers of "word 1 2 3".
std::vector<int> ids_of_line(std::string_view line, std::string_view word, const std::string& name,
                             std::size_t most) {
  const auto fail = [&] {
    throw Error(name, "the line " + quoted_name(line.substr(0, 60)),
                fmt::format("\"{}\" and up to {} tokens", word, most));
  };
  if (line.substr(0, word.size()) != word) fail();
  std::vector<int> ids;
  const char* at = line.data() + word.size();
  const char* const end = line.data() + line.size();
  while (at != end) {
    int id = -1;
    if (*at != ' ' || ids.size() == most) fail();
    const auto [stop, problem] = std::from_chars(at + 1, end, id);
    if (problem != std::errc() || id < 0 || id >= most_pretrained_tokens) fail();
    ids.push_back(id);
    at = stop;
  }
  return ids;
}

// Of a tokenizer without a model.
TextMarks marks_of(const TokenizerParts& parts) {
  if (!parts.before.empty()) return {.bos = parts.before[0], .stops = {parts.before[0]}};
  for (const AddedToken& token : parts.added) {
    if (token.content == end_of_text) return {.bos = token.id, .stops = {token.id}};
  }
  return {};
}

}  // namespace

std::unique_ptr<Tokenizer> stored_tokenizer(std::string_view text, const std::string& name,
                                            std::optional<TextMarks> marks) {
  std::string_view rest = text;
  if (take_line(rest) == pretrained_title) {
    const std::vector<int> bos = ids_of_line(take_line(rest), "bos", name, 1);
    marks = TextMarks();
    if (!bos.empty()) marks->bos = bos[0];
    marks->stops = ids_of_line(take_line(rest), "stops", name, most_stops);
  } else if (text.substr(0, 1) == "{") {
    rest = text;
  } else {
    return tokenizer_from_text(text, name);
  }
  TokenizerParts parts = tokenizer_parts_of_json(rest, name);
  parts.marks = marks ? *marks : marks_of(parts);
  return std::make_unique<PretrainedTokenizer>(std::move(parts), name);
}

std::unique_ptr<Tokenizer> load_stored_tokenizer(const std::string& path,
                                                 std::optional<TextMarks> marks) {
  return stored_tokenizer(read_text(path, most_tokenizer_bytes), path, std::move(marks));
}

std::unique_ptr<Tokenizer> tokenizer_of_folder(const std::string& folder, const TextMarks& marks) {
  namespace fs = std::filesystem;
  const auto path_of = [&](const char* name) { return (fs::path(folder) / name).string(); };
  std::error_code none;
  const std::string path = path_of("tokenizer.json");
  if (!fs::exists(path, none)) {
    for (const auto& [name, what] : {std::pair{"tokenizer.model", "a file of SentencePiece"},
                                     {"vocab.json", "a tokenizer in two files"}}) {
      if (!fs::exists(path_of(name), none)) continue;
      throw Error(path_of(name), what, "a tokenizer.json",
                  "AutoTokenizer.from_pretrained(FOLDER).save_pretrained(FOLDER) in Python writes "
                  "tokenizer.json");
    }
    return nullptr;
  }
  return load_stored_tokenizer(path, marks);
}

}  // namespace holo
