// text.h: the text of a header, and names in messages. Internal.
#pragma once

#include <string>
#include <string_view>

#include "holo/real.h"
#include "files/safetensors/source.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// The N bytes of JSON: UTF-8 that begins with '{', after white space or not. Error: anything else,
/// with the name of the format when the file is known to be of another one.
std::string read_header_text(const ByteSource& source);

/// Error: bytes that are not UTF-8; `what` has them.
void check_utf8(const std::string& where, const std::string& what, std::string_view text);

/// A name in quotes, on one line.
std::string quoted_name(std::string_view name);

/// What is expected of a file that ends too early.
inline constexpr const char* cut_short =
    "the whole file; it may have been cut short, or be damaged";

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
