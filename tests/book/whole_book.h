// whole_book.h: the book of this project, made once, and its pages taken apart.
#pragma once

#include <cstdlib>
#include <map>
#include <string>

#include "book/book_maker.h"
#include "book/html_page.h"

namespace book {

using Files = std::map<std::string, std::string>;

inline std::string root() {
  const char* const folder = std::getenv("HOLO_ROOT");
  return folder == nullptr ? "." : folder;
}

inline const Files& files() {
  static const Files made = holo::make_book({root(), root() + "/examples/book"});
  return made;
}

/// The pages by their addresses.
inline const std::map<std::string, HtmlPage>& pages() {
  static const std::map<std::string, HtmlPage> read = [] {
    std::map<std::string, HtmlPage> all;
    for (const auto& [address, text] : files()) {
      if (address.ends_with(".html")) all.emplace(address, HtmlReader(text).page);
    }
    return all;
  }();
  return read;
}

/// True for pages that are not sources.
inline bool is_text(const std::string& address) { return address.find('/') == std::string::npos; }

}  // namespace book
