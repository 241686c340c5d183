// docs_paths_test.cpp: the pages say which chapters they need and what comes next as the figure of
// the paths does, and what a page needs is enough to know its words.
#include <doctest/doctest.h>

#include "docs/docs_files.h"
#include "docs/docs_glossary_check.h"
#include "docs/docs_paths.h"

namespace docs_paths_test {
namespace {

using docs::Lines;
using docs::PathPage;
using holo::course_page;
using holo::course_pages;

std::string read(const std::string& page) {
  return docs::read(docs::root() / "docs" / page).value_or("");
}

const std::string& running_text(const std::string& file) {
  static std::map<std::string, std::string> texts;
  const auto [text, is_new] = texts.try_emplace(file);
  if (is_new) text->second = docs::PageReader(read(file)).page.running;
  return text->second;
}

const docs::Words& words_of_page(const std::string& file) {
  static std::map<std::string, docs::Words> words;
  const auto [found, is_new] = words.try_emplace(file);
  if (is_new) found->second = docs::split_words(running_text(file));
  return found->second;
}

// The cell of the table of chapters that says what a page needs: "2, 3", or "-".
std::string cell_of(const PathPage& page) {
  std::string cell;
  for (const std::string& number : page.needs) cell += (cell.empty() ? "" : ", ") + number;
  return cell.empty() ? "-" : cell;
}

bool in_heading(const std::string& text, std::size_t at) {
  return docs::starts(text, "#", at == 0 ? 0 : text.rfind('\n', at - 1) + 1);
}

// Terms of the glossary that a reader of this page meets for the first time, when he has read what
// the page needs and nothing else: where it uses one first, it links to it.
Lines unknown_words(const PathPage& page, const std::string& glossary) {
  Lines problems, ignored;
  const std::set<std::string> before = docs::read_before(page);
  const docs::Page text = docs::PageReader(read(page.file)).page;
  const docs::Words words = docs::split_words(text.running);
  for (const docs::Entry& entry : docs::read_glossary(glossary, ignored)) {
    std::vector<docs::Words> forms;
    if (entry.field.empty()) forms.push_back(docs::split_words(entry.term));
    for (const std::string& form : entry.forms) forms.push_back(docs::split_words(form));
    std::vector<std::size_t> places = docs::places_of(text.running, words, forms);
    while (!places.empty() && in_heading(text.running, places[0])) places.erase(places.begin());
    if (places.empty() || before.count(entry.page) > 0) continue;
    const bool met = std::any_of(before.begin(), before.end(), [&](const std::string& file) {
      const std::string& running = running_text(file);
      return file != page.file && !docs::places_of(running, words_of_page(file), forms).empty();
    });
    const std::pair<int, int> lines = docs::lines_of_sentence(text, places[0]);
    const bool linked =
        std::any_of(text.links.begin(), text.links.end(), [&](const docs::Piece& link) {
          const std::string file = link.text.substr(0, link.text.find('#'));
          return link.line >= lines.first && link.line <= lines.second &&
                 (file == entry.page || file == "glossary.md");
        });
    if (met || linked) continue;
    problems.push_back("docs/" + page.file + ':' + std::to_string(text.line_of(places[0])) +
                       ": \"" + entry.term + "\" is of " + entry.page +
                       ", which this page does not need: link to it, or let course.h say so");
  }
  return problems;
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

TEST_CASE("docs paths: a page needs earlier pages only, and all whose words it uses") {
  const std::string glossary = read("glossary.md");
  for (const PathPage& page : course_pages()) {
    for (const std::string& number : page.needs) {
      REQUIRE(course_page(number) != nullptr);
      CHECK_MESSAGE(course_page(number) < course_page(page.number), page.number << " " << number);
      CHECK_MESSAGE((course_page(number)->path == docs::CoursePath::trunk ||
                     course_page(number)->path == page.path || page.path == docs::CoursePath::side),
                    page.number << " needs " << number << ", which is on the other path");
    }
    for (const std::string& problem : unknown_words(page, glossary)) FAIL_CHECK(problem);
  }
}

TEST_CASE("docs paths checker: a line that does not agree") {
  const PathPage& two = *course_page("2");
  const std::string line =
      "Needs [chapter 1](01_value.md); next comes [chapter 3](03_bigram_counts.md). "
      "[The paths](README.md#two-paths)";
  const auto problem = [&](const std::string& second, const std::string& rest) {
    return docs::problem_of_path(two, "# Two\n\n" + second + "\n\n" + rest + '\n');
  };
  CHECK(problem(line, "Text.") == "");
  CHECK(problem("Text.", "") == "line 3 must be: " + line);
  CHECK(problem(line, "Next: [3](03_bigram_counts.md#x), text.") == "");
  CHECK(problem(line, "Next: text.") == "\"Next:\" does not lead to 03_bigram_counts.md");
  CHECK(problem(line, "Next: [4](04_bigram_gradients.md).") ==
        "\"Next:\" leads to 04_bigram_gradients.md, which is not what comes next");
  CHECK(docs::path_line(*course_page("9")) ==
        "Needs [chapter 8](08_tensor.md); next comes [chapter 17.1](17_name_batch.md) for the "
        "language model, [chapter 11](11_mlp.md) for the gated layers. [The "
        "paths](README.md#two-paths)");
  CHECK(docs::starts(docs::path_line(*course_page("10")), "A side path; needs [chapter 8]"));
  CHECK(docs::read_before(*course_page("3")).size() == 3);
}

}  // namespace docs_paths_test
