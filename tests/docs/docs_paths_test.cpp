// docs_paths_test.cpp: the pages say which chapters they need and what comes next as the figure of
// the paths does.
#include <doctest/doctest.h>

#include "docs/docs_files.h"
#include "docs/docs_glossary.h"
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
  CHECK(docs::reading_order(index).size() == course_pages().size());
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

TEST_CASE("docs paths checker: a line that does not agree") {
  const std::string opening = "By the end you train a neuron.\nAn hour; you need chapter 1.";
  const auto problem = [&](const std::string& first, const std::string& rest) {
    return docs::problem_of_path(*course_page("2"), "# Two\n\n" + first + "\n\n" + rest + '\n');
  };
  const std::string next = "Next: [3](03_bigram_counts.md#x), text.";
  CHECK(problem(opening, next) == "");
  CHECK(problem("Text.", next) == "the first paragraph must begin with: By the end ");
  CHECK(problem("By the end you know chapter 1.", next) ==
        "the first paragraph must say how many minutes or hours the page takes");
  CHECK(problem("By the end of an hour you know it.", next) ==
        "the first paragraph must say that the page needs chapter 1");
  CHECK(problem(opening + " [One](01_value.md)", next) == "the first paragraph must have no link");
  CHECK(problem(opening, "Text.") == "\"Next:\" does not lead to 03_bigram_counts.md");
  CHECK(problem(opening, "Next: [4](04_bigram_gradients.md).") ==
        "\"Next:\" leads to 04_bigram_gradients.md, which is not what comes next");
  CHECK(docs::chapters_needed(*course_page("16")) == "chapters 7.2, 14.2 and 15");
}

}  // namespace docs_paths_test
