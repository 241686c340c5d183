// cover.h: the first page of the book: what it is, the two paths, a line for each chapter.
#pragma once

#include <map>
#include <string>

#include "book/book_page.h"
#include "book/page_body.h"

namespace holo {

/// The text of the page with the list of the documents, with the words and the first program of
/// `about`, README.md, above it. `pages` are all pages by their paths; with `engine` programs run.
std::string cover_html(const BookPage& index, PageBody& body, const BookPage& about,
                       PageBody& about_body, const std::map<std::string, BookPage>& pages,
                       bool engine);

}  // namespace holo
