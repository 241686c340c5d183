// byte_pair.cpp: the byte tokenizer and byte-pair encoding: finds chunks, and turns text into token
// ids and back. The training is in byte_pair_train.cpp.
#include <fmt/format.h>

#include "base/utf8.h"
#include "holo/check.h"
#include "text/byte_pair.h"

namespace holo {
namespace {

constexpr std::size_t most_text = std::size_t{1} << 26;

void check_id(const char* where, int id, int end, int bos) {
  if (id >= 0 && id < end) return;
  throw Error(where, fmt::format("id {}{}", id, id == bos ? " (BOS)" : ""),
              fmt::format("an id from 0 to {}", end - 1));
}

// Matches GPT-2's pattern for ASCII by hand, because std::regex is slow and recurses on long texts.
enum class Class { letter, digit, white, other };

Class class_of(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 128 || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z')) {
    return Class::letter;
  }
  if (byte >= '0' && byte <= '9') return Class::digit;
  return byte == ' ' || (byte >= '\t' && byte <= '\r') ? Class::white : Class::other;
}

// The end of the run of same-class bytes that begins at `at`.
std::size_t run_end(std::string_view text, std::size_t at) {
  const Class first = class_of(text[at]);
  while (at < text.size() && class_of(text[at]) == first) ++at;
  return at;
}

}  // namespace

std::size_t chunk_end(std::string_view text, std::size_t at) {
  if (text[at] == '\'') {
    for (const std::string_view end : {"'s", "'d", "'m", "'t", "'ll", "'ve", "'re"}) {
      if (text.substr(at, end.size()) == end) return at + end.size();
    }
  }
  if (class_of(text[at]) != Class::white) return run_end(text, at);
  const std::size_t end = run_end(text, at);
  if (end == text.size()) return end;
  if (end > at + 1) return end - 1;  // the last space belongs to the next word
  return text[at] == ' ' ? run_end(text, end) : end;
}

std::string visible(std::string_view bytes, std::string_view space) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    const utf8::Character character = utf8::read(bytes, at);
    const std::string_view piece = bytes.substr(at, character.length);
    at += piece.size();
    if (piece == " ") {
      text += space;
    } else if (character.problem == nullptr && !utf8::is_invisible(character.code)) {
      text += piece;
    } else {
      for (const char c : piece) {
        text += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
      }
    }
  }
  return text;
}

std::vector<int> ByteTokenizer::encode(std::string_view text) const {
  std::vector<int> ids;
  ids.reserve(text.size());
  for (const char c : text) ids.push_back(static_cast<unsigned char>(c));
  return ids;
}

std::string ByteTokenizer::decode(const std::vector<int>& ids) const {
  std::string text;
  for (const int id : ids) {
    check_id("decode", id, bos(), bos());
    text += static_cast<char>(id);
  }
  return text;
}

std::string ByteTokenizer::token_text(int id) const {
  check_id("token_text", id, vocab_size(), -1);
  if (id == bos()) return "<BOS>";
  const char byte = static_cast<char>(id);
  return visible({&byte, 1});
}

BytePairTokenizer::BytePairTokenizer(std::vector<Merge> merges, Split split) : split_(split) {
  for (int byte = 0; byte < 256; ++byte) texts_.emplace_back(1, static_cast<char>(byte));
  for (const Merge& merge : merges) add_merge(merge);
}

void BytePairTokenizer::add_merge(Merge merge) {
  const int left = merge.first, right = merge.second;
  const auto fail = [&](const char* problem, const std::string& expected) {
    throw Error(fmt::format("merge {}", merges_.size()),
                fmt::format("\"{} {}\" {}", left, right, problem), expected);
  };
  const int token = vocab_size() - 1;
  if (vocab_size() == most_tokens) fail("is too many", fmt::format("{} tokens", most_tokens));
  if (left < 0 || left >= token || right < 0 || right >= token) {
    fail("has a token that is not there yet", fmt::format("tokens from 0 to {}", token - 1));
  }
  const std::string& left_text = texts_[static_cast<std::size_t>(left)];
  const std::string& right_text = texts_[static_cast<std::size_t>(right)];
  if (left_text.size() + right_text.size() > most_text - text_bytes_) {
    fail("is too long", fmt::format("at most {} bytes in all tokens", most_text));
  }
  const int rank = static_cast<int>(merges_.size());
  if (!ranks_.emplace(pair_key(left, right), rank).second) {
    fail("appears twice", "each pair once");
  }
  std::string text = left_text;
  text += right_text;
  text_bytes_ += text.size();
  texts_.push_back(std::move(text));
  merges_.push_back(merge);
}

void BytePairTokenizer::encode_chunk(std::string_view chunk, std::vector<int>& ids) const {
  std::vector<int> tokens;
  for (const char c : chunk) tokens.push_back(static_cast<unsigned char>(c));
  merge_pairs(tokens, [this](int left, int right) {
    const auto found = ranks_.find(pair_key(left, right));
    return found == ranks_.end() ? PairMerge() : PairMerge{found->second, 256 + found->second};
  });
  ids.insert(ids.end(), tokens.begin(), tokens.end());
}

std::vector<int> BytePairTokenizer::encode(std::string_view text) const {
  std::vector<int> ids;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = split_ == Split::words ? chunk_end(text, at) : text.size();
    encode_chunk(text.substr(at, end - at), ids);
    at = end;
  }
  return ids;
}

std::string BytePairTokenizer::decode(const std::vector<int>& ids) const {
  std::string text;
  for (const int id : ids) {
    check_id("decode", id, bos(), bos());
    text += texts_[static_cast<std::size_t>(id)];
  }
  return text;
}

std::string BytePairTokenizer::token_text(int id) const {
  check_id("token_text", id, vocab_size(), -1);
  if (id == bos()) return "<BOS>";
  constexpr std::size_t most = 256;
  const std::string& text = texts_[static_cast<std::size_t>(id)];
  if (text.size() <= most) return visible(text);
  return visible(std::string_view(text).substr(0, most)) +
         fmt::format("... [{} bytes]", text.size());
}

}  // namespace holo
