// text.h: checks texts and names of files for UTF-8, and shows them in messages and JSON.
#pragma once

#include <string>
#include <string_view>

namespace holo {

/// Throws holo::Error, with `where` and the place in the text, for bytes that are not UTF-8; `what`
/// has them.
void check_utf8(const std::string& where, const std::string& what, std::string_view text);

/// A name in quotes, on one line.
std::string quoted_name(std::string_view name);

/// `text` inside the quotes of JSON, as the reference library writes it: only what must be escaped
/// is, and `in_script` also what ends a <script> or a line of old JavaScript. Bytes that are not
/// UTF-8 become U+FFFD.
std::string json_text(std::string_view text, bool in_script = false);

/// The same in quotes, for a script.
std::string json_string(std::string_view text);

}  // namespace holo
