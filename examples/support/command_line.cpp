// command_line.cpp: finds flags among the words; then their values: texts, numbers and choices.
#include "support/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "base/parse_number.h"
#include "base/utf8.h"
#include "base/words.h"
#include "holo/check.h"
#include "support/recording.h"

namespace holo {
namespace {

// What nanoGPT and other programs call our flags.
constexpr std::pair<std::string_view, std::string_view> other_names[] = {
    {"batch-size", "batch"},
    {"learning-rate", "lr"},
    {"max-iters", "steps"},
    {"max-steps", "steps"},
    {"warmup-iters", "warmup"},
    {"eval-interval", "eval-every"},
    {"eval-iters", "eval-batches"},
    {"num-samples", "samples"},
    {"max-new-tokens", "sample-length"},
    {"start", "prompt"},
    {"out-dir", "out"},
    {"dataset", "data"}};

}  // namespace

bool is_flag(std::string_view word) { return word.size() > 2 && word.substr(0, 2) == "--"; }

std::string_view name_of(std::string_view word) { return word.substr(0, word.find('=')); }

std::string without_dashes(std::string_view word) {
  return std::string(word.substr(std::min(word.find_first_not_of('-'), word.size())));
}

CommandLine::CommandLine(int argc, char** argv, std::string about)
    : program_(argc > 0 ? argv[0] : "program"), about_(std::move(about)) {
  program_.erase(0, program_.find_last_of('/') + 1);
  for (int i = 1; i < argc; ++i) {
    words_.push_back({argv[i]});
    const std::string& word = words_.back().text;
    help_wanted_ = help_wanted_ || word == "--help" || word == "-h";
  }
}

std::size_t CommandLine::find_once(const std::string& name) const {
  std::size_t found = words_.size();
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (!is_flag(words_[i].text) || name_of(words_[i].text) != name) continue;
    if (found != words_.size()) throw UsageError(name, "given twice", "one at most");
    found = i;
  }
  return found;
}

std::optional<CommandLine::Value> CommandLine::value_of_words(const std::string& name,
                                                              const std::string& expected) {
  const std::size_t at = find_once(name);
  if (at == words_.size()) return std::nullopt;
  words_[at].used = true;
  const std::string& word = words_[at].text;
  if (word.size() > name.size()) return Value{word.substr(name.size() + 1), name};
  if (at + 1 == words_.size() || is_flag(words_[at + 1].text)) {
    throw UsageError(name, "no value", expected);
  }
  words_[at + 1].used = true;
  return Value{words_[at + 1].text, name};
}

std::optional<CommandLine::Value> CommandLine::fallen_back(const std::string& name) const {
  for (const FallBack& fall_back : fall_backs_) {
    const auto found = fall_back.values.find(without_dashes(name));
    if (found == fall_back.values.end()) continue;
    return Value{found->second, fmt::format("{}: {}", fall_back.where, found->first)};
  }
  return std::nullopt;
}

std::optional<CommandLine::Value> CommandLine::value_of(const std::string& name,
                                                        const std::string& expected) {
  if (help_wanted_) return std::nullopt;
  if (std::optional<Value> given = value_of_words(name, expected)) return given;
  return fallen_back(name);
}

bool CommandLine::given(const std::string& name) const {
  return std::any_of(words_.begin(), words_.end(), [&name](const Word& word) {
    return is_flag(word.text) && name_of(word.text) == name;
  });
}

void CommandLine::fall_back(const std::map<std::string, std::string>& values,
                            const std::string& where) {
  fall_backs_.push_back({where, values});
}

void CommandLine::finish() {
  std::string device;
  if (devices != nullptr) {
    device =
        choice("--device", devices->names(), "device that computes tensors; or set HOLO_DEVICE");
  }
  if (recorder != nullptr) recorder->declare_flags(*this);
  if (help_wanted_) throw HelpRequested{help_text()};
  for (const Word& word : words_) {
    if (word.used) continue;
    const std::string flag = nearest_flag(word.text);
    const std::string hint = flag.empty() ? program_ + " --help" : flag;
    if (!is_flag(word.text)) throw UsageError(in_quotes(word.text), "stray word", "a flag", hint);
    throw UsageError(shortened(name_of(word.text)), "unknown flag", "one that --help lists", hint);
  }
  if (devices != nullptr) {
    const std::optional<Value> given = value_of("--device", "");
    devices->choose(device, given ? given->where.c_str() : "--device");
  }
  if (recorder != nullptr) recorder->begin(*this);
}

std::string CommandLine::command() const {
  std::string text = program_;
  bool is_file = false;
  for (const Word& word : words_) {
    std::string shown = word.text;
    if (is_flag(shown)) {
      is_file = std::any_of(flags_.begin(), flags_.end(), [&](const Flag& flag) {
        return flag.name == name_of(shown) && flag.is_file();
      });
    }
    const std::size_t start = is_flag(shown) ? name_of(shown).size() + 1 : 0;
    const std::size_t slash = shown.rfind('/');
    if (is_file && slash != shown.npos) shown.erase(start, slash + 1 - start);
    text += " " + shell_word(shown);
  }
  return text;
}

std::string CommandLine::nearest_flag(std::string_view word) const {
  // Neither case nor the kind of dash counts: --n_embd and -N-EMBD are near --n-embd.
  std::string plain = without_dashes(name_of(word));
  for (char& c : plain) c = c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  for (const auto& [theirs, ours] : other_names) {
    if (plain == theirs) plain = ours;
  }
  std::vector<std::string> names = {"help"};
  for (const Flag& flag : flags_) names.push_back(without_dashes(flag.name));
  const std::string name = nearest(plain, names);
  return name.empty() ? "" : "--" + name;
}

std::string CommandLine::help_text() const {
  std::vector<Flag> flags = flags_;
  flags.push_back({"--help", "", "print this help"});
  const auto left = [](const Flag& flag) {
    return flag.meta.empty() ? flag.name : flag.name + " " + flag.meta;
  };
  std::size_t width = 0;
  for (const Flag& flag : flags) width = std::max(width, left(flag).size());

  std::string text = fmt::format("usage: {} [FLAG ...]\n{}\n\n", program_, about_);
  for (const Flag& flag : flags) {
    std::string column = left(flag);
    column.resize(width, ' ');
    text += fmt::format("  {}  {}\n", column, flag.help);
  }
  return text;
}

// ---- values ----

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

// ---- a command line as it is typed ----

namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-_./=+:,@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string word = "'", escaped = "$'";
  bool escapes = false;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::Character read = utf8::read(text, at);
    const std::string_view bytes = text.substr(at, read.length);
    at += read.length;
    if (read.problem != nullptr || utf8::is_control(read.code)) {
      escapes = true;
      for (const char c : bytes) escaped += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      word += bytes == "'" ? "'\\''" : bytes;
      if (bytes == "'" || bytes == "\\") escaped += '\\';
      escaped += bytes;
    }
  }
  return (escapes ? escaped : word) + "'";
}

}  // namespace holo
