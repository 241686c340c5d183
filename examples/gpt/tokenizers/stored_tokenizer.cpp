// stored_tokenizer.cpp: takes the text of a tokenizer.json apart by its members, and puts it
// together again; tells the kinds of tokenizers apart, reads the two lines of marks, and finds the
// files of a tokenizer in the folder of a model.
#include "gpt/tokenizers/stored_tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <unordered_set>
#include <utility>

#include "base/words.h"
#include "files/text.h"
#include "gpt/layouts/json.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "holo/check.h"
#include "holo/data.h"
#include "text/byte_pair.h"

namespace holo {

// ---- vocabulary and merges ----

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

std::vector<TokenizerParts::Merge> read_merges(const Json& json, const Vocab& vocab,
                                               const std::string& where) {
  const char* const expected = "texts of two tokens, or arrays of two";
  if (json.kind() != Json::Kind::array) throw Error(where, "no array", "an array of merges");
  MergeReader merges(vocab, where);
  for (const Json& merge : json.items()) {
    if (merge.kind() == Json::Kind::string) {
      merges.add_line(merge.text());
      continue;
    }
    const bool two = merge.kind() == Json::Kind::array && merge.items().size() == 2;
    if (!two) throw Error(where, "another kind of merge", expected);
    for (const Json& token : merge.items()) {
      if (token.kind() != Json::Kind::string)
        throw Error(where, "a token that is no text", expected);
    }
    merges.add(merge.items()[0].text(), merge.items()[1].text());
  }
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
  if (const Json* const unknown = model.find("unk_token")) {
    if (unknown->kind() != Json::Kind::string) {
      throw Error(where, "another kind of \"unk_token\"", "a text");
    }
    parts.unk_token = unknown->to_text();
  }
  parts.fuse_unk = model.yes_or("fuse_unk", false);
  parts.ignore_merges = model.yes_or("ignore_merges", false);
  if (parts.byte_fallback) check_unused(model, "ignore_merges", {"false"});
  vocab = read_vocab(needed(model, "vocab"), where + ": vocab");
  parts.vocab = vocab.tokens;
  parts.merges = read_merges(needed(model, "merges"), vocab, where + ": merges");
}

// Calls read(step) for the member, if there is one. Returns its text.
template <class Read>
std::string read_step(const JsonObject& file, const char* name, Read read) {
  const Json* const member = file.find(name);
  if (member == nullptr) return "";
  read(JsonObject(*member, file.where() + ": " + name));
  return member->to_text();
}

// A tokenizer of SentencePiece's kind has a normalizer or Metaspace, any other one ByteLevel.
void read_steps(const JsonObject& file, TokenizerParts& parts) {
  parts.normalizer = read_step(file, "normalizer", [&](const JsonObject& step) {
    parts.byte_fallback = true;
    read_space_normalizer(step, parts);
  });
  if (!parts.normalizer.empty()) check_unused(file, "pre_tokenizer");
  if (parts.normalizer.empty()) needed(file, "pre_tokenizer");
  parts.pre_tokenizer = read_step(file, "pre_tokenizer", [&](const JsonObject& step) {
    parts.byte_fallback = step.text("type") == "Metaspace";
    parts.byte_fallback ? read_metaspace(step, parts) : read_pre_tokenizer(step, parts);
  });
  needed(file, "decoder");
  parts.decoder = read_step(file, "decoder", [&](const JsonObject& step) {
    parts.byte_fallback ? read_space_decoder(step, parts) : check_decoder(step);
  });
}

}  // namespace

TokenizerParts tokenizer_parts_of_json(std::string_view text, const std::string& where) {
  const Json json = parse_json(text, where, most_tokenizer_bytes);
  const JsonObject file(json, where);
  file.check_members({"version", "truncation", "padding", "added_tokens", "normalizer",
                      "pre_tokenizer", "post_processor", "decoder", "model"});
  TokenizerParts parts;
  // What a file is not made for is told by its steps, not by its tokens.
  read_steps(file, parts);
  Vocab vocab;
  read_model(JsonObject(needed(file, "model"), where + ": model"), vocab, parts);
  if (const Json* const added = file.find("added_tokens")) {
    const std::string place = where + ": added_tokens";
    if (added->kind() != Json::Kind::array) throw Error(place, "no array", "an array of tokens");
    parts.added = read_added_tokens(added->items(), place, vocab);
  }
  parts.post_processor = read_step(
      file, "post_processor", [&](const JsonObject& step) { read_post_processor(step, parts); });
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
      parts.decoder, or_null(parts.unk_token), parts.fuse_unk, parts.byte_fallback,
      parts.ignore_merges);
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

// ---- any kind ----

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

// ---- in a folder ----

namespace {

namespace fs = std::filesystem;

constexpr const char* resave =
    "AutoTokenizer.from_pretrained(FOLDER).save_pretrained(FOLDER) in Python writes tokenizer.json";

// Throws Error when tokenizer_config.json says that vocab.json and merges.txt are not all, or not
// those of GPT-2.
void check_tokenizer_config(const std::string& path, bool is_gpt2) {
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  std::error_code none;
  const bool exists = fs::exists(path, none);
  const Json json = exists ? parse_json(read_text(path, most_bytes), path) : parse_json("{}");
  const JsonObject config(json, path);
  if (config.has("tokenizer_class")) {
    const std::string& name = config.text("tokenizer_class");
    is_gpt2 = name == "GPT2Tokenizer" || name == "GPT2TokenizerFast";
    if (!is_gpt2) throw Error(path, "a " + quoted_name(name), "a GPT2Tokenizer", resave);
  }
  if (!is_gpt2) throw Error(path, "no \"tokenizer_class\"", "a GPT2Tokenizer", resave);
  for (const char* const name : {"add_prefix_space", "add_bos_token"}) {
    if (!config.yes_or(name, false)) continue;
    throw Error(path, fmt::format("\"{}\": true", name), "false", resave);
  }
  if (!config.has("added_tokens_decoder")) return;
  const Json& added = config.member("added_tokens_decoder", Json::Kind::object);
  for (const auto& token : added.members()) {
    const std::string& text = JsonObject(token.second, path).text("content");
    if (text == end_of_text) continue;
    throw Error(path, "an added token " + quoted_name(text), "none but <|endoftext|>", resave);
  }
}

}  // namespace

TokenizerParts tokenizer_parts_of_vocab(const std::string& vocab, const std::string& where_vocab,
                                        const std::string& merges,
                                        const std::string& where_merges) {
  check_utf8(where_merges, "the text", merges);
  const Vocab tokens =
      read_vocab(parse_json(vocab, where_vocab, most_tokenizer_bytes), where_vocab);
  TokenizerParts parts;
  parts.vocab = tokens.tokens;
  MergeReader reader(tokens, where_merges);
  for (std::size_t at = 0; at < merges.size();) {
    const std::size_t end = std::min(merges.find('\n', at), merges.size());
    std::string_view line = std::string_view(merges).substr(at, end - at);
    at = end + 1;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.substr(0, 8) != "#version") reader.add_line(line);
  }
  parts.merges = reader.take();
  if (const auto token = tokens.ids.find(std::string(end_of_text)); token != tokens.ids.end()) {
    parts.added.push_back({.id = token->second, .content = token->first, .special = true});
  }
  const std::string byte_level =
      R"({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true})";
  parts.pre_tokenizer = parts.post_processor = parts.decoder = byte_level;
  return parts;
}

std::unique_ptr<PretrainedTokenizer> tokenizer_of_folder(const std::string& folder,
                                                         const TextMarks& marks, bool is_gpt2) {
  const auto path = [&](const char* name) { return (fs::path(folder) / name).string(); };
  const auto has = [&](const char* name) {
    std::error_code none;
    return fs::exists(path(name), none);
  };
  const auto text = [&](const char* name) { return read_text(path(name), most_tokenizer_bytes); };
  TokenizerParts parts;
  std::string where;
  if (has("tokenizer.json")) {
    where = path("tokenizer.json");
    parts = tokenizer_parts_of_json(text("tokenizer.json"), where);
  } else if (has("vocab.json") && has("merges.txt")) {
    where = path("vocab.json");
    check_tokenizer_config(path("tokenizer_config.json"), is_gpt2);
    if (has("added_tokens.json")) {
      throw Error(path("added_tokens.json"), "tokens beside vocab.json", "none", resave);
    }
    parts =
        tokenizer_parts_of_vocab(text("vocab.json"), where, text("merges.txt"), path("merges.txt"));
  } else if (has("tokenizer.model")) {
    throw Error(path("tokenizer.model"), "a file of SentencePiece", "a tokenizer.json", resave);
  } else {
    return nullptr;
  }
  parts.marks = marks;
  return std::make_unique<PretrainedTokenizer>(std::move(parts), where);
}

}  // namespace holo
