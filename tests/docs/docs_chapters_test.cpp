// docs_chapters_test.cpp: a chapter is read in one sitting, no answer lies open below its question,
// and each stage of the project has the chapter that leads to it.
#include "docs/docs_chapters.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "docs/docs_files.h"
#include "figures/course.h"

namespace docs_chapters_test {
namespace {

namespace fs = std::filesystem;

// Of the chapters that both paths have, and of the others.
constexpr std::size_t most_words = 1200, most_words_of_others = 1600;

std::vector<fs::path> chapters() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(docs::root() / "docs")) {
    const std::string name = entry.path().filename().string();
    if (docs::is_digit(name[0]) && docs::ends(name, ".md")) paths.push_back(entry.path());
  }
  return paths;
}

std::string read(const fs::path& path) { return docs::read(path).value_or(""); }

}  // namespace

TEST_CASE("docs: a chapter can be read in one sitting, and its links do not lead away from it") {
  CHECK(chapters().size() >= 25);
  for (const holo::PathPage& page : holo::course_pages()) {
    const docs::ChapterForm form = docs::form_of_chapter(read(docs::root() / "docs" / page.file));
    const bool is_trunk = page.path == holo::CoursePath::trunk;
    CHECK_MESSAGE(form.words > 500, page.file << " has " << form.words << " words");
    CHECK_MESSAGE(form.words <= (is_trunk ? most_words : most_words_of_others),
                  page.file << " has " << form.words << " words");
    if (is_trunk) {
      CHECK_MESSAGE(form.links * 1000 <= 5 * form.words,
                    page.file << " has " << form.links << " links");
    }
  }
}

TEST_CASE("docs: no answer lies open below its question") {
  for (const fs::path& path : chapters()) {
    const docs::ChapterForm form = docs::form_of_chapter(read(path));
    for (const std::string& problem : form.problems)
      FAIL_CHECK(path.filename().string() << ':' << problem);
    CHECK_MESSAGE(form.questions >= 2, path.filename().string());
    CHECK_MESSAGE(form.answers >= 2, path.filename().string());
  }
}

TEST_CASE("docs: chapters 1 to 17 ask once what will be printed, before it is shown") {
  int asked = 0;
  for (const fs::path& path : chapters()) {
    if (path.filename().string() >= "18") continue;
    const docs::ChapterForm form = docs::form_of_chapter(read(path));
    CHECK_MESSAGE(form.predictions >= 1, path.filename().string());
    ++asked;
  }
  CHECK(asked >= 24);
}

TEST_CASE("docs: one chapter leads to each stage of the project") {
  std::string lines;
  for (const fs::path& path : chapters()) {
    const std::string text = read(path);
    for (const std::string& line : docs::lines_of(text)) {
      if (docs::starts(line, "**Your own engine:** [stage ")) lines += line + '\n';
    }
    CHECK_MESSAGE(docs::form_of_chapter(text).stages <= 1, path.filename().string());
  }
  std::size_t stages = 0;
  for (const auto& entry : fs::directory_iterator(docs::root() / "examples/exercises/project")) {
    const std::string name = entry.path().filename().string();
    if (!docs::starts(name, "stage_")) continue;
    const std::string link = "(../examples/exercises/project/" + name + "/README.md)";
    const std::size_t at = lines.find(link);
    CHECK_MESSAGE(at != std::string::npos, "no chapter leads to " << name);
    CHECK_MESSAGE(lines.find(link, at + 1) == std::string::npos, "two lead to " << name);
    ++stages;
  }
  CHECK(stages == 9);
}

}  // namespace docs_chapters_test
