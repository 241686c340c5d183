// real.h: the number type of the tensor engine: float, or double after `make REAL=double`.
// The scalar engine does not use it: a Value is always double.
#pragma once

#include "holo/version.h"

#ifndef HOLO_REAL
#define HOLO_REAL float
#endif

// The inline namespace carries the choice: a program and a library that differ in it do not link.
#define HOLO_JOIN_EXPANDED(a, b) a##b
#define HOLO_JOIN(a, b) HOLO_JOIN_EXPANDED(a, b)
#define HOLO_REAL_NAMESPACE HOLO_JOIN(real_, HOLO_REAL)

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

using real = HOLO_REAL;

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
