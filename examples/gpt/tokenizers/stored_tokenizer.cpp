// stored_tokenizer.cpp: tells the kinds of tokenizers apart, reads the two lines of marks, and
// finds the tokenizer in the folder of a model.
#include "gpt/tokenizers/stored_tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "files/text.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
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

std::unique_ptr<PretrainedTokenizer> tokenizer_of_folder(const std::string& folder,
                                                         const TextMarks& marks) {
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
  TokenizerParts parts = tokenizer_parts_of_json(read_text(path, most_tokenizer_bytes), path);
  parts.marks = marks;
  return std::make_unique<PretrainedTokenizer>(std::move(parts), path);
}

}  // namespace holo
