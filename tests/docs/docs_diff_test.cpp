// docs_diff_test.cpp: where a page tells the reader to compare two programs with diff, there is
// little to read: one idea.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "docs/docs_files.h"
#include "docs/docs_page.h"

namespace docs_diff_test {
namespace {

using docs::Lines;

// How many lines diff shows of the file that it shows more of: those that are not in the longest
// common subsequence of both.
std::size_t lines_of_diff(const Lines& a, const Lines& b) {
  std::vector<std::size_t> common(b.size() + 1);
  for (const std::string& line : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = common[j + 1];
      common[j + 1] = line == b[j] ? diagonal + 1 : std::max(above, common[j]);
      diagonal = above;
    }
  }
  return std::max(a.size(), b.size()) - common.back();
}

// The pairs of programs in "diff examples/A.cpp examples/B.cpp".
std::vector<std::pair<std::string, std::string>> diffs_of(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& line : docs::lines_of(text)) {
    const Lines words = docs::words_of(line);
    if (words.size() >= 3 && words[0] == "diff" && docs::starts(words[1], "examples/"))
      pairs.emplace_back(words[1], words[2]);
  }
  return pairs;
}

}  // namespace

TEST_CASE("docs: a diff of two programs that a page asks for shows one idea") {
  std::size_t pairs = 0;
  for (const auto& entry : docs::fs::directory_iterator(docs::root() / "docs")) {
    if (entry.path().extension() != ".md") continue;
    for (const auto& names : diffs_of(docs::read(entry.path()).value_or(""))) {
      const std::string& before = names.first;  // a binding has no name in the lambda of a CHECK
      const std::string& after = names.second;
      const Lines a = docs::lines_of(docs::read(docs::root() / before).value_or("")),
                  b = docs::lines_of(docs::read(docs::root() / after).value_or(""));
      REQUIRE(!a.empty());
      REQUIRE(!b.empty());
      const std::size_t count = lines_of_diff(a, b);
      CHECK_MESSAGE(count <= 40, entry.path().filename() << ": diff " << before << ' ' << after
                                                         << " shows " << count << " lines");
      ++pairs;
    }
  }
  CHECK(pairs >= 2);
}

TEST_CASE("docs: the lines of a diff are counted") {
  CHECK(lines_of_diff({"a", "b", "c"}, {"a", "b", "c"}) == 0);
  CHECK(lines_of_diff({"a", "b", "c"}, {"a", "x", "c"}) == 1);
  CHECK(lines_of_diff({"a", "c"}, {"a", "b", "b", "c", "d"}) == 3);
  CHECK(diffs_of("make x\ndiff examples/1.cpp examples/2.cpp\ndiff a b\n").size() == 1);
}

}  // namespace docs_diff_test
