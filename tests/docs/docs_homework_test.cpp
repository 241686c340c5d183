// docs_homework_test.cpp: the homework of a session asks for nothing that is taught later. An
// exercise belongs to a chapter, and this has been on a slide by then, or is read with it.
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "docs/docs_files.h"
#include "docs/docs_words.h"

namespace docs_homework_test {
namespace {

using docs::Lines;

std::string read(const std::string& path) { return docs::read(docs::root() / path).value_or(""); }

// The number of the chapter that each exercise belongs to, from the table of exercises:
// "| [06_relu](06_relu/README.md) | what | [chapter 5](../../docs/05_mlp.md) |".
std::map<std::string, int> chapters_of(const std::string& table) {
  std::map<std::string, int> chapters;
  for (const std::string& line : docs::lines_of(table)) {
    const std::size_t page = line.rfind("docs/");
    if (!docs::starts(line, "| [") || page == std::string::npos) continue;
    chapters[line.substr(3, line.find(']') - 3)] = std::atoi(line.c_str() + page + 5);
  }
  return chapters;
}

// What is wrong with the homework of a plan: its lines "session: ...", "05_mlp.md | heading | ..."
// and "home: Exercise 06_relu". Chapters that a home line names are read with it.
Lines problems_of(const std::string& plan, std::map<std::string, int> chapters) {
  Lines problems;
  std::set<int> taught;
  std::string session;
  for (const std::string& line : docs::lines_of(plan)) {
    if (docs::starts(line, "session: ")) session = line.substr(9);
    if (line.size() > 1 && docs::is_digit(line[0])) taught.insert(std::atoi(line.c_str()));
    if (!docs::starts(line, "home: ")) continue;
    std::set<int> known = taught;
    const docs::Words words = docs::split_words(line);
    for (const docs::Word& word : words) {
      if (word.text.find_first_not_of("0123456789") == std::string::npos)
        known.insert(std::atoi(word.text.c_str()));
    }
    for (const docs::Word& word : words) {
      const auto exercise = chapters.find(word.text);
      if (exercise == chapters.end()) continue;
      if (known.count(exercise->second) == 0) {
        problems.push_back(session + ": " + word.text + " belongs to chapter " +
                           std::to_string(exercise->second) + ", which is taught later");
      }
      chapters.erase(exercise);
    }
  }
  for (const auto& [name, chapter] : chapters) problems.push_back(name + " is no homework");
  return problems;
}

}  // namespace

TEST_CASE("docs: homework asks only for what has been taught") {
  const std::map<std::string, int> chapters = chapters_of(read("examples/exercises/README.md"));
  CHECK(chapters.size() >= 17);
  for (const std::string& problem : problems_of(read("examples/teaching/plan.txt"), chapters))
    FAIL_CHECK(problem);
}

// "06_relu belongs to chapter 5, and is behind 07_counts of chapter 3", or "".
std::string out_of_order(const std::map<std::string, int>& chapters) {
  const std::pair<const std::string, int>* before = nullptr;
  for (const auto& exercise : chapters) {
    if (before != nullptr && exercise.second < before->second) {
      return exercise.first + " belongs to chapter " + std::to_string(exercise.second) +
             ", and comes after " + before->first + " of chapter " + std::to_string(before->second);
    }
    before = &exercise;
  }
  return "";
}

TEST_CASE("docs: the numbers of exercises are in the order of the chapters") {
  CHECK(out_of_order(chapters_of(read("examples/exercises/README.md"))) == "");
  CHECK(out_of_order({{"01_a", 1}, {"02_b", 1}, {"03_c", 2}}) == "");
  CHECK(out_of_order({{"01_a", 2}, {"02_b", 1}}) ==
        "02_b belongs to chapter 1, and comes after 01_a of chapter 2");
}

TEST_CASE("docs homework: an exercise that comes too early, or never") {
  const std::map<std::string, int> chapters =
      chapters_of("| [06_relu](06_relu/README.md) | ReLU | [chapter 5](../../docs/05_mlp.md) |\n");
  CHECK(chapters == std::map<std::string, int>{{"06_relu", 5}});
  const std::string early = "session: one\n02_neuron.md | The step | text | Why?\nhome: ",
                    late = "session: two\n05_mlp.md | The activation | text | Why?\nhome: ";
  CHECK(problems_of(early + "Exercise 06_relu\n", chapters) ==
        Lines{"one: 06_relu belongs to chapter 5, which is taught later"});
  CHECK(problems_of(early + "Chapter 2\n" + late + "Exercise 06_relu\n", chapters).empty());
  CHECK(problems_of(early + "Chapter 5 with exercise 06_relu\n", chapters).empty());
  CHECK(problems_of(early + late, chapters) == Lines{"06_relu is no homework"});
  const std::map<std::string, int> own = {{"04_counts", 5}};
  CHECK(problems_of(early + "Exercise 04_counts\n", own).size() == 1);
}

}  // namespace docs_homework_test
