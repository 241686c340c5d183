// broadcast.h: brings different shapes to one, as NumPy does: aligned at the last dimension, a size
// of 1 is repeated. Backward, the gradients of a repeated number are summed.
#pragma once

#include "backend/backend.h"
#include "holo/node.h"
#include "holo/shape.h"

namespace holo {

/// The shape that all of them can be repeated to. Throws ShapeError(op) with the shapes and the
/// dimension of the result in which they do not fit, or when the result is too large to count.
Shape broadcast_shape(const char* op, const Shape& a, const Shape& b);
Shape broadcast_shape(const char* op, const Shape& a, const Shape& b, const Shape& c);

/// Throws ShapeError(op) unless `from` can be repeated to `to`.
void check_broadcasts_to(const char* op, const Shape& from, const Shape& to);

/// Where each element of `to` lies in a and in b. Dimensions of size 1 are left out, and neighbours
/// that can be one dimension are one: two equal shapes have a single dimension, and so has a result
/// without elements. The strides of the last dimension are 0 or 1.
/// REQUIRES: both can be repeated to `to`.
Broadcast broadcast(const Shape& a, const Shape& b, const Shape& to);

/// dx += factor d, summed over the dimensions in which x, that input, was repeated; d lies in the
/// shape of the result. When nothing was repeated, dx += factor d. The order of every sum follows
/// from the shapes alone.
void sum_to(Node& x_node, const real* d, const Broadcast& s, Side side, real factor = 1);

/// The same where x alone was repeated, to the shape of d.
void sum_to(Node& x_node, const real* d, const Shape& shape);

}  // namespace holo
