// format_name.h: what a log in a file begins with; page.html has it too.
#pragma once

#include <string_view>

namespace holo {

/// The name of the format before its version.
inline constexpr std::string_view trace_format_name = "hologradient-trace/";
/// The version that is written, and the only one that is read.
inline constexpr std::string_view trace_format = "hologradient-trace/2";

}  // namespace holo
