// glossary.h: the words of the course, and where its pages explain them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "teaching/markdown.h"

namespace holo {

/// - **term** (of a field; also *form*): a sentence. [Chapter 1](01_value.md#heading)
/// A term of a field has an everyday sense too.
struct GlossaryEntry {
  std::string term, id;  ///< of the entry on its page, "term-key-of-attention"
  std::vector<std::string> forms;
  bool of_field = false;
  std::string definition;    ///< with inline marks
  std::string page, anchor;  ///< where it is defined: "01_value.md", "by-hand"
};

/// The entries of the lists of a page, in their order; a point that has not this form is none.
std::vector<GlossaryEntry> glossary_entries(const MarkdownBlocks& page);

/// Finds terms in the words of one page. Each is found once: where it comes first.
class TermFinder {
 public:
  /// `page` is the page that is read, "02_neuron.md". A term of a field is found on the page that
  /// defines it and nowhere else.
  TermFinder(const std::vector<GlossaryEntry>& entries, const std::string& page);

  struct Place {
    std::size_t begin, end;
    const GlossaryEntry* entry;
  };

  /// The terms in a text, in its order. Words and their plurals count, in any case of letters;
  /// abbreviations as they are written.
  std::vector<Place> find(const std::string& text);

  /// The entry that is defined where a link leads to, "cpp.md#const", of a term of a field: it
  /// counts as found. nullptr when there is none.
  const GlossaryEntry* defined_at(const std::string& address);

  /// The entries found so far, in the order of the glossary.
  std::vector<const GlossaryEntry*> found() const;

 private:
  struct Form {
    std::vector<std::string> words;  // in lower case but for abbreviations
    const GlossaryEntry* entry;
  };
  const std::vector<GlossaryEntry>& entries_;
  std::vector<Form> forms_;  // those of many words first
  std::set<const GlossaryEntry*> found_;
};

}  // namespace holo
