// book_maker.h: all files of the book, as text by their addresses.
#pragma once

#include <map>
#include <string>

namespace holo {

struct BookSettings {
  std::string root = ".";               ///< the project
  std::string looks = "examples/book";  ///< where book.css and book.js are
  std::string engine = "";              ///< a folder with run.js and what that loads; "" for none
  std::string logs = "";                ///< a folder with a log for each step; "" for none
};

/// The same project gives the same bytes. Throws UsageError, with the file, for a link, a picture
/// a listing or a step that leads nowhere, and for a formula that cannot be read.
std::map<std::string, std::string> make_book(const BookSettings& settings);

}  // namespace holo
