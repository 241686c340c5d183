// docs_glossary.h: the entries of the glossary, and the reading order of the pages of the course.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "docs/docs_text.h"

namespace docs {

/// - **term** (also *other form*): a sentence. [Chapter](page.md#heading)
/// - **term** (of a field; also *other form*): a word that also has an everyday sense.
struct Entry {
  int line;
  std::string term, field, definition, page, anchor;
  Lines forms;
};

/// The entries of the glossary; `problems` gets the lines of its list that are not entries.
inline std::vector<Entry> read_glossary(const std::string& text, Lines& problems) {
  std::vector<Entry> entries;
  const Lines lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!starts(lines[i], "- ")) continue;
    Entry entry;
    entry.line = static_cast<int>(i) + 1;
    const std::string& line = lines[i];
    const std::size_t close = line.find("**", 4), link = line.rfind("]("), last = line.rfind(')');
    std::size_t colon = line.find(": ");
    const bool good = starts(line, "- **") && close != std::string::npos &&
                      colon != std::string::npos && link != std::string::npos && colon < link &&
                      close < colon && last == line.size() - 1 && last > link;
    if (!good) {
      problems.push_back(
          "docs/glossary.md:" + std::to_string(entry.line) +
          ": no entry: - **term** (also *form*): a sentence. [Page](page.md#heading)");
      continue;
    }
    entry.term = line.substr(4, close - 4);
    std::string bracket = trim(line.substr(close + 2, colon - close - 2));
    for (std::size_t at = 0; (at = bracket.find('*')) != std::string::npos;) {
      const std::size_t end = std::min(bracket.find('*', at + 1), bracket.size() - 1);
      entry.forms.push_back(bracket.substr(at + 1, end - at - 1));
      bracket.erase(at, end + 1 - at);
    }
    for (const std::string& word : words_of(bracket)) {
      const std::string bare = word.substr(word.find_first_not_of("(),;") == std::string::npos
                                               ? word.size()
                                               : word.find_first_not_of("(),;"));
      const std::string plain = bare.substr(0, bare.find_first_of("(),;"));
      if (!plain.empty() && plain != "also" && plain != "plural")
        entry.field += (entry.field.empty() ? "" : " ") + plain;
    }
    entry.definition = trim(line.substr(colon + 2, line.rfind('[') - colon - 2));
    const std::string target = line.substr(link + 2, last - link - 2);
    const std::size_t hash = std::min(target.find('#'), target.size());
    entry.page = target.substr(0, hash);
    entry.anchor = hash < target.size() ? target.substr(hash + 1) : "";
    entries.push_back(entry);
  }
  return entries;
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
