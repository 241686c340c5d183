// inline_text.h: a paragraph of a page as HTML: code, emphasis and formulas; of a link its words.
#pragma once

#include <string>

namespace holo {

/// `where` appears in the UsageError for a formula that cannot be read.
std::string inline_html(const std::string& text, const std::string& where);

/// A list, or a table, with inline_html in its points and cells.
std::string points_html(const std::string& text, const std::string& where);
std::string table_html(const std::string& text, const std::string& where);

}  // namespace holo
