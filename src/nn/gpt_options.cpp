// gpt_options.cpp: presets of GPT options, their checks, and their form as text.
#include "holo/nn/gpt_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <set>

#include "holo/nn/feed_forward.h"
#include "nn/check_size.h"
#include "nn/choice.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

constexpr const char* where_gpt = "GPT";
constexpr std::string_view position_names[] = {"learned", "rotary"};

FeedForwardOptions feed_forward_sizes(const GPTOptions& options) {
  return {.hidden = options.hidden, .bias = options.bias};
}

void check_heads(const GPTOptions& options) {
  const Index C = options.n_embd, heads = options.n_head;
  if (C % heads != 0) {
    const Index below = C / heads * heads, above = checked_add(where_gpt, below, heads);
    throw UsageError(where_gpt, fmt::format("n_embd {} is not divisible by n_head {}", C, heads),
                     "a multiple of it",
                     below == 0 ? fmt::format("n_embd {}", above)
                                : fmt::format("n_embd {} or {}", below, above));
  }
  if (options.positions == "rotary" && C / heads % 2 != 0) {
    throw UsageError(where_gpt, fmt::format("rotary positions with {} channels a head", C / heads),
                     "an even number: they are rotated in pairs", "another n_head or n_embd");
  }
}

// ---- options as text ----

// Calls visit(name, member) for everything that decides shapes and formulas.
template <class Options, class Visit>
void for_each_option(Options& options, Visit&& visit) {
  visit("gpt.vocab_size", options.vocab_size);
  visit("gpt.block_size", options.block_size);
  visit("gpt.n_layer", options.n_layer);
  visit("gpt.n_head", options.n_head);
  visit("gpt.n_embd", options.n_embd);
  visit("gpt.ffn", options.ffn);
  visit("gpt.hidden", options.hidden);
  visit("gpt.norm", options.norm);
  visit("gpt.norm_gain", options.norm_gain);
  visit("gpt.norm_embedding", options.norm_embedding);
  visit("gpt.norm_final", options.norm_final);
  visit("gpt.positions", options.positions);
  visit("gpt.bias", options.bias);
  visit("gpt.tied", options.tied);
}

std::string to_text(const std::string& word) { return word; }
std::string to_text(bool yes) { return yes ? "yes" : "no"; }
std::string to_text(Index number) { return std::to_string(number); }
std::string to_text(const std::optional<Index>& number) {
  return number ? std::to_string(*number) : "default";
}

// Each returns false for a text that is not a value of that type.
bool from_text(const std::string& text, std::string& word) {
  word = text;
  return true;
}
bool from_text(const std::string& text, bool& yes) {
  yes = text == "yes";
  return yes || text == "no";
}
bool from_text(const std::string& text, Index& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc() && stop == end;
}
bool from_text(const std::string& text, std::optional<Index>& number) {
  if (text == "default") {
    number.reset();
    return true;
  }
  return from_text(text, number.emplace());
}

const char* expected_text(const std::string&) { return "a word"; }
const char* expected_text(bool) { return "yes or no"; }
const char* expected_text(Index) { return "a whole number"; }
const char* expected_text(const std::optional<Index>&) { return "a whole number or default"; }

}  // namespace

GPTOptions microgpt_options(Index vocab_size) {
  return {.vocab_size = vocab_size,
          .block_size = 16,
          .n_layer = 1,
          .n_head = 4,
          .n_embd = 16,
          .ffn = "relu",
          .norm = "rms",
          .norm_gain = false,
          .norm_embedding = true,
          .norm_final = false,
          .bias = false,
          .tied = false,
          .init_std = 0.08,
          .scaled_init = false};
}

GPTOptions nano_options(Index vocab_size) { return {.vocab_size = vocab_size}; }

void check_gpt_options(const GPTOptions& options) {
  checked_size(where_gpt, "vocab_size", options.vocab_size);
  checked_size(where_gpt, "block_size", options.block_size);
  checked_size(where_gpt, "n_layer", options.n_layer);
  checked_size(where_gpt, "n_head", options.n_head);
  checked_size(where_gpt, "n_embd", options.n_embd);
  checked_choice(where_gpt, "norm", options.norm, norm_names);
  checked_choice(where_gpt, "positions", options.positions, position_names);
  check_heads(options);
  feed_forward_parameter_count(options.ffn, options.n_embd, feed_forward_sizes(options));
  if (!(options.dropout >= 0 && options.dropout < 1)) {
    throw UsageError(where_gpt, fmt::format("dropout {}", options.dropout), "0 <= dropout < 1",
                     "0.1");
  }
  if (!(options.init_std >= 0) || !std::isfinite(options.init_std)) {
    throw UsageError(where_gpt, fmt::format("init_std {}", options.init_std),
                     "a finite number from 0 on", "0.02");
  }
}

Index gpt_parameter_count(const GPTOptions& options) {
  check_gpt_options(options);
  const auto times = [](Index a, Index b) { return checked_mul(where_gpt, a, b); };
  const auto plus = [](Index a, Index b) { return checked_add(where_gpt, a, b); };
  const Index C = options.n_embd, V = options.vocab_size;
  const Index norm_numbers =
      options.norm_gain ? (options.norm == "layer" && options.bias ? times(2, C) : C) : 0;
  const Index attention = plus(times(4, times(C, C)), options.bias ? times(4, C) : 0);
  const Index block =
      plus(plus(attention, times(2, norm_numbers)),
           feed_forward_parameter_count(options.ffn, C, feed_forward_sizes(options)));
  const Index tables = plus(times(options.tied ? 1 : 2, times(V, C)),
                            options.positions == "learned" ? times(options.block_size, C) : 0);
  const Index norms =
      (options.norm_embedding ? norm_numbers : 0) + (options.norm_final ? norm_numbers : 0);
  return plus(plus(tables, norms), times(options.n_layer, block));
}

std::map<std::string, std::string> gpt_options_to_text(const GPTOptions& options) {
  std::map<std::string, std::string> text;
  for_each_option(options,
                  [&](const char* name, const auto& value) { text[name] = to_text(value); });
  return text;
}

GPTOptions gpt_options_from_text(const std::map<std::string, std::string>& text,
                                 const std::string& where) {
  GPTOptions options;
  std::set<std::string> known;
  for_each_option(options, [&](const char* name, auto& value) {
    known.insert(name);
    const auto entry = text.find(name);
    if (entry == text.end()) {
      throw Error(where, fmt::format("no \"{}\"", name), "all options of a GPT",
                  "a file that train_gpt wrote");
    }
    if (!from_text(entry->second, value)) {
      throw Error(where, fmt::format("\"{}\" is \"{}\"", name, entry->second),
                  expected_text(value));
    }
  });
  for (const auto& [name, value] : text) {
    if (name.rfind("gpt.", 0) == 0 && known.count(name) == 0) {
      throw Error(where, fmt::format("an unknown \"{}\"", name), "the options of a GPT",
                  "a newer version of this library");
    }
  }
  try {
    check_gpt_options(options);
  } catch (const UsageError& error) {
    throw Error(where, error.found(), error.expected(), error.hint());
  }
  return options;
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
