// gpt_flags.cpp: finds names of options among the words of a text.
#include "gpt/gpt_flags.h"

#include <algorithm>
#include <array>

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
