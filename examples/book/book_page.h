// book_page.h: a page of the project that becomes one of the book.
#pragma once

#include <string>
#include <vector>

#include "book/knob.h"
#include "book/step.h"
#include "figures/course.h"
#include "teaching/markdown.h"

namespace holo {

/// `path` is relative to the root of the project, `address` to the folder of the book. `number` is
/// that of a chapter, "6.1", or ""; `title` its heading without it, with inline marks.
struct BookPage {
  std::string path, address;
  std::string number, title;
  MarkdownBlocks blocks;
  std::vector<Knobs> knobs;
  std::vector<Step> steps;
};

BookPage read_book_page(const std::string& root, const std::string& path,
                        const std::string& address);

/// The chapter of this file, or nullptr.
const PathPage* chapter_of(const std::string& path);

/// True where words have the sense that the glossary gives them: in chapters, exercises, and the
/// pages of functions, of GPUs and of what a step costs.
bool uses_glossary(const std::string& path);

}  // namespace holo
