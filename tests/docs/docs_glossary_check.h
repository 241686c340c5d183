// docs_glossary_check.h: checks the glossary. Each term must be defined under the heading that its
// entry links to, on a page of the course or about C++, GPUs and the cost of a step. Each heading
// of the page about C++ must have a term.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "docs/docs_glossary.h"
#include "docs/docs_page.h"
#include "docs/docs_words.h"

namespace docs {

class GlossaryChecker {
 public:
  using Read = std::function<std::optional<std::string>(const std::string& page)>;
  GlossaryChecker(const std::string& glossary, const std::string& index, const Read& read)
      : order_(reading_order(index)) {
    for (const std::string& name : order_) {
      const std::optional<std::string> text = read(name);
      if (text) {
        const Page page = PageReader(*text).page;
        pages_[name] = {page, split_words(page.running)};
      } else {
        problems.push_back("docs/README.md: the table of chapters has " + name +
                           ", which is not there");
      }
    }
    std::set<std::string> without_term;
    for (const char* const name : beside) {
      const std::optional<std::string> text = read(name);
      if (!text) continue;
      const Page page = PageReader(*text).page;
      pages_[name] = {page, split_words(page.running)};
      if (name != about_cpp) continue;
      for (const std::string& line : lines_of(*text)) {
        if (starts(line, "## ")) without_term.insert(anchor_of(line.substr(3)));
      }
    }
    std::set<std::string> seen;
    std::string before;
    for (const Entry& entry : read_glossary(glossary, problems)) {
      if (!seen.insert(entry.term + '/' + entry.field).second) report(entry, "is here twice");
      if (lower(entry.term) < before) report(entry, "is not in the order of the alphabet");
      before = lower(entry.term);
      if (entry.definition.empty()) report(entry, "has no sentence");
      const std::string problem = problem_of_link(entry);
      if (!problem.empty()) report(entry, problem);
      if (entry.page == about_cpp) without_term.erase(entry.anchor);
    }
    for (const std::string& anchor : without_term) {
      problems.push_back("docs/glossary.md: no entry links to " + std::string(about_cpp) + '#' +
                         anchor);
    }
  }
  Lines problems;

 private:
  static constexpr std::string_view about_cpp = "cpp.md";
  static constexpr const char* beside[] = {"cpp.md", "cuda.md", "step_cost.md"};

  struct CoursePage {
    Page page;
    Words words;
  };

  static std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  }

  void report(const Entry& entry, const std::string& what) {
    problems.push_back("docs/glossary.md:" + std::to_string(entry.line) + ": \"" + entry.term +
                       "\" " + what);
  }

  static std::vector<Words> forms_of(const Entry& entry) {
    std::vector<Words> forms = {split_words(entry.term)};
    for (const std::string& form : entry.forms) forms.push_back(split_words(form));
    return forms;
  }

  // The lines of the section with this anchor, or the lines before the second heading.
  static std::pair<int, int> section_of(const Page& page, const std::string& anchor) {
    std::size_t i = 0;
    while (!anchor.empty() && i < page.headings.size() && page.headings[i].text != anchor) ++i;
    if (i >= page.headings.size()) return {0, -1};
    const bool last = i + 1 == page.headings.size();
    return {page.headings[i].line, last ? 1 << 30 : page.headings[i + 1].line - 1};
  }

  static bool in_italics(const std::string& text, std::size_t at) {
    const std::size_t gap = text.rfind("\n\n", at);
    int marks = 0;  // each * and each ** begins or ends them
    for (std::size_t i = gap == std::string::npos ? 0 : gap; i < at; ++i)
      marks += text[i] == '*' && text[i + 1] != '*' ? 1 : 0;
    return marks % 2 == 1;
  }

  static bool in_heading(const std::string& text, std::size_t at) {
    return starts(text, "#", at == 0 ? 0 : text.rfind('\n', at - 1) + 1);
  }

  // True at the term of a definition: in italics, in a heading, as "a term is" or "is a term".
  static bool defines(const CoursePage& read, std::size_t at, const Entry& entry) {
    static const std::set<std::string> verbs = {"is", "are", "means", "called"};
    static const std::set<std::string> articles = {"a", "an", "the", "its"};
    const std::string& text = read.page.running;
    if (in_heading(text, at) || in_italics(text, at)) return true;
    std::size_t word = 0;
    while (read.words[word].begin < at) ++word;
    std::size_t before = word;
    while (before > 0 && articles.count(read.words[before - 1].text) > 0) --before;
    if (before > 0 && verbs.count(read.words[before - 1].text) > 0) return true;
    const std::vector<Words> forms = forms_of(entry);
    return std::any_of(forms.begin(), forms.end(), [&](const Words& form) {
      const std::size_t next = word + form.size();
      return stands_at(text, read.words, word, form) && next < read.words.size() &&
             verbs.count(read.words[next].text) > 0;
    });
  }

  // True when a formula of these lines has the term in words: \text{query: what I look for}.
  static bool formula_defines(const Page& page, int first, int last, const Entry& entry) {
    for (const Block& block : page.blocks) {
      if (block.language != "math" || block.line < first || block.line > last) continue;
      std::string words;
      for (const std::string& line : block.lines) words += line + '\n';
      for (const char* command : {"\\text{", "\\mathrm{"}) {
        for (std::size_t at = 0; (at = words.find(command, at)) != std::string::npos; ++at) {
          const std::string inside = words.substr(at + std::string(command).size());
          const std::string text = inside.substr(0, inside.find('}'));
          if (!places_of(text, split_words(text), forms_of(entry)).empty()) return true;
        }
      }
    }
    return false;
  }

  // The places on a page where the entry has its term with a definition, by heading.
  std::string headings_that_define(const Entry& entry) const {
    std::string found;
    for (const std::string& name : order_) {
      const auto entry_of_page = pages_.find(name);
      if (entry_of_page == pages_.end()) continue;
      const CoursePage& read = entry_of_page->second;
      for (const std::size_t at : places_of(read.page.running, read.words, forms_of(entry))) {
        if (!in_heading(read.page.running, at) && !in_italics(read.page.running, at)) continue;
        std::string anchor;
        for (const Piece& heading : read.page.headings) {
          if (heading.line <= read.page.line_of(at)) anchor = heading.text;
        }
        const std::string place = name + '#' + anchor;
        if (found.find(place) == std::string::npos) found += (found.empty() ? "" : ", ") + place;
      }
    }
    return found.empty() ? "; no page defines it"
                         : "; it may be defined in " + found.substr(0, 400);
  }

  // Says why the link of an entry does not lead to its definition; "" if it does.
  std::string problem_of_link(const Entry& entry) const {
    const auto found = pages_.find(entry.page);
    if (found == pages_.end()) {
      return "links to " + entry.page + ", which is no page of the table of chapters" +
             headings_that_define(entry);
    }
    const CoursePage& read = found->second;
    const auto [first, last] = section_of(read.page, entry.anchor);
    if (first == 0) {
      return "links to #" + entry.anchor + ", but " + entry.page + " has no such heading" +
             headings_that_define(entry);
    }
    for (const std::size_t at : places_of(read.page.running, read.words, forms_of(entry))) {
      const int line = read.page.line_of(at);
      if (line >= first && line <= last && defines(read, at, entry)) return "";
    }
    if (formula_defines(read.page, first, last, entry)) return "";
    return "is not defined under #" + entry.anchor + " of " + entry.page +
           ": it is not there in italics, in a heading, in words of a formula, or beside "
           "\"is\"" +
           headings_that_define(entry);
  }

  Lines order_;
  std::map<std::string, CoursePage> pages_;
};

}  // namespace docs
