// code_block.h: a block of code of a page: a listing with its place, what a program prints, a
// session of the stepper, commands, a formula.
#pragma once

#include <string>

#include "book/book_map.h"
#include "book/book_page.h"

namespace holo {

/// Its HTML. What a program prints has the program and its flags in data-program and data-flags;
/// a session of the stepper has data-stepper too.
std::string code_block_html(const MarkdownBlock& code, const BookPage& page, BookMap& map);

}  // namespace holo
