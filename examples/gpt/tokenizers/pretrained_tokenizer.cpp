// pretrained_tokenizer.cpp: added tokens in a text, and text to token ids and back.
#include "gpt/tokenizers/pretrained_tokenizer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "gpt/layouts/json.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "gpt/tokenizers/text_pieces.h"
#include "holo/check.h"
#include "text/byte_pair.h"

namespace holo {

// ---- added tokens ----

void TextSet::add(std::string_view text, int id) {
  lengths_[static_cast<unsigned char>(text[0])].insert(text.size());
  ids_.emplace(text, id);
}

TextSet::Match TextSet::longest_at(std::string_view text, std::size_t at) const {
  for (const std::size_t length : lengths_[static_cast<unsigned char>(text[at])]) {
    if (length > text.size() - at) continue;
    const auto found = ids_.find(std::string(text.substr(at, length)));
    if (found != ids_.end()) return {found->second, length};
  }
  return {};
}

std::vector<TextPart> split_at(const TextSet& tokens, std::string_view text) {
  std::vector<TextPart> parts;
  std::size_t start = 0;
  for (std::size_t at = 0; at < text.size();) {
    const TextSet::Match match = tokens.longest_at(text, at);
    if (match.id < 0) {
      ++at;
      continue;
    }
    if (start < at) parts.push_back({-1, text.substr(start, at - start)});
    parts.push_back({match.id, text.substr(at, match.length)});
    at += match.length;
    start = at;
  }
  if (start < text.size()) parts.push_back({-1, text.substr(start)});
  return parts;
}

// ---- text and ids ----

PretrainedTokenizer::PretrainedTokenizer(TokenizerParts parts, const std::string& where)
    : parts_(std::move(parts)) {
  read_tokens();
  find_bytes(where);
  for (const auto& [left, right, result] : parts_.merges) {
    merges_.emplace(pair_key(left, right), PairMerge{static_cast<int>(merges_.size()), result});
  }
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
  for (std::size_t at = 0; at < piece.size();) {
    // A byte, or with byte_fallback a character, if that is a token.
    const std::size_t length = parts_.byte_fallback ? see_character(piece, at).length : 1;
    const std::string_view unit = piece.substr(at, length);
    const auto token = parts_.byte_fallback ? pieces_.find(std::string(unit)) : pieces_.end();
    if (token != pieces_.end()) {
      tokens.push_back(token->second);
    } else {
      for (const char c : unit) tokens.push_back(byte_ids_[static_cast<unsigned char>(c)]);
    }
    at += length;
  }
  merge_pairs(tokens, [this](int left, int right) {
    const auto found = merges_.find(pair_key(left, right));
    return found == merges_.end() ? PairMerge() : found->second;
  });
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

void PretrainedTokenizer::encode_part(std::string_view part, std::vector<int>& ids) const {
  if (parts_.byte_fallback) {
    encode_piece(part, ids);
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
                     fmt::join(stops, " "), parts_.json);
}

// ---- where a text begins and ends ----

TextMarks text_marks_of_config(const std::string& text, const std::string& where,
                               Index vocab_size) {
  const Json json = parse_json(text, where);
  const JsonObject config(json, where, "a config.json");
  TextMarks marks;
  const auto mark = [&](const Json& id, const char* name, auto set) {
    const int number = id_of(id, where, name, std::numeric_limits<int>::max());
    if (number < vocab_size) set(number);
  };
  if (const Json* const bos = config.find("bos_token_id")) {
    mark(*bos, "bos_token_id", [&](int id) { marks.bos = id; });
  }
  const Json* const eos = config.find("eos_token_id");
  if (eos == nullptr) return marks;
  const bool several = eos->kind() == Json::Kind::array;
  const std::vector<Json> ids = several ? eos->items() : std::vector<Json>{*eos};
  if (ids.size() > most_stops) {
    throw Error(where, fmt::format("{} tokens in eos_token_id", ids.size()),
                fmt::format("at most {}", most_stops));
  }
  for (const Json& id : ids) {
    mark(id, "eos_token_id", [&](int stop) { marks.stops.push_back(stop); });
  }
  return marks;
}

TextMarks text_marks_of(const Tokenizer& tokenizer) {
  const auto* const pretrained = dynamic_cast<const PretrainedTokenizer*>(&tokenizer);
  if (pretrained != nullptr) return pretrained->parts().marks;
  return {.bos = tokenizer.bos(), .stops = {tokenizer.bos()}};
}

std::vector<Index> prompt_tokens(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<Index> tokens;
  const auto* const pretrained = dynamic_cast<const PretrainedTokenizer*>(&tokenizer);
  if (pretrained == nullptr) {
    tokens = {tokenizer.bos()};
  } else {
    const std::vector<int>& before = pretrained->parts().before;
    tokens.assign(before.begin(), before.end());
  }
  for (const int id : tokenizer.encode(text)) tokens.push_back(id);
  if (!tokens.empty()) return tokens;
  if (tokenizer.bos() >= 0) return {tokenizer.bos()};
  throw Error("prompt", "an empty text", "a text: no token of this model begins one");
}

std::string whole_text(const Tokenizer& tokenizer, const std::string& prompt, std::string text) {
  const auto* const pretrained = dynamic_cast<const PretrainedTokenizer*>(&tokenizer);
  const bool strips = pretrained != nullptr && pretrained->parts().byte_fallback;
  if (strips && prompt.empty() && text.rfind(' ', 0) == 0) text.erase(0, 1);
  return prompt + text;
}

std::vector<Index> before_stop(std::vector<Index> tokens, const TextMarks& marks) {
  const auto end =
      std::find_first_of(tokens.begin(), tokens.end(), marks.stops.begin(), marks.stops.end());
  tokens.erase(end, tokens.end());
  return tokens;
}

}  // namespace holo
