// docs_chapters.h: the form of a chapter: the length of its text, its links, its folds, and its
// questions with their answers.
#pragma once

#include <string>

#include "docs/docs_text.h"

namespace docs {

/// The parts of a chapter, besides its blocks.
struct ChapterForm {
  // Counts in the text and in folds, without blocks, comments, and the lines that lead on: "New C++
  // here", "Next", the project.
  std::size_t words = 0, links = 0;
  std::size_t questions = 0, answers = 0;
  std::size_t predictions = 0;  // questions with the printed answer in a fold below
  std::size_t stages = 0;       // lines that lead to the project
  Lines problems;               // each as "12: problem"
};

/// Reads a chapter. It may fold an answer, `<details><summary>Answer</summary>` below its question,
/// and output, `<details><summary>Reveal</summary>` below `**Predict:** question?`. It may also
/// fold anything that a reader does not need. GitHub reads Markdown in a fold only after an empty
/// line.
class ChapterReader {
 public:
  explicit ChapterReader(const std::string& text) : lines_(lines_of(text)) {
    for (at_ = 0; at_ < lines_.size(); ++at_) read_line(trim(lines_[at_]));
    if (folds_ > 0) report("a fold never ends");
  }
  ChapterForm form;

 private:
  void read_line(const std::string& line) {
    if (starts(line, "```")) {
      is_block_ = !is_block_;
      return;
    }
    if (is_block_ || line.empty() || starts(line, "<!--")) return;
    if (starts(line, "<details>")) return open_fold(line);
    if (starts(line, "<summary>")) return;
    if (line == "</details>") return close_fold();
    if (starts(line, "## ")) in_questions_ = line == "## What to try";
    if (starts(line, "**Predict:** ")) read_prediction(line);
    if (starts(line, "**Your own engine:** [stage ")) ++form.stages;
    const bool numbered = is_digit(line[0]) && starts(line, ". ", 1);
    if (in_questions_ && folds_ == 0 && numbered) ++form.questions;
    if (in_questions_ && folds_ == 0 && starts(line, "Answer")) report("an answer in the open");
    if (leads_on(line)) return;
    form.words += words_of(line).size();
    form.links += links_in(line);
  }

  // Checks that the fold below the question has the output and nothing else.
  void read_prediction(const std::string& line) {
    ++form.predictions;
    const auto at = [&](std::size_t further) {
      return at_ + further < lines_.size() ? trim(lines_[at_ + further]) : "";
    };
    if (!ends(line, "?")) report("a prediction that asks nothing");
    if (at(2) != reveal) return report("no fold below a prediction");
    const bool is_printed =
        starts(at(4), "<!-- output: ") || starts(at(4), "<!-- file: docs/results/");
    if (!is_printed) report("a prediction whose answer is not printed");
  }

  void open_fold(const std::string& line) {
    const bool follows = at_ >= 2 && starts(trim(lines_[at_ - 2]), "**Predict:** ");
    if (line == reveal && !follows) report("nothing is asked above a fold");
    const bool has_answer = line == "<details><summary>Answer</summary>";
    if (has_answer && !in_questions_) report("an answer outside of What to try");
    if (!has_answer && in_questions_) report("only answers are folded below What to try");
    if (has_answer) ++form.answers;
    std::size_t next = at_ + 1;
    if (line == "<details>") ++next;  // its summary has its own line
    if (next >= lines_.size() || !lines_[next].empty()) report("no empty line in front of a fold");
    ++folds_;
  }

  void close_fold() {
    if (folds_ == 0) return report("</details> closes nothing");
    if (at_ == 0 || !lines_[at_ - 1].empty()) report("no empty line at the end of a fold");
    --folds_;
  }

  static bool leads_on(const std::string& line) {
    return starts(line, "New C++ here: ") || starts(line, "Next: ") ||
           starts(line, "**Your own engine:** ");
  }

  static std::size_t links_in(const std::string& line) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = line.find("](", at)) != std::string::npos; at += 2) {
      count += starts(line, "figures/", at + 2) ? 0 : 1;
    }
    return count;
  }

  void report(const std::string& what) {
    form.problems.push_back(std::to_string(at_ + 1) + ": " + what);
  }

  static constexpr const char* reveal = "<details><summary>Reveal</summary>";
  Lines lines_;
  std::size_t at_ = 0;
  int folds_ = 0;  // how many folds are open here
  bool is_block_ = false, in_questions_ = false;
};

inline ChapterForm form_of_chapter(const std::string& text) { return ChapterReader(text).form; }

}  // namespace docs
