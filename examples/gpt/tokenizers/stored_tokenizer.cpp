// stored_tokenizer.cpp: tells the kinds of tokenizers apart, reads the two lines of marks, and
// finds the files of a tokenizer in the folder of a model.
#include "gpt/tokenizers/stored_tokenizer.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <utility>

#include "files/text.h"
#include "gpt/layouts/json.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "gpt/tokenizers/tokenizer_json.h"
#include "holo/check.h"
#include "holo/data.h"

namespace holo {
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
  check_utf8(where_vocab, "the text", vocab);
  check_utf8(where_merges, "the text", merges);
  const Vocab tokens = read_vocab(vocab, where_vocab);
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
