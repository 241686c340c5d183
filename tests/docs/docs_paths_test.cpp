// docs_paths_test.cpp: the pages say which chapters they need and what comes next as the figure of
// the paths does.
#include <doctest/doctest.h>

#include <algorithm>

#include "docs/docs_files.h"
#include "docs/docs_paths.h"

namespace docs_paths_test {
namespace {

using docs::PathPage;
using holo::course_page;
using holo::course_pages;

std::string read(const std::string& page) {
  return docs::read(docs::root() / "docs" / page).value_or("");
}

// The cell of the table of chapters that says what a page needs: "2, 3", or "-".
std::string cell_of(const PathPage& page) {
  std::string cell;
  for (const std::string& number : page.needs) cell += (cell.empty() ? "" : ", ") + number;
  return cell.empty() ? "-" : cell;
}

}  // namespace

TEST_CASE("docs paths: each page says what it needs and what comes next, as the figure does") {
  for (const PathPage& page : course_pages()) {
    const std::string problem = docs::problem_of_path(page, read(page.file));
    CHECK_MESSAGE(problem == "", "docs/" << page.file << ": " << problem);
  }
}

TEST_CASE("docs paths: the table of chapters says what each page needs") {
  const std::string index = read("README.md");
  std::size_t rows = 0;
  for (const std::string& line : docs::lines_of(index)) {
    for (const PathPage& page : course_pages()) {
      if (line.find("](" + page.file + ") |") == std::string::npos) continue;
      ++rows;
      CHECK_MESSAGE(docs::starts(line, "| [" + page.number + ". "), line);
      CHECK_MESSAGE(docs::ends(line, " | " + cell_of(page) + " |"),
                    line << " must end with " << cell_of(page));
    }
  }
  CHECK(rows == course_pages().size());
  const docs::Lines order = docs::reading_order(index);
  CHECK(order.size() == course_pages().size());
  for (const auto& entry : docs::fs::directory_iterator(docs::root() / "docs")) {
    const std::string name = entry.path().filename().string();
    if (!docs::is_digit(name[0]) || !docs::ends(name, ".md")) continue;
    CHECK_MESSAGE(std::count(order.begin(), order.end(), name) == 1,
                  "the table of chapters in docs/README.md needs one row with " << name);
  }
  for (const docs::CoursePath path : {docs::CoursePath::language_model, docs::CoursePath::gates}) {
    std::string list;
    for (const PathPage& page : holo::pages_on(path)) {
      if (page.path == path) list += (list.empty() ? "" : ", ") + docs::link_to_chapter(page);
    }
    CHECK_MESSAGE(index.find(list) != std::string::npos, "docs/README.md must have: " << list);
  }
}

TEST_CASE("docs paths: a page needs earlier pages of its own path only") {
  for (const PathPage& page : course_pages()) {
    for (const std::string& number : page.needs) {
      REQUIRE(course_page(number) != nullptr);
      CHECK_MESSAGE(course_page(number) < course_page(page.number), page.number << " " << number);
      CHECK_MESSAGE((course_page(number)->path == docs::CoursePath::trunk ||
                     course_page(number)->path == page.path || page.path == docs::CoursePath::side),
                    page.number << " needs " << number << ", which is on the other path");
    }
  }
}

}  // namespace docs_paths_test
