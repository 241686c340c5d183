// coloured_code.h: the lines of a program as HTML, with keywords, comments, texts and numbers
// marked for their colours.
#pragma once

#include <string>
#include <vector>

namespace holo {

/// What marks comments and texts, and whether words have colours.
enum class CodeLanguage { cpp, script, text };

/// Of a language as a page names it ("cpp"), or of the name of a file ("a.cu").
CodeLanguage code_language(const std::string& name);

/// A line each; a comment of several lines is marked in each of them.
std::vector<std::string> coloured_lines(const std::string& text, CodeLanguage language);

/// The same with their ends, as one text.
std::string coloured_code(const std::string& text, CodeLanguage language);

}  // namespace holo
