// tensor_print.h: prints a tensor's numbers in NumPy's layout, with the shape and the number type.
#pragma once

#include <string>

#include "holo/tensor.h"

namespace holo {

/// The tensor's numbers in nested brackets, aligned at the decimal point, then the shape, the
/// number type (f32 or f64), the device, the label, the op (except for a leaf), requires_grad, and
/// whether there is a gradient:
///
///   tensor([[ 1.  ,  2.5 ],
///           [-0.25, 10.  ]], shape=[2,2], f32, cpu, op=mul, requires_grad, grad)
///
/// Numbers have at most 4 decimals, without trailing zeros. All numbers are written like 1.2346e+05
/// if the largest one shown is at least 1e5 (1e8 if all are integers), or if the smallest one other
/// than 0 is below 1e-3. Above 1000 elements, only the first 3 and last 3 of each dimension are
/// shown. Lines break at 80 columns. An empty handle is shown as "tensor(empty)".
std::string to_string(const Tensor& x);

/// Writes to_string() and a newline to stdout.
void print(const Tensor& x);

}  // namespace holo
