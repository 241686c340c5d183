// program.cpp: what a page calls. The words of a command line arrive as one text, each with a line
// end behind it.
#include "book/engine/program.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

#include "support/corpus.h"

namespace book {

const Program* Program::first = nullptr;

int Program::run(std::span<const std::string> words) {
  std::vector<std::string> all(words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : all) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const std::string name = all.empty() ? "" : all[0];
  for (const Program* program = first; program != nullptr; program = program->next_) {
    if (name == program->name_)
      return program->main_(static_cast<int>(all.size()), arguments.data());
  }
  std::fprintf(stderr, "error: no program '%s' in this module\n", name.c_str());
  return 127;
}

// 08_engine has nothing of the library, and so reads the names from their file.
void write_names() {
  std::filesystem::create_directories("examples/data");
  std::ofstream("examples/data/names.txt")
      << std::string_view(holo::embedded_names, holo::embedded_names_size);
}

}  // namespace book

extern "C" int book_run(const char* text);
extern "C" int book_run(const char* text) {
  book::write_names();
  const int status = book::Program::run(book::words_of(text, '\n'));
  std::fflush(nullptr);
  return status;
}
