// page_body.h: the blocks of a page as HTML, and what the book wants to know of them: headings,
// words, terms and figures.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "book/book_map.h"
#include "book/book_page.h"
#include "book/glossary.h"
#include "book/search_index.h"
#include "teaching/inline_text.h"

namespace holo {

class PageBody {
 public:
  /// What is passed must live as long as this.
  PageBody(const BookPage& page, BookMap& map, const std::vector<GlossaryEntry>& glossary);

  std::string html(const MarkdownBlocks& blocks);
  /// A paragraph or a heading without its element.
  std::string inline_of(const std::string& text, bool with_terms);

  struct Heading {
    int level;
    std::string anchor, html;
  };
  /// What html() has had so far, in its order.
  const std::vector<Heading>& headings() const { return headings_; }
  const std::vector<SearchSection>& sections() const { return sections_; }
  const std::set<std::string>& figures() const { return figures_; }  ///< their paths

  /// What the terms mean that are on the page: for those who point at one.
  std::string definitions();

 private:
  std::string html_of(const MarkdownBlock& block);
  std::string paragraph(const std::string& text);
  std::string heading(const MarkdownBlock& block);
  std::string list(const MarkdownBlock& block);
  std::string item(const MarkdownBlocks& blocks);
  std::string figure(const std::string& address, const std::string& alt);
  std::string link(const std::string& address, const std::string& html);
  std::string code_span(const std::string& code);
  std::string words(const std::string& text);
  InlineMarks marks(bool with_terms);
  void add_words(const std::string& text);

  const BookPage& page_;
  BookMap& map_;
  const std::vector<GlossaryEntry>& glossary_;
  TermFinder terms_;
  std::vector<Heading> headings_;
  std::vector<SearchSection> sections_;
  std::set<std::string> figures_;
};

}  // namespace holo
