// gpt_options_text.cpp: converts a GPT's options to named strings for a file, and back.
#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <type_traits>

#include "base/parse_number.h"
#include "holo/check.h"
#include "holo/nn/gpt_options.h"

namespace holo {
namespace {

// Calls visit(name, member) for each option that determines shapes or formulas.
template <class Options, class Visit>
void for_each_option(Options& options, Visit&& visit) {
  visit("gpt.vocab_size", options.vocab_size);
  visit("gpt.block_size", options.block_size);
  visit("gpt.n_layer", options.n_layer);
  visit("gpt.n_head", options.n_head);
  visit("gpt.n_head_kv", options.n_head_kv);
  visit("gpt.n_embd", options.n_embd);
  visit("gpt.ffn", options.ffn);
  visit("gpt.hidden", options.hidden);
  visit("gpt.norm", options.norm);
  visit("gpt.norm_gain", options.norm_gain);
  visit("gpt.norm_epsilon", options.norm_epsilon);
  visit("gpt.norm_embedding", options.norm_embedding);
  visit("gpt.norm_final", options.norm_final);
  visit("gpt.positions", options.positions);
  visit("gpt.rotary_base", options.rotary_base);
  visit("gpt.bias", options.bias);
  visit("gpt.tied", options.tied);
}

// True for options that a file contains only if they differ from the default, because older
// versions do not know them.
bool may_be_missing(std::string_view name) {
  return name == "gpt.n_head_kv" || name == "gpt.norm_epsilon" || name == "gpt.rotary_base";
}

std::string to_text(const std::string& word) { return word; }
std::string to_text(Norm norm) { return kind_name(norm); }
std::string to_text(Positions positions) { return kind_name(positions); }
std::string to_text(bool yes) { return yes ? "yes" : "no"; }
std::string to_text(Index number) { return std::to_string(number); }
std::string to_text(double number) { return fmt::format("{}", number); }  // reads back the same
std::string to_text(const std::optional<Index>& number) {
  return number ? std::to_string(*number) : "default";
}

// Reads `text` into the second argument; returns false if it is not a valid value of that type.
bool from_text(const std::string& text, std::string& word) {
  word = text;
  return true;
}
template <class Kind>
requires std::is_enum_v<Kind>
bool from_text(const std::string& text, Kind& kind) {
  const std::optional<Kind> named = kind_named<Kind>(text);
  if (named) kind = *named;
  return named.has_value();
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
bool from_text(const std::string& text, double& number) {
  const std::optional<double> parsed = parse_number(text);
  if (parsed) number = *parsed;
  return parsed.has_value();
}
bool from_text(const std::string& text, std::optional<Index>& number) {
  if (text == "default") {
    number.reset();
    return true;
  }
  return from_text(text, number.emplace());
}

const char* expected_text(const std::string&) { return "a word"; }
const char* expected_text(Norm) { return "layer or rms"; }
const char* expected_text(Positions) { return "learned or rotary"; }
const char* expected_text(bool) { return "yes or no"; }
const char* expected_text(Index) { return "a whole number"; }
const char* expected_text(double) { return "a number"; }
const char* expected_text(const std::optional<Index>&) { return "a whole number or default"; }

std::map<std::string, std::string> all_to_text(const GPTOptions& options) {
  std::map<std::string, std::string> text;
  for_each_option(options,
                  [&](const char* name, const auto& value) { text[name] = to_text(value); });
  return text;
}

}  // namespace

std::map<std::string, std::string> gpt_options_to_text(const GPTOptions& options) {
  std::map<std::string, std::string> text = all_to_text(options);
  for (const auto& [name, value] : all_to_text(GPTOptions())) {
    if (may_be_missing(name) && text[name] == value) text.erase(name);
  }
  return text;
}

GPTOptions gpt_options_from_text(const std::map<std::string, std::string>& text,
                                 const std::string& where) {
  GPTOptions options;
  for_each_option(options, [&](const char* name, auto& value) {
    const auto entry = text.find(name);
    if (entry == text.end()) {
      if (may_be_missing(name)) return;
      throw Error(where, fmt::format("no \"{}\"", name), "all options of a GPT",
                  "a file that train_gpt wrote");
    }
    if (from_text(entry->second, value)) return;
    throw Error(where, fmt::format("\"{}\" is \"{}\"", name, entry->second), expected_text(value));
  });
  const std::map<std::string, std::string> known = all_to_text(options);
  for (const auto& [name, value] : text) {
    if (!name.starts_with("gpt.") || known.contains(name)) continue;
    throw Error(where, fmt::format("an unknown \"{}\"", name), "the options of a GPT",
                "a newer version of this library");
  }
  try {
    check_gpt_options(options);
  } catch (const UsageError& error) {
    throw Error(where, error.found(), error.expected(), error.hint());
  }
  return options;
}

}  // namespace holo
