// command_line_values.cpp: the values of flags: texts, numbers and choices.
#include "support/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/parse_number.h"
#include "base/words.h"
#include "holo/check.h"

namespace holo {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Not fmt::join: fmt 9 under g++ 12 -O3 warns of an overflow in its own header.
std::string joined(const std::vector<std::string>& names, const char* separator) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : separator) + name;
  return text;
}

}  // namespace

Interval above(double low) { return {low, infinity, true, true}; }
Interval at_least(double low) { return {low, infinity, false, true}; }
Interval between(double low, double high) { return {low, high, false, false}; }
Interval half_open(double low, double high) { return {low, high, false, true}; }

bool contains(const Interval& interval, double x) {
  return (interval.low_excluded ? x > interval.low : x >= interval.low) &&
         (interval.high_excluded ? x < interval.high : x <= interval.high);
}

std::string range_text(const Interval& interval) {
  const std::string low =
      fmt::format("{} {}", interval.low_excluded ? "above" : "at least", interval.low);
  if (interval.high == infinity) return low;
  if (!interval.low_excluded && !interval.high_excluded) {
    return fmt::format("from {} to {}", interval.low, interval.high);
  }
  return fmt::format("{} and {} {}", low, interval.high_excluded ? "below" : "at most",
                     interval.high);
}

std::string CommandLine::text(const std::string& name, const std::string& preset,
                              const std::string& meta, const std::string& help) {
  const std::string shown = preset.empty() ? "" : fmt::format(" (default {})", preset);
  flags_.push_back({name, meta, help + shown});
  const std::optional<Value> value = value_of(name, meta);
  const bool is_empty = value && value->text.empty();
  // An empty value to fall back on is a text that was not given, as values() says it.
  if (is_empty && value->where == name) throw UsageError(value->where, "''", meta);
  return values_[without_dashes(name)] = value && !is_empty ? value->text : preset;
}

std::vector<std::string> CommandLine::texts(const std::string& name, const std::string& meta,
                                            const std::string& help) {
  flags_.push_back({name, meta + "...", help});
  if (help_wanted_) return {};
  std::vector<std::string> found;
  if (const std::optional<Value> first = value_of_words(name, meta)) {
    found.push_back(first->text);
    // The words after it, unless it was given as --name=value.
    std::size_t at = find_once(name);
    if (words_[at].text == name) {
      for (at += 2; at < words_.size() && !is_flag(words_[at].text); ++at) {
        words_[at].used = true;
        found.push_back(words_[at].text);
      }
    }
  }
  if (std::find(found.begin(), found.end(), "") != found.end()) {
    throw UsageError(name, "''", meta);
  }
  values_[without_dashes(name)] = joined(found, "\n");
  return found;
}

std::int64_t CommandLine::integer(const std::string& name, std::int64_t preset, std::int64_t low,
                                  std::int64_t high, const std::string& help) {
  flags_.push_back({name, "N", fmt::format("{} ({} to {}, default {})", help, low, high, preset)});
  const std::string expected = fmt::format("an integer from {} to {}", low, high);
  const std::optional<Value> value = value_of(name, expected);
  std::int64_t x = preset;
  if (value) {
    const char* const first = value->text.data();
    const char* const end = first + value->text.size();
    const auto [stop, problem] = std::from_chars(first, end, x);
    if (problem != std::errc() || stop != end || x < low || x > high) {
      throw UsageError(value->where, in_quotes(value->text), expected);
    }
  }
  values_[without_dashes(name)] = std::to_string(x);
  return x;
}

double CommandLine::number(const std::string& name, double preset, Interval interval,
                           const std::string& help, const std::string& instead) {
  const std::string range = range_text(interval);
  flags_.push_back({name, "X", fmt::format("{} ({}, default {})", help, range, preset)});
  const std::string expected = "a number " + range;
  const std::optional<Value> value = value_of(name, expected);
  const std::optional<double> x = value ? parse_number(value->text) : preset;
  if (value && (!x || !contains(interval, *x))) {
    const bool comma = value->text.find(',') != std::string::npos;
    throw UsageError(value->where, in_quotes(value->text), expected,
                     comma               ? "a decimal point"
                     : x == interval.low ? instead
                                         : "");
  }
  values_[without_dashes(name)] = fmt::format("{}", *x);
  return *x;
}

std::string CommandLine::choice(const std::string& name, const std::vector<std::string>& names,
                                const std::string& help) {
  const std::string& preset = names.at(0);
  const std::string list = joined(names, "|");
  const bool is_long = list.size() > 30;  // it would push all other texts to the right
  flags_.push_back(
      {name, is_long ? "NAME" : list,
       fmt::format("{} (default {}{})", help, preset, is_long ? "; " + joined(names, ", ") : "")});
  if (help_wanted_) return chosen_for_help(name, names);
  const std::string expected = "one of " + joined(names, ", ");
  const std::optional<Value> value = value_of(name, expected);
  if (value && std::find(names.begin(), names.end(), value->text) == names.end()) {
    throw UsageError(value->where, in_quotes(value->text), expected, nearest(value->text, names));
  }
  return values_[without_dashes(name)] = value ? value->text : preset;
}

// What is chosen together with --help, so that the flags after it show the defaults that follow.
std::string CommandLine::chosen_for_help(const std::string& name,
                                         const std::vector<std::string>& names) const {
  for (std::size_t i = 0; i + 1 < words_.size(); ++i) {
    const std::string& next = words_[i + 1].text;
    if (words_[i].text == name && std::find(names.begin(), names.end(), next) != names.end()) {
      return next;
    }
  }
  return names.at(0);
}

std::string CommandLine::choice(const std::string& name, const std::string& preset,
                                std::vector<std::string> names, const std::string& help) {
  const auto found = std::find(names.begin(), names.end(), preset);
  std::rotate(names.begin(), found, found + 1);
  return choice(name, names, help);
}

bool CommandLine::flag(const std::string& name, const std::string& help) {
  flags_.push_back({name, "", help});
  if (help_wanted_) return false;
  const std::size_t at = find_once(name);
  if (at == words_.size()) return false;
  words_[at].used = true;
  if (words_[at].text != name) {
    throw UsageError(name, in_quotes(words_[at].text), "no value after it", name);
  }
  return true;
}

}  // namespace holo
