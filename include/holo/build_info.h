// build_info.h: how the library at hand was built.
#pragma once

#include <string>

#include "holo/real.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// One line: version, compiler, number type, threads.
/// "hologradient 0.1.0, g++ 12.2.0, real = float, OpenMP with 2 threads"
std::string build_info();

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
