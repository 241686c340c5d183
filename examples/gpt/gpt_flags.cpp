// gpt_flags.cpp: finds names of options, and numbers of tokens, among the words of a text.
#include "gpt/gpt_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/parse_number.h"
#include "base/words.h"

namespace holo {
namespace {

constexpr std::array<std::string_view, 11> option_names = {
    "n_layer", "n_head",   "n_embd",      "block_size", "vocab_size", "hidden",
    "dropout", "init_std", "temperature", "top_k",      "top_p"};

bool is_option(std::string_view word) {
  return std::find(option_names.begin(), option_names.end(), word) != option_names.end();
}

bool is_of_word(char c) {
  return c == '_' || c == '-' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9');
}

std::string flag_of(std::string_view option) {
  std::string flag = "--" + std::string(option);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

}  // namespace

void check_from(const std::string& file) {
  if (!file.empty()) return;
  throw UsageError("--from", "no file", "a checkpoint of train_gpt",
                   "--from build/demo/names.safetensors, after make demo");
}

std::vector<Index> token_numbers(std::string_view text, Index vocab_size,
                                 const std::string& where) {
  constexpr std::string_view between = " ,\n\r\t";
  std::vector<Index> tokens;
  Index line = 1;
  for (std::size_t at = 0; at < text.size();) {
    if (between.find(text[at]) != between.npos) {
      line += text[at++] == '\n';
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(between, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const std::optional<std::int64_t> token = parse_integer(word);
    if (!token || *token < 0 || *token >= vocab_size) {
      throw Error(fmt::format("{}, line {}", where, line), in_quotes(word),
                  fmt::format("numbers of tokens, from 0 to {}", vocab_size - 1));
    }
    tokens.push_back(static_cast<Index>(*token));
    at = end;
  }
  return tokens;
}

std::string with_flag_names(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_of_word(text[end])) ++end;
    const std::string_view word = std::string_view(text).substr(at, end - at);
    result += is_option(word) ? flag_of(word) : std::string(word);
    if (end < text.size()) result += text[end++];
    at = end;
  }
  return result;
}

}  // namespace holo
