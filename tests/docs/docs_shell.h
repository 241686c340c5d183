// docs_shell.h: checks commands for readers: targets and settings of make, flags of our programs.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "docs/docs_page.h"

namespace docs {

/// The commands that exist.
struct Commands {
  std::set<std::string> targets, settings;  // of the Makefile
  std::set<std::string> programs;           // in bin/: examples, bench_NAME, tests
  std::set<std::string> not_built;          // programs whose flags are unknown
  std::function<std::string(const std::string& program)> help;
};

/// Reads the targets that have a rule and the settings that have a value.
inline void read_makefile(const std::string& text, Commands& commands) {
  for (const std::string& line : lines_of(text)) {
    const std::size_t equal = line.find('=');
    std::string head = trim(line.substr(0, std::min(equal, line.size())));
    while (!head.empty() && std::string(":?+ ").find(head.back()) != std::string::npos)
      head.pop_back();
    const bool upper =
        !head.empty() && head.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == std::string::npos;
    if (equal != std::string::npos && upper) commands.settings.insert(head);

    const std::size_t colon = line.find(':');
    const bool rule = colon != std::string::npos && colon > 0 && is_letter(line[0]) &&
                      (colon + 1 == line.size() || line[colon + 1] == ' ');
    if (!rule || line.substr(0, colon).find_first_of("$=%") != std::string::npos) continue;
    for (const std::string& target : words_of(line.substr(0, colon)))
      commands.targets.insert(target);
  }
}

/// Splits at spaces, but not inside '...' or "...", whose quotes are dropped. A comment ends the
/// line;
/// && ; | and the end of a line are separate words.
inline Lines shell_words(const std::string& text) {
  Lines words;
  std::string word;
  char quote = '\0';
  bool open = false;
  const auto close = [&] {
    if (open) words.push_back(word);
    word.clear();
    open = false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      open = true;
    } else if (c == '\\' && i + 1 < text.size()) {
      if (text[++i] != '\n') word += text[i];
    } else if (c == '#' && !open) {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (std::string("\n;|&").find(c) != std::string::npos) {
      close();
      words.push_back("\n");
    } else if (c == ' ') {
      close();
    } else {
      word += c;
      open = true;
    }
  }
  close();
  words.push_back("\n");
  return words;
}

/// True when `flag` is in `text` as a word.
inline bool has_flag(const std::string& text, const std::string& flag) {
  for (std::size_t i = 0; (i = text.find(flag, i)) != std::string::npos; i += flag.size()) {
    const char next = i + flag.size() < text.size() ? text[i + flag.size()] : ' ';
    if (!is_letter(next) && !is_digit(next) && next != '-') return true;
  }
  return false;
}

/// The `--flags` among `words` that the help of `program` does not name.
inline Lines check_flags(const Lines& words, const std::string& program, const Commands& commands) {
  Lines problems;
  if (commands.not_built.count(program) > 0) return problems;
  for (const std::string& word : words) {
    if (!starts(word, "--") || word.size() < 3 || !is_letter(word[2])) continue;
    const std::string flag = word.substr(0, word.find('='));
    if (!has_flag(commands.help(program), flag))
      problems.push_back(program + " has no flag " + flag);
  }
  return problems;
}

/// The words after `make`: options, settings, targets and programs of the build.
inline Lines check_make(const Lines& words, const Commands& commands) {
  Lines problems, arguments;
  std::string program;
  bool folder = false;  // the word after -C
  for (const std::string& word : words) {
    const std::size_t equal = word.find('=');
    if (std::exchange(folder, word == "-C") || word[0] == '-') continue;
    if (equal != std::string::npos) {
      const std::string setting = word.substr(0, equal);
      if (commands.settings.count(setting) == 0)
        problems.push_back("make has no setting " + setting);
      if (setting == "ARGS") arguments = words_of(word.substr(equal + 1));
      continue;
    }
    const bool runs = starts(word, "run-") && commands.programs.count(word.substr(4)) > 0;
    const bool built = starts(word, "build/") && word.find("/bin/") != std::string::npos &&
                       commands.programs.count(word.substr(word.rfind('/') + 1)) > 0;
    if (!runs && !built && commands.targets.count(word) == 0)
      problems.push_back("make has no target " + word);
    if (runs) program = word.substr(4);
    if (word == "demo") program = "train_gpt";
    if (word == "microgpt" || word == "exact") program = "07_microgpt";
  }
  if (program.empty()) return problems;
  for (const std::string& problem : check_flags(arguments, program, commands))
    problems.push_back(problem);
  return problems;
}

/// The problems of these commands. Ignores commands that are not ours.
inline Lines check_commands(const std::string& text, const Commands& commands) {
  Lines problems, command;
  for (const std::string& word : shell_words(text)) {
    if (word != "\n") {
      const bool prefix = word == "sudo" || word == "$" || word.find('=') != std::string::npos;
      if (!(command.empty() && prefix)) command.push_back(word);
      continue;
    }
    if (command.empty()) continue;
    const std::string program = command[0].substr(command[0].rfind('/') + 1);
    const bool built = command[0].find("build/") != std::string::npos &&
                       command[0].find("/bin/") != std::string::npos;
    const bool known = commands.programs.count(program) > 0;
    const Lines rest(command.begin() + 1, command.end());
    Lines found;
    if (command[0] == "make") found = check_make(rest, commands);
    if (known) found = check_flags(rest, program, commands);
    if (built && !known) found = {"the build makes no program " + program};
    problems.insert(problems.end(), found.begin(), found.end());
    command.clear();
  }
  return problems;
}

}  // namespace docs
