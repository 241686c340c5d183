// command_line_values.cpp: the values of flags: texts, numbers, choices, and files of settings.
#include "support/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <sstream>

#include "base/nearest.h"
#include "base/parse_number.h"
#include "holo/check.h"
#include "holo/data.h"

namespace holo {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string trimmed(const std::string& text) {
  constexpr const char* white = " \t\r";
  const std::size_t from = text.find_first_not_of(white);
  if (from == std::string::npos) return "";
  return text.substr(from, text.find_last_not_of(white) - from + 1);
}

// Where a comment begins: a "#" at the start, after white space or where a value would begin.
// run#1.csv has none.
std::size_t comment_of(const std::string& line) {
  for (std::size_t at = line.find('#'); at != std::string::npos; at = line.find('#', at + 1)) {
    if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') return at;
    if (line.find('=') == at - 1) return at;
  }
  return std::string::npos;
}

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

std::map<std::string, std::string> parse_settings(const std::string& text,
                                                  const std::string& name) {
  std::istringstream lines(text);
  std::map<std::string, std::string> values;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    line = trimmed(line.substr(0, comment_of(line)));
    if (line.empty()) continue;
    const std::size_t equals = line.find('=');
    const std::string flag = trimmed(line.substr(0, equals));
    if (equals == std::string::npos || flag.empty()) {
      throw UsageError(fmt::format("{}, line {}", name, number), in_quotes(line), "name = value",
                       "n-layer = 4");
    }
    const std::string value = trimmed(line.substr(equals + 1));
    const auto [entry, is_new] = values.emplace(flag, value);
    if (!is_new) entry->second.append("\n").append(value);
  }
  return values;
}

std::map<std::string, std::string> read_settings_file(const std::string& path) {
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  return parse_settings(read_text(path, most_bytes), path);
}

std::string CommandLine::text(const std::string& name, const std::string& preset,
                              const std::string& meta, const std::string& help) {
  const std::string shown = preset.empty() ? "" : fmt::format(" (default {})", preset);
  flags_.push_back({name, meta, help + shown});
  const std::optional<Value> value = value_of(name, meta);
  const bool is_empty = value && value->text.empty();
  // An empty setting is a text that was not given, which is what values() says of one.
  if (is_empty && value->where == name) throw UsageError(value->where, "''", meta);
  return values_[without_dashes(name)] = value && !is_empty ? value->text : preset;
}

std::vector<std::string> CommandLine::texts(const std::string& name, const std::string& meta,
                                            const std::string& help) {
  flags_.push_back({name, meta + "...", help});
  if (help_wanted_) return {};
  std::vector<std::string> found;
  std::string where = name;
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
  } else if (const std::optional<Value> lines = fallen_back(name); lines && !lines->text.empty()) {
    where = lines->where;
    for (std::size_t at = 0; at <= lines->text.size();) {
      const std::size_t end = std::min(lines->text.find('\n', at), lines->text.size());
      found.push_back(lines->text.substr(at, end - at));
      at = end + 1;
    }
  }
  if (std::find(found.begin(), found.end(), "") != found.end()) {
    throw UsageError(where, "''", meta);
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
