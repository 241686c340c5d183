// docs_paths.h: checks that a page of the course begins with its aim, its time and the chapters
// that it needs, and ends with the next page, as in examples/figures/course.h.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "docs/docs_text.h"
#include "figures/course.h"

namespace docs {

using holo::CoursePath;
using holo::PathPage;

/// The page after this one on a path; nullptr at its end, and if the page is not on the path.
inline const PathPage* next_on(CoursePath path, const PathPage& page) {
  const std::vector<PathPage> pages = holo::pages_on(path);
  for (std::size_t i = 0; i + 1 < pages.size(); ++i) {
    if (pages[i].number == page.number) return holo::course_page(pages[i + 1].number);
  }
  return nullptr;
}

inline std::string link_to_chapter(const PathPage& page) {
  return "[chapter " + page.number + "](" + page.file + ")";
}

/// The chapters that a page needs, as "chapter 3" or "chapters 7.2, 14.2 and 15"; "" for none.
inline std::string chapters_needed(const PathPage& page) {
  std::string text;
  for (std::size_t i = 0; i < page.needs.size(); ++i) {
    const bool is_last = i + 1 == page.needs.size();
    text += (i == 0 ? "" : is_last ? " and " : ", ") + page.needs[i];
  }
  if (text.empty()) return "";
  return (page.needs.size() == 1 ? "chapter " : "chapters ") + text;
}

/// The first paragraph, in one line.
inline std::string opening_of(const Lines& lines) {
  std::string text;
  for (std::size_t i = 2; i < lines.size() && !lines[i].empty(); ++i) {
    text += (text.empty() ? "" : " ") + lines[i];
  }
  return text;
}

/// The problem of the first paragraph of a page, or "".
inline std::string problem_of_opening(const PathPage& page, const std::string& opening) {
  const auto has = [&](const std::string& text) { return opening.find(text) != std::string::npos; };
  if (!starts(opening, "By the end ")) return "must begin with: By the end ";
  if (!has("minutes") && !has("hour")) return "must say how many minutes or hours the page takes";
  if (!has(chapters_needed(page))) return "must say that the page needs " + chapters_needed(page);
  return has("](") ? "must have no link" : "";
}

/// The problem of the beginning or the end of a page of the course, or "".
inline std::string problem_of_path(const PathPage& page, const std::string& text) {
  const Lines lines = lines_of(text);
  const std::string problem = problem_of_opening(page, opening_of(lines));
  if (!problem.empty()) return "the first paragraph " + problem;
  std::set<std::string> next;
  for (const CoursePath path : {CoursePath::language_model, CoursePath::gates}) {
    if (const PathPage* after = next_on(path, page)) next.insert(after->file);
  }
  for (const std::string& line : lines) {
    if (!starts(line, "Next: ")) continue;
    for (std::size_t at = 0; (at = line.find("](", at)) != std::string::npos; ++at) {
      const std::string file = line.substr(at + 2, line.find_first_of("#)", at + 2) - at - 2);
      if (next.erase(file) == 0)
        return "\"Next:\" leads to " + file + ", which is not what comes next";
    }
  }
  return next.empty() ? "" : "\"Next:\" does not lead to " + *next.begin();
}

/// The pages of the course in the order of reading: the links in the first column of the table
/// of chapters.
inline Lines reading_order(const std::string& index) {
  Lines order;
  bool chapters = false;
  for (const std::string& line : lines_of(index)) {
    if (starts(line, "| Chapter |")) chapters = true;
    if (!starts(line, "|")) chapters = false;
    if (!chapters) continue;
    const std::size_t end = std::min(line.find(" |", 2), line.size());
    for (std::size_t at = 0; (at = line.find("](", at)) < end; at += 2) {
      const std::string target = line.substr(at + 2, line.find(')', at) - at - 2);
      order.push_back(target.substr(0, target.find('#')));
    }
  }
  return order;
}

}  // namespace docs
