// header_text.h: the text of a header. Internal.
#pragma once

#include <string>

#include "files/safetensors/source.h"
#include "holo/real.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// The N bytes of JSON: UTF-8 that begins with '{', after white space or not. Error: anything else,
/// with the name of the format when the file is known to be of another one.
std::string read_header_text(const ByteSource& source);

/// What is expected of a file that ends too early.
inline constexpr const char* cut_short =
    "the whole file; it may have been cut short, or be damaged";

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
