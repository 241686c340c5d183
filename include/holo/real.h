// real.h: the tensor engine's number type: float, or double in a build with `make REAL=double`. The
// scalar engine does not use this type: a Value is always double.
#pragma once

#include "holo/version.h"

#ifndef HOLO_REAL
#define HOLO_REAL float
#endif
#define HOLO_JOIN_EXPANDED(a, b) a##b
#define HOLO_JOIN(a, b) HOLO_JOIN_EXPANDED(a, b)
#define HOLO_BUILT_WITH_REAL HOLO_JOIN(library_is_built_with_REAL_, HOLO_REAL)

namespace holo {

using real = HOLO_REAL;

// Every object file refers to this name, so linking with a library of the other number type fails.
extern const char HOLO_BUILT_WITH_REAL;
[[gnu::used]] const char* const built_with_real = &HOLO_BUILT_WITH_REAL;

}  // namespace holo
