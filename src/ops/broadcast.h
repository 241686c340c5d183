// broadcast.h: broadcasts shapes like NumPy: aligns them at the last dimension and repeats sizes of
// 1. Backward sums the gradients of a repeated number.
#pragma once

#include "backend/backend.h"
#include "holo/node.h"
#include "holo/shape.h"

namespace holo {

/// The shape that all inputs can be repeated to. Throws ShapeError(op), with the shapes and the
/// dimension of the result, if they do not fit, or if the result is too large to count.
Shape broadcast_shape(const char* op, const Shape& a, const Shape& b);
Shape broadcast_shape(const char* op, const Shape& a, const Shape& b, const Shape& c);

/// Throws ShapeError(op) unless `from` can be repeated to `to`.
void check_broadcasts_to(const char* op, const Shape& from, const Shape& to);

/// Tells where each element of `to` is in a and in b. It leaves out dimensions of size 1 and joins
/// neighbours where it can, so two equal shapes give a single dimension; so does a result without
/// elements. The last strides are 0 or 1.
/// REQUIRES: both can be repeated to `to`.
Broadcast broadcast(const Shape& a, const Shape& b, const Shape& to);

/// dx += factor d for the input x on `side`, summed over the dimensions in which x was repeated. d
/// has the shape of the result. The order of every sum depends only on the shapes.
void sum_to(Node& x_node, const real* d, const Broadcast& s, Side side, real factor = 1);

/// dx += d when only x was repeated, to `shape`, the shape of d.
void sum_to(Node& x_node, const real* d, const Shape& shape);

}  // namespace holo
