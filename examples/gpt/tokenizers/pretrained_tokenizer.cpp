// pretrained_tokenizer.cpp: text to token ids and back.
#include "gpt/tokenizers/pretrained_tokenizer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "gpt/tokenizers/byte_alphabet.h"
#include "gpt/tokenizers/tokenizer_json.h"
#include "gpt/tokenizers/unicode_classes.h"
#include "holo/check.h"
#include "text/byte_pair.h"

namespace holo {

PretrainedTokenizer::PretrainedTokenizer(TokenizerParts parts, const std::string& where)
    : parts_(std::move(parts)) {
  read_tokens();
  find_bytes(where);
  for (const auto& [left, right, result] : parts_.merges) merges_.add(left, right, result);
}

// The bytes that a token of the file stands for in a text.
std::string PretrainedTokenizer::text_of(const std::string& token) const {
  return parts_.byte_fallback ? bytes_of_marked_token(token)
                              : bytes_of_token(token).value_or(token);
}

void PretrainedTokenizer::read_tokens() {
  for (const std::string& token : parts_.vocab) {
    const int id = static_cast<int>(texts_.size());
    texts_.push_back(text_of(token));
    if (parts_.byte_fallback) {
      pieces_.emplace(token, id);
    } else if (bytes_of_token(token)) {
      pieces_.emplace(texts_.back(), id);
    }
  }
  for (const AddedToken& token : parts_.added) {
    if (token.id >= static_cast<int>(texts_.size())) texts_.push_back(text_of(token.content));
    if (!token.normalized) {
      added_.add(token.content, token.id);
    } else {  // as what it is looked for in
      const bool marked = parts_.space_before == SpaceBefore::prepend;
      normalized_.add(
          marked ? with_space_marks(token.content, parts_.space_before, true) : token.content,
          token.id);
    }
  }
}

void PretrainedTokenizer::find_bytes(const std::string& where) {
  for (int byte = 0; byte < 256; ++byte) {
    const auto token = pieces_.find(parts_.byte_fallback ? byte_token(byte)
                                                         : std::string(1, static_cast<char>(byte)));
    if (token == pieces_.end()) {
      throw Error(where, fmt::format("no token for the byte 0x{:02X}", byte),
                  "a token for each of the 256 bytes");
    }
    byte_ids_.push_back(token->second);
  }
}

void PretrainedTokenizer::encode_piece(std::string_view piece, std::vector<int>& ids) const {
  if (parts_.ignore_merges) {
    const auto whole = pieces_.find(std::string(piece));
    if (whole != pieces_.end()) {
      ids.push_back(whole->second);
      return;
    }
  }
  std::vector<int> tokens;
  for (const char c : piece) tokens.push_back(byte_ids_[static_cast<unsigned char>(c)]);
  merges_.apply(tokens);
  ids.insert(ids.end(), tokens.begin(), tokens.end());
}

std::vector<std::string_view> PretrainedTokenizer::pieces(std::string_view text) const {
  std::vector<std::string_view> pieces;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t stop = parts_.single_digits ? single_digit_end(text, start) : text.size();
    const std::string_view part = text.substr(start, stop - start);
    for (std::size_t at = 0; at < part.size();) {
      const std::size_t end = piece_end(parts_.pattern, part, at);
      pieces.push_back(part.substr(at, end - at));
      at = end;
    }
    start = stop;
  }
  return pieces;
}

void PretrainedTokenizer::encode_characters(std::string_view part, std::vector<int>& ids) const {
  std::vector<int> tokens;
  for (std::size_t at = 0; at < part.size();) {
    const std::string character(part.substr(at, see_character(part, at).length));
    const auto token = pieces_.find(character);
    if (token != pieces_.end()) {
      tokens.push_back(token->second);
    } else {
      for (const char c : character) tokens.push_back(byte_ids_[static_cast<unsigned char>(c)]);
    }
    at += character.size();
  }
  merges_.apply(tokens);
  ids.insert(ids.end(), tokens.begin(), tokens.end());
}

void PretrainedTokenizer::encode_part(std::string_view part, std::vector<int>& ids) const {
  if (parts_.byte_fallback) {
    encode_characters(part, ids);
  } else {
    for (const std::string_view piece : pieces(part)) encode_piece(piece, ids);
  }
}

std::vector<int> PretrainedTokenizer::encode(std::string_view text) const {
  std::vector<int> ids;
  // A normalizer works before the other added tokens are looked for, Metaspace after it.
  const bool normalizes = parts_.space_before == SpaceBefore::prepend;
  for (const TextPart& part : split_at(added_, text)) {
    if (part.id >= 0) {
      ids.push_back(part.id);
      continue;
    }
    const std::string normal = normalizes ? with_space_marks(part.text, parts_.space_before, true)
                                          : std::string(part.text);
    std::size_t at = static_cast<std::size_t>(part.text.data() - text.data());
    for (const TextPart& inner : split_at(normalized_, normal)) {
      if (inner.id >= 0) {
        ids.push_back(inner.id);
      } else if (!parts_.byte_fallback || normalizes) {
        encode_part(inner.text, ids);
      } else {
        encode_part(with_space_marks(inner.text, parts_.space_before, at == 0), ids);
      }
      at += inner.text.size();
    }
  }
  return ids;
}

std::string PretrainedTokenizer::decode(const std::vector<int>& ids) const {
  std::string text;
  for (const int id : ids) {
    if (id < 0) throw Error("decode", fmt::format("id {}", id), "an id from 0 on");
    if (id < vocab_size()) text += texts_[static_cast<std::size_t>(id)];
  }
  return text;
}

std::string PretrainedTokenizer::token_text(int id) const {
  if (id < 0) throw Error("token_text", fmt::format("id {}", id), "an id from 0 on");
  if (id >= vocab_size()) return fmt::format("<unused {}>", id);
  constexpr std::size_t most = 256;
  const std::string& text = texts_[static_cast<std::size_t>(id)];
  if (text.size() <= most) return visible(text);
  return visible(std::string_view(text).substr(0, most)) +
         fmt::format("... [{} bytes]", text.size());
}

std::string PretrainedTokenizer::to_text() const {
  const auto& [bos, stops] = parts_.marks;
  return fmt::format("{}\nbos{}\nstops{}{}\n{}", pretrained_title,
                     bos ? fmt::format(" {}", *bos) : "", stops.empty() ? "" : " ",
                     fmt::join(stops, " "), tokenizer_json_text(parts_));
}

}  // namespace holo
