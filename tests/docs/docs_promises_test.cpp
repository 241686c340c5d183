// docs_promises_test.cpp: each line of the tables of docs/promises.md names a test that is there: a
// file below tests/, or a target of make.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "docs/docs_files.h"
#include "docs/docs_text.h"

namespace docs_promises_test {
namespace {

std::string read(const std::string& path) { return docs::read(docs::root() / path).value_or(""); }

// The code spans of a text.
docs::Lines spans_of(const std::string& text) {
  docs::Lines spans;
  for (std::size_t at = 0; (at = text.find('`', at)) != std::string::npos;) {
    const std::size_t end = text.find('`', at + 1);
    if (end == std::string::npos) break;
    spans.push_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return spans;
}

// Promise, tests and figures of each row.
std::vector<docs::Lines> rows_of(const std::string& page) {
  std::vector<docs::Lines> rows;
  for (const std::string& line : docs::lines_of(page)) {
    if (!docs::starts(line, "| ") || docs::starts(line, "| Promise ")) continue;
    docs::Lines cells;
    for (std::size_t at = 1; at < line.size();) {
      const std::size_t end = std::min(line.find('|', at), line.size());
      cells.push_back(docs::trim(line.substr(at, end - at)));
      at = end + 1;
    }
    rows.push_back(cells);
  }
  return rows;
}

// Why the tests of a row are none; "" when all are there.
std::string problem_of(const docs::Lines& row, const std::string& makefile) {
  if (row.size() != 3) return "has not three cells";
  int tests = 0;
  for (const std::string& span : spans_of(row[1])) {
    if (docs::starts(span, "tests/")) {
      ++tests;
      if (read(span).empty()) return "names " + span + ", which is not there";
    }
    if (docs::starts(span, "make ")) {
      ++tests;
      const std::string target = "\n" + span.substr(5) + ":";
      if (makefile.find(target) == std::string::npos) return "names no target: " + span;
    }
  }
  return tests == 0 ? "names no test" : "";
}

}  // namespace

TEST_CASE("docs: each promise names its tests, which are there") {
  const std::string makefile = read("Makefile");
  const std::vector<docs::Lines> rows = rows_of(read("docs/promises.md"));
  CHECK(rows.size() >= 15);
  for (const docs::Lines& row : rows) {
    INFO(row[0]);
    CHECK(problem_of(row, makefile) == "");
  }
}

}  // namespace docs_promises_test
