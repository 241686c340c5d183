// header_text.h: reads the text of a header. Internal.
#pragma once

#include <string>

#include "files/safetensors/source.h"
#include "holo/real.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// The N bytes of JSON: UTF-8 that begins with '{', after white space or not. Throws holo::Error
/// for anything else, with the name of the format when it is a known one.
std::string read_header_text(const ByteSource& source);

/// What is expected of a file that ends too early.
inline constexpr const char* cut_short =
    "the whole file; it may have been cut short, or be damaged";

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
