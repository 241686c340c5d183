// docs_pytorch_names_test.cpp: the functions that the table for readers who know PyTorch gives are
// in the headers.
#include <doctest/doctest.h>

#include <filesystem>
#include <regex>
#include <string>

#include "docs/docs_files.h"
#include "docs/docs_text.h"

namespace docs_pytorch_names_test {
namespace {

std::string all_headers() {
  std::string text;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(docs::root() / "include/holo")) {
    if (entry.path().extension() == ".h") text += docs::read(entry.path()).value_or("");
  }
  return text;
}

}  // namespace

TEST_CASE("docs: each name that a reader who knows PyTorch is told is in a header") {
  const std::string headers = all_headers();
  const std::regex name(R"(([A-Za-z_]+)\()");
  int names = 0;
  for (const std::string& line :
       docs::lines_of(docs::read(docs::root() / "docs/pytorch_names.md").value_or(""))) {
    const std::size_t ours = line.find(" | `");
    if (!docs::starts(line, "| `") || ours == std::string::npos) continue;
    const std::string right = line.substr(ours);
    for (std::sregex_iterator it(right.begin(), right.end(), name), end; it != end; ++it) {
      const std::string word = (*it)[1].str();
      if (word == "random") continue;  // the name of a variable
      CHECK_MESSAGE(std::regex_search(headers, std::regex("\\b" + word + "\\(")),
                    word << " is in no header");
      ++names;
    }
  }
  CHECK(names >= 60);
}

}  // namespace docs_pytorch_names_test
