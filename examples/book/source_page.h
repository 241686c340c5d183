// source_page.h: a file of the project with its lines numbered, and the list of a folder.
#pragma once

#include <set>
#include <string>

#include "book/book_map.h"

namespace holo {

/// What a page shows of a file; a header that it includes is a link when the book has it.
std::string source_html(const std::string& path, const std::string& text,
                        const std::set<std::string>& sources);

/// The files and folders in a folder ("": the root), of those that the book has.
std::string folder_html(const std::string& folder, const std::set<std::string>& sources);

/// All folders that have one of the files in them, "" among them.
std::set<std::string> folders_of(const std::set<std::string>& sources);

}  // namespace holo
