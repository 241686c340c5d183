// said.cpp: the words of a process: a failure is one line that names what it is about.
#include <fmt/format.h>

#include <sstream>

#include "attack/judge.h"
#include "base/label.h"

namespace attack {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Whether the line has the beginning of this part of a word, escaped as messages show it, or up to
// its first odd byte.
bool shows(const std::string& line, const std::string& part) {
  constexpr std::size_t most = 20;
  for (const std::string& form :
       {holo::plain_label(part), part.substr(0, part.find_first_of("\n\t\x1b\xff"))}) {
    if (!form.empty() && has(line, form.substr(0, most))) return true;
  }
  return false;
}

// A word of the command line, its flag or its value, also with another ending; or what the error is
// about.
bool names_something(const Try& one, const std::string& line) {
  if (line.rfind("error: --", 0) == 0) return true;
  for (const char* about : {"memory", "stdout", "model", "step ", "HOLO_", "sampling", "device"}) {
    if (has(line, about)) return true;
  }
  for (const std::string& word : one.arguments) {
    if (word.empty() && has(line, "''")) return true;
    const std::string value = word.substr(word.find('=') + 1);
    for (const std::string& part :
         {word.substr(0, word.find('=')), value, value.substr(0, value.rfind('.'))}) {
      if (shows(line, part)) return true;
    }
  }
  return false;
}

}  // namespace

Words lines_of(const std::string& text) {
  Words lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string wrong_words(const Try& one, const Result& result) {
  Words errors, strange;
  if (has(result.err, std::string(1, '\0'))) return "a NUL on stderr";
  for (const std::string& line : lines_of(result.err)) {
    if (line.rfind("error: ", 0) == 0) {
      errors.push_back(line);
    } else if (line.rfind("libgomp: Out of memory", 0) == 0) {
      if (result.exit_code == 1) return "";  // the run-time library of OpenMP ends it
    } else if (!line.empty() && line.rfind("warning: ", 0) != 0 &&
               line.rfind("Stopping after this step", 0) != 0 &&
               (line.rfind("step ", 0) != 0 || one.environment.count("HOLO_PROGRESS") == 0)) {
      strange.push_back(line);
    }
  }
  if (!strange.empty()) return "on stderr: " + strange[0].substr(0, 300);
  if (result.exit_code == 0 && !errors.empty()) return "exit code 0 with " + errors[0];
  if (result.exit_code != 1 && result.exit_code != 2) return "";
  if (has(one.closed, "2")) return "";
  if (errors.size() != 1)
    return fmt::format("{} messages for exit code {}", errors.size(), result.exit_code);
  if (errors[0].size() > 2000) return fmt::format("a message of {} bytes", errors[0].size());
  if (!has(errors[0], "; expected ")) return "no \"expected\" in: " + errors[0].substr(0, 300);
  if (!names_something(one, errors[0]))
    return "neither file nor flag in: " + errors[0].substr(0, 300);
  return "";
}

}  // namespace attack
