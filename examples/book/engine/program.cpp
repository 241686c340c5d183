// program.cpp: what a page calls: it runs a program, which may ask for numbers of the reader, or
// asks a model that trains. Words arrive as one text.
#include "book/engine/program.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "support/corpus.h"
#include "support/live/live_model.h"

namespace book {
namespace {

// The words of a text, each with `end` behind it.
std::vector<std::string> words_of(std::string_view text, char end) {
  std::vector<std::string> words;
  for (std::size_t stop; (stop = text.find(end)) != text.npos; text.remove_prefix(stop + 1))
    words.emplace_back(text.substr(0, stop));
  return words;
}

// What a shell does: the first word is the name of the program. 127 when there is none.
int run(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const std::string name = words.empty() ? "" : words[0];
  for (const Program* program = Program::first; program != nullptr; program = program->next) {
    if (name == program->name)
      return program->main(static_cast<int>(words.size()), arguments.data());
  }
  std::fprintf(stderr, "error: no program '%s' in this module\n", name.c_str());
  return 127;
}

}  // namespace

// The environment is read anew each time: a program asks once for each of its numbers.
double knob(const char* line, int index, double preset) {
  const char* const set = std::getenv("HOLO_KNOBS");
  const std::string begin = std::to_string(index) + '\t', end = std::string("\t") + line;
  for (const std::string& one : words_of(std::string(set == nullptr ? "" : set) + '\n', '\n')) {
    if (one.starts_with(begin) && one.ends_with(end) && one.size() > begin.size() + end.size())
      return std::strtod(one.c_str() + begin.size(), nullptr);
  }
  return preset;
}

}  // namespace book

extern "C" int book_run(const char* lines);
extern "C" int book_run(const char* lines) {
  // 08_engine has nothing of the library, and so reads the names from their file.
  std::filesystem::create_directories("examples/data");
  std::ofstream("examples/data/names.txt")
      << std::string_view(holo::embedded_names, holo::embedded_names_size);
  const int status = book::run(book::words_of(lines, '\n'));
  std::fflush(nullptr);
  return status;
}

// Each word of a question has the character U+001F behind it: a text of the reader may have lines.
extern "C" const char* book_ask(const char* question);
extern "C" const char* book_ask(const char* question) {
  static holo::LiveSession session;
  static std::string answer;
  answer = session.ask(book::words_of(question, '\x1f'));
  return answer.c_str();
}
