// program.h: the programs of the module, by their names.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace book {

using Main = int (*)(int, char**);

/// A program is in the module when it has one of these, which is never destroyed.
class Program {
 public:
  Program(const char* name, Main main) : name_(name), main_(main), next_(first) { first = this; }
  /// What a shell does: the first word is the name of the program. 127 when there is none.
  static int run(std::span<const std::string> words);

 private:
  static const Program* first;
  const char* name_;
  Main main_;
  const Program* next_;
};

/// The words of a text, each with `end` behind it.
inline std::vector<std::string> words_of(std::string_view text, char end) {
  std::vector<std::string> words;
  for (std::size_t stop; (stop = text.find(end)) != text.npos; text.remove_prefix(stop + 1)) {
    words.emplace_back(text.substr(0, stop));
  }
  return words;
}

}  // namespace book
