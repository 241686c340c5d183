// softmax_columns_cpu.h: softmax, log_softmax and logsumexp on the CPU over a dimension that is not
// the last one: the elements of a sum are axis.inner apart. Formulas in softmax.cpp.
#pragma once

#include "backend/backend.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

void softmax_columns(real* y, const real* x, Axis axis);
void softmax_backward_columns(Output dx, const real* dy, const real* y, Axis axis);
void log_softmax_columns(real* y, const real* x, Axis axis);
void log_softmax_backward_columns(Output dx, const real* dy, const real* y, Axis axis);
void logsumexp_columns(real* y, const real* x, Axis axis);
void logsumexp_backward_columns(Output dx, const real* dy, const real* x, const real* y, Axis axis);

/// The same of columns that no cache holds: softmax_tall_cpu.cpp.
void softmax_tall(real* y, const real* x, Axis axis);
void softmax_backward_tall(Output dx, const real* dy, const real* y, Axis axis);
void log_softmax_tall(real* y, const real* x, Axis axis);
void log_softmax_backward_tall(Output dx, const real* dy, const real* y, Axis axis);
void logsumexp_tall(real* y, const real* x, Axis axis);
void logsumexp_backward_tall(Output dx, const real* dy, const real* x, const real* y, Axis axis);

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
