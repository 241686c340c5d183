// tokenizer_json.cpp: takes the text apart by its members, and puts it together again.
#include "gpt/tokenizers/tokenizer_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "base/words.h"
#include "files/json_reader.h"
#include "files/text.h"
#include "gpt/layouts/json.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "holo/check.h"
#include "text/byte_pair.h"

namespace holo {

// ---- vocabulary and merges ----

namespace {

constexpr std::size_t most_token_bytes = 1 << 16;

}  // namespace

Vocab read_vocab(std::string_view text, const std::string& where) {
  Vocab vocab;
  JsonReader reader(text, where, "the vocabulary");
  reader.open('{', "an object of tokens");
  for (bool first = true; reader.more('}', first);) {
    const std::string token = reader.key(most_token_bytes, "a token");
    const std::uint64_t id = reader.whole_number("an id");
    if (token.empty()) reader.fail(fmt::format("an empty token, id {}", id), "a text");
    if (id >= most_pretrained_tokens) {
      reader.fail(fmt::format("id {} of {}", id, quoted_name(token)),
                  fmt::format("an id below {}", most_pretrained_tokens));
    }
    if (!vocab.ids.emplace(token, static_cast<int>(id)).second) {
      reader.fail(quoted_name(token) + " twice", "each token once");
    }
  }
  reader.end();

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

int MergeReader::id(std::string_view token, std::string_view left, std::string_view right) const {
  const auto found = vocab_.ids.find(std::string(token));
  if (found != vocab_.ids.end()) return found->second;
  throw Error(where_,
              fmt::format("merge {} of {} and {}: no token {}", merges_.size(), quoted_name(left),
                          quoted_name(right), quoted_name(token)),
              "tokens of the vocabulary");
}

void MergeReader::add(std::string_view left, std::string_view right) {
  if (left.find(' ') != left.npos || right.find(' ') != right.npos) {
    throw Error(
        where_,
        fmt::format("merge {} of {} and {}", merges_.size(), quoted_name(left), quoted_name(right)),
        "tokens without a space, which no byte is");
  }
  const int left_id = id(left, left, right), right_id = id(right, left, right);
  const int result = id(std::string(left).append(right), left, right);
  if (!pairs_.insert(pair_key(left_id, right_id)).second) {
    throw Error(where_,
                fmt::format("merge {} of {} and {} is there twice", merges_.size(),
                            quoted_name(left), quoted_name(right)),
                "each pair once");
  }
  merges_.push_back({left_id, right_id, result});
}

void MergeReader::add_line(std::string_view line) {
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos) {
    throw Error(where_, fmt::format("merge {} is {}", merges_.size(), quoted_name(line)),
                "two tokens with a space between them");
  }
  add(line.substr(0, space), line.substr(space + 1));
}

std::vector<TokenizerParts::Merge> read_merges(std::string_view text, const Vocab& vocab,
                                               const std::string& where) {
  MergeReader merges(vocab, where);
  JsonReader reader(text, where, "the list of merges");
  const auto token = [&] { return reader.string(most_token_bytes, "a token"); };
  reader.open('[', "an array of merges");
  for (bool first = true; reader.more(']', first);) {
    if (reader.next() == '"') {
      merges.add_line(reader.string(2 * most_token_bytes + 1, "a merge"));
      continue;
    }
    reader.open('[', "a merge");
    std::vector<std::string> pair;
    for (bool first_token = true; reader.more(']', first_token);) {
      if (pair.size() == 2) reader.fail_here("two tokens");
      pair.push_back(token());
    }
    if (pair.size() != 2) reader.fail_here("two tokens before this");
    merges.add(pair[0], pair[1]);
  }
  reader.end();
  return merges.take();
}

// ---- added tokens ----

namespace {

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
// known, one twice, a token that takes white space or whole words alone, and an id that is neither
// that of the vocabulary nor the next one after it.
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

// ---- the file ----

using RawMembers = std::map<std::string, std::string_view>;

// Its text; throws Error when there is none.
std::string_view raw_member(const RawMembers& members, const std::string& where, const char* name) {
  const auto member = members.find(name);
  if (member != members.end()) return member->second;
  throw Error(where, fmt::format("no \"{}\"", name), "one");
}

// A member that would change the tokens: null, or one of these texts.
void check_unused(const RawMembers& members, const std::string& where, const char* name,
                  std::initializer_list<std::string_view> harmless = {}) {
  const auto member = members.find(name);
  if (member == members.end()) return;
  if (std::find(harmless.begin(), harmless.end(), member->second) != harmless.end()) return;
  throw Error(where, fmt::format("\"{}\": {}", name, plain_label(member->second.substr(0, 60))),
              "none");
}

void read_model(std::string_view text, const std::string& where, Vocab& vocab,
                TokenizerParts& parts) {
  const RawMembers model =
      members_of(text, where, "a model",
                 {"type", "dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix",
                  "fuse_unk", "byte_fallback", "ignore_merges", "vocab", "merges"});
  const auto type = model.find("type");
  if (type != model.end() && type->second != "\"BPE\"") {
    throw Error(where, "the kind " + quoted_name(type->second), "BPE");
  }
  check_unused(model, where, "dropout");
  check_unused(model, where, "continuing_subword_prefix", {"\"\""});
  check_unused(model, where, "end_of_word_suffix", {"\"\""});
  if (parts.byte_fallback &&
      (model.count("byte_fallback") == 0 || model.find("byte_fallback")->second != "true")) {
    throw Error(where, "no \"byte_fallback\": true", "it, as in a tokenizer of SentencePiece");
  }
  if (!parts.byte_fallback) check_unused(model, where, "byte_fallback", {"false"});
  if (const auto unknown = model.find("unk_token"); unknown != model.end()) {
    if (unknown->second[0] != '"') throw Error(where, "another kind of \"unk_token\"", "a text");
    parts.unk_token = unknown->second;
  }
  if (const auto fuse = model.find("fuse_unk"); fuse != model.end()) {
    parts.fuse_unk = fuse->second;
    if (parts.fuse_unk != "true") check_unused(model, where, "fuse_unk", {"false"});
  }
  const auto ignore = model.find("ignore_merges");
  parts.ignore_merges = ignore != model.end() && ignore->second == "true";
  if (ignore != model.end() && (!parts.ignore_merges || parts.byte_fallback)) {
    check_unused(model, where, "ignore_merges", {"false"});
  }
  vocab = read_vocab(raw_member(model, where, "vocab"), where + ": vocab");
  parts.vocab = vocab.tokens;
  parts.merges = read_merges(raw_member(model, where, "merges"), vocab, where + ": merges");
}

// Calls read(step) for the member, if there is one. Returns its text.
template <class Read>
std::string read_step(const RawMembers& file, const std::string& where, const char* name,
                      Read read) {
  const auto member = file.find(name);
  if (member == file.end()) return "";
  const std::string place = where + ": " + name;
  const Json json = parse_json(member->second, place);
  read(JsonObject(json, place));
  return std::string(member->second);
}

// A tokenizer of SentencePiece's kind has a normalizer or Metaspace, any other one ByteLevel.
void read_steps(const RawMembers& file, const std::string& where, TokenizerParts& parts) {
  parts.normalizer = read_step(file, where, "normalizer", [&](const JsonObject& step) {
    parts.byte_fallback = true;
    read_space_normalizer(step, parts);
  });
  if (!parts.normalizer.empty()) check_unused(file, where, "pre_tokenizer");
  if (parts.normalizer.empty()) raw_member(file, where, "pre_tokenizer");
  parts.pre_tokenizer = read_step(file, where, "pre_tokenizer", [&](const JsonObject& step) {
    parts.byte_fallback = step.text("type") == "Metaspace";
    parts.byte_fallback ? read_metaspace(step, parts) : read_pre_tokenizer(step, parts);
  });
  raw_member(file, where, "decoder");
  parts.decoder = read_step(file, where, "decoder", [&](const JsonObject& step) {
    parts.byte_fallback ? read_space_decoder(step, parts) : check_decoder(step);
  });
}

}  // namespace

TokenizerParts tokenizer_parts_of_json(std::string_view text, const std::string& where) {
  if (text.size() > most_tokenizer_bytes) {
    throw Error(where, fmt::format("a text of {} bytes", text.size()),
                fmt::format("at most {}", most_tokenizer_bytes));
  }
  check_utf8(where, "the text", text);
  const RawMembers file =
      members_of(text, where, "an object",
                 {"version", "truncation", "padding", "added_tokens", "normalizer", "pre_tokenizer",
                  "post_processor", "decoder", "model"});
  TokenizerParts parts;
  // What a file is not made for is told by its steps, not by its tokens.
  read_steps(file, where, parts);
  Vocab vocab;
  read_model(raw_member(file, where, "model"), where + ": model", vocab, parts);
  if (const auto added = file.find("added_tokens"); added != file.end()) {
    const std::string place = where + ": added_tokens";
    const Json tokens = parse_json(added->second, place);
    if (tokens.kind() != Json::Kind::array) throw Error(place, "no array", "an array of tokens");
    parts.added = read_added_tokens(tokens.items(), place, vocab);
  }
  parts.post_processor = read_step(file, where, "post_processor", [&](const JsonObject& step) {
    read_post_processor(step, parts);
  });
  return parts;
}

std::string tokenizer_json_text(const TokenizerParts& parts) {
  const auto or_null = [](const std::string& json) { return json.empty() ? "null" : json; };
  const auto quoted = [](const std::string& text) { return '"' + json_text(text) + '"'; };
  std::string text = R"({
  "version": "1.0",
  "truncation": null,
  "padding": null,
  "added_tokens": [)";
  for (std::size_t i = 0; i < parts.added.size(); ++i) {
    const AddedToken& token = parts.added[i];
    text += fmt::format(
        "{}\n    {{\"id\": {}, \"content\": {}, \"single_word\": false, \"lstrip\": false, "
        "\"rstrip\": false, \"normalized\": {}, \"special\": {}}}",
        i == 0 ? "" : ",", token.id, quoted(token.content), token.normalized, token.special);
  }
  text += fmt::format(
      R"(
  ],
  "normalizer": {},
  "pre_tokenizer": {},
  "post_processor": {},
  "decoder": {},
  "model": {{
    "type": "BPE",
    "dropout": null,
    "unk_token": {},
    "continuing_subword_prefix": null,
    "end_of_word_suffix": null,
    "fuse_unk": {},
    "byte_fallback": {},
    "ignore_merges": {},
    "vocab": {{)",
      or_null(parts.normalizer), or_null(parts.pre_tokenizer), or_null(parts.post_processor),
      parts.decoder, or_null(parts.unk_token), parts.fuse_unk.empty() ? "false" : parts.fuse_unk,
      parts.byte_fallback, parts.ignore_merges);
  for (std::size_t id = 0; id < parts.vocab.size(); ++id) {
    text += fmt::format("{}\n      {}: {}", id == 0 ? "" : ",", quoted(parts.vocab[id]), id);
  }
  text += "\n    },\n    \"merges\": [";
  for (std::size_t i = 0; i < parts.merges.size(); ++i) {
    const auto& [left, right, result] = parts.merges[i];
    text += fmt::format("{}\n      {}", i == 0 ? "" : ",",
                        quoted(parts.vocab[static_cast<std::size_t>(left)] + ' ' +
                               parts.vocab[static_cast<std::size_t>(right)]));
  }
  return text + "\n    ]\n  }\n}\n";
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
