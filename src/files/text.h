// text.h: checks texts and names of files for UTF-8, and shows them in messages and JSON.
#pragma once

#include <string>
#include <string_view>

namespace holo {

/// Throws holo::Error, with `where` and the position, if `text` is not UTF-8. `what` names the
/// text.
void check_utf8(const std::string& where, const std::string& what, std::string_view text);

/// A name in quotes, on a single line.
std::string quoted_name(std::string_view name);

/// `text` for the inside of a JSON string, as the reference library writes it: it escapes only what
/// it must. With `in_script` it also escapes text that would end a <script> or a line of old
/// JavaScript. Bytes that are not UTF-8 become U+FFFD.
std::string json_text(std::string_view text, bool in_script = false);

/// json_text() in quotes, for a script.
std::string json_string(std::string_view text);

}  // namespace holo
