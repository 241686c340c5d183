// vocab.cpp: reads them one by one, without a tree: they are nearly all of a file.
#include "gpt/tokenizers/vocab.h"

#include <fmt/format.h>

#include <algorithm>

#include "files/json_reader.h"
#include "files/text.h"
#include "holo/check.h"
#include "text/byte_pair.h"

namespace holo {
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

}  // namespace holo
