// search_index.h: the words of the book by sections, as a script that the search reads.
#pragma once

#include <string>
#include <vector>

namespace holo {

/// `address` is relative to the folder of the book; `chapter` the title of its page, `heading` that
/// of the section, `code` the text of its listings, of which each word counts once.
struct SearchSection {
  std::string address, chapter, heading, text, code;
};

/// A classic script: a page opened from a file may load it, as it may no JSON.
std::string search_script(const std::vector<SearchSection>& sections);

}  // namespace holo
