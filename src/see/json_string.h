// json_string.h: a text as JSON.
#pragma once

#include <string>
#include <string_view>

namespace holo {

/// In quotes. Escaped is what JSON asks for, what ends a <script>, and what ends a line of old
/// JavaScript. Bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);

}  // namespace holo
