// command_line.cpp: finds flags among the words. Their values are read in command_line_values.cpp.
#include "support/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/words.h"
#include "holo/check.h"
#include "support/device_flag.h"
#include "support/recording.h"
#include "support/shell_word.h"

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

}  // namespace holo
