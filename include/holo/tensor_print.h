// tensor_print.h: a tensor as text: its numbers as NumPy lays them out, its shape and its type.
#pragma once

#include <string>

#include "holo/tensor.h"

namespace holo {

/// The numbers in nested brackets, aligned at the decimal point, and then the shape, the number
/// type (f32 or f64), the device, the label, the op (not for a leaf), and whether a gradient is
/// required and there:
///
///   tensor([[ 1.  ,  2.5 ],
///           [-0.25, 10.  ]], shape=[2,2], f32, cpu, op=mul, requires_grad, grad)
///
/// A number has at most 4 decimals, and trailing zeros are left out. When the largest number shown
/// is 1e5 or more (1e8 if all are whole) or the smallest that is not 0 is below 1e-3, all are
/// written like 1.2346e+05. Of more than 1000 elements the first and the last 3 in each dimension
/// are shown. Lines break at 80 columns. An empty handle is "tensor(empty)".
std::string to_string(const Tensor& x);

/// Writes to_string() and a new line to stdout.
void print(const Tensor& x);

}  // namespace holo
