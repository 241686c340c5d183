// book_page.cpp: the title of a page is its first heading.
#include "book/book_page.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "holo/check.h"
#include "holo/data.h"

namespace holo {

const PathPage* chapter_of(const std::string& path) {
  for (const PathPage& page : course_pages()) {
    if (path == "docs/" + page.file) return &page;
  }
  return nullptr;
}

bool uses_glossary(const std::string& path) {
  static constexpr std::string_view pages[] = {"docs/functions.md", "docs/cuda.md",
                                               "docs/step_cost.md"};
  return chapter_of(path) != nullptr ||
         std::find(std::begin(pages), std::end(pages), path) != std::end(pages) ||
         path.starts_with("examples/exercises/");
}

BookPage read_book_page(const std::string& root, const std::string& path,
                        const std::string& address) {
  const std::string text = read_file(root + "/" + path);
  BookPage page{path, address, "", "", parse_markdown(text), knobs_of(text), {}};
  page.steps = steps_of(path, text, page.blocks);
  if (page.blocks.empty() || page.blocks[0].kind != BlockKind::heading) {
    throw UsageError(path, "no heading", "one that begins the page");
  }
  page.title = page.blocks[0].text;
  if (const PathPage* const chapter = chapter_of(path)) {
    page.number = chapter->number;
    if (page.title.starts_with(page.number + ". ")) {
      page.title = page.title.substr(page.number.size() + 2);
    }
  }
  return page;
}

}  // namespace holo
