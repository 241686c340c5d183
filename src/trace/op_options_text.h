// op_options_text.h: the options of an op in words.
#pragma once

#include <string>

#include "holo/op_options.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// "dim 1", "dims 0 1, keepdim"; empty when there are none. `ndim`: of the result.
std::string op_options_text(const OpOptions& options, int ndim);

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
