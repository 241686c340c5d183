// broadcast.h: broadcasts shapes as NumPy does: aligns shapes at the last dimension, and repeats
// dimensions of size 1. The backward pass sums the gradients of all copies of a number.
#pragma once

#include "backend/backend.h"
#include "holo/node.h"
#include "holo/shape.h"

namespace holo {

/// The shape that results from broadcasting all inputs. If the shapes are incompatible, or the
/// result has too many elements, throws ShapeError(op) with the shapes and the dimension.
Shape broadcast_shape(const char* op, const Shape& a, const Shape& b);
Shape broadcast_shape(const char* op, const Shape& a, const Shape& b, const Shape& c);

/// Throws ShapeError(op) unless `from` can be broadcast to `to`.
void check_broadcasts_to(const char* op, const Shape& from, const Shape& to);

/// Finds the elements of a and b from which each element of a result of shape `to` is computed.
/// Omits dimensions of size 1 and merges adjacent dimensions if possible. If the two shapes are
/// equal, or the result has no elements, a single dimension remains. In the last dimension the
/// strides are 0 or 1. REQUIRES: a and b can be broadcast to `to`.
Broadcast broadcast(const Shape& a, const Shape& b, const Shape& to);

/// For the input x on `side`: dx += factor * d, summed over the dimensions in which x was repeated.
/// d has the shape of the result. The order of summation depends only on the shapes.
void sum_to(Node& x_node, const real* d, const Broadcast& s, Side side, real factor = 1);

/// dx += d for an op in which only x was repeated. `shape` is the shape of d.
void sum_to(Node& x_node, const real* d, const Shape& shape);

}  // namespace holo
