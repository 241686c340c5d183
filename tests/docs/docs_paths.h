// docs_paths.h: what a page of the course says about the paths: which chapters it needs, and which
// one comes next. The data are those of the figure, examples/figures/course.h.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "docs/docs_text.h"
#include "figures/course.h"

namespace docs {

using holo::CoursePath;
using holo::PathPage;

/// The page after this one on a path; nullptr at its end, and when the page is not on it.
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

/// "[chapter 3](03_bigram_counts.md)", several with commas between them.
inline std::string links_to_needs(const PathPage& page) {
  std::string text;
  for (const std::string& number : page.needs) {
    text += (text.empty() ? "" : ", ") + link_to_chapter(*holo::course_page(number));
  }
  return text.empty() ? "no chapter" : text;
}

/// The line that a page has below its title.
inline std::string path_line(const PathPage& page) {
  const std::string end = " [The paths](README.md#two-paths)";
  const std::string needs = "eeds " + links_to_needs(page);
  if (page.path == CoursePath::side) return "A side path; n" + needs + "." + end;
  std::string line = "N" + needs;
  const PathPage* text = next_on(CoursePath::language_model, page);
  const PathPage* gate = next_on(CoursePath::gates, page);
  if (text != nullptr && gate != nullptr && text != gate) {
    return line + "; next comes " + link_to_chapter(*text) + " for the language model, " +
           link_to_chapter(*gate) + " for the gated layers." + end;
  }
  if (text == nullptr && gate == nullptr) return line + "; this is the end of a path." + end;
  return line + "; next comes " + link_to_chapter(text != nullptr ? *text : *gate) + "." + end;
}

/// The pages that a reader of this one has read: what it needs, what that needs, and itself.
inline std::set<std::string> read_before(const PathPage& page) {
  std::set<std::string> files = {page.file};
  for (const std::string& number : page.needs) {
    const std::set<std::string> before = read_before(*holo::course_page(number));
    files.insert(before.begin(), before.end());
  }
  return files;
}

/// What is wrong with the lines of a page of the course about what comes next: "" when nothing is.
inline std::string problem_of_path(const PathPage& page, const std::string& text) {
  const Lines lines = lines_of(text);
  if (lines.size() < 3 || lines[2] != path_line(page)) return "line 3 must be: " + path_line(page);
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
    if (!next.empty()) return "\"Next:\" does not lead to " + *next.begin();
  }
  return "";
}

}  // namespace docs
