// settings_file.cpp: a file of lines `name = value`.
#include <fmt/format.h>

#include <sstream>

#include "holo/check.h"
#include "holo/data.h"
#include "support/command_line.h"
#include "support/flag_word.h"

namespace holo {
namespace {

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

}  // namespace

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

}  // namespace holo
