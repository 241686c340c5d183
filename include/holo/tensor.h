// tensor.h: the tensor engine. A Tensor is an array of numbers that remembers how it was made.
//
//   Tensor x = tensor({1, 2, 3}).set_requires_grad();
//   Tensor y = sum(x * x);   // y.item() == 14
//   y.backward();            // x.grad() holds 2, 4, 6
//
// The operations are in ops.h; the functions that create tensors are in creation.h.
//
// Several threads may read a tensor or run a model in evaluation mode at the same time, each under
// its own NoGrad. While one thread changes a tensor or a model, no other may use it. Changes come
// from backward(), an optimizer's step, fill_, copy_, add_, set_label, Dropout in training mode and
// Module::train(). A graph belongs to the thread that made it. Any thread may copy or drop handles.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holo/device.h"
#include "holo/node.h"
#include "holo/shape.h"
#include "holo/version.h"

namespace holo {

/// A handle to a node; copies of the handle refer to the same node. Data is contiguous and
/// row-major. Using an empty handle throws holo::Error.
class Tensor {
 public:
  /// An empty handle; you can only assign to it.
  Tensor() = default;
  explicit Tensor(NodeRef node) : node_(std::move(node)) {}

  bool defined() const { return node_.get() != nullptr; }
  Node& node() const {
    if (node_.get() == nullptr) throw_empty();
    return *node_.get();
  }

  // ---- properties ----
  const Shape& shape() const { return node().shape; }
  int ndim() const { return shape().ndim(); }
  /// The size of dimension d; -1 is the last dimension.
  Index size(int d) const { return shape().size(d); }
  Index numel() const { return shape().numel(); }
  Device device() const;
  Backend& backend() const { return *node().backend; }
  /// "leaf", or the name of the op that made the tensor.
  const char* op() const { return node().op; }
  /// A name for graphs, messages and printed tensors; empty at first.
  Tensor& set_label(std::string_view label);
  std::string label() const;

  // ---- numbers ----
  /// The value of a one-element tensor. Throws ShapeError for any other tensor.
  real item() const;
  /// The element at an index; -1 is the last. Throws ShapeError if the index is not valid.
  real at(std::initializer_list<Index> index) const;
  /// A copy of all elements in row-major order.
  std::vector<real> to_vector() const;
  /// The elements at index i of the first dimension, as a new tensor. Gradients pass through it.
  Tensor operator[](Index i) const;
  /// The address of the first element, in the memory of the device.
  const real* data() const { return node().data; }

  // ---- gradients ----
  bool requires_grad() const { return node().requires_grad; }
  /// Says whether backward() computes this leaf's grad. Throws holo::Error for the result of an op;
  /// backward() throws it if this was changed after the forward pass.
  Tensor& set_requires_grad(bool requires_grad = true);
  /// After root.backward(): d(root)/d(this), a constant and not a copy. Empty if there is none.
  Tensor grad() const;
  /// Removes the gradient, so that the next backward pass starts from zero.
  void zero_grad();

  /// Adds d(loss)/d(leaf) to the grad of every leaf that requires a gradient. `seed` is
  /// d(loss)/d(this), with this tensor's shape. Without a seed, this tensor is the loss, a single
  /// number, and the seed is 1. Frees the graph and the gradients of inner nodes, unless
  /// retain_graph keeps them for another backward pass. For a constant or a freed graph, throws
  /// holo::Error before it adds anything. Also throws if it needs data that was changed in place;
  /// some gradients may have been added by then.
  void backward(bool retain_graph = false) const;
  void backward(const Tensor& seed, bool retain_graph = false) const;

  /// A constant that shares this tensor's data. No gradient passes through it.
  Tensor detach() const;
  /// A copy on `device`, or this tensor if it is already there. Gradients pass through the copy.
  Tensor to(Device device) const;

  // ---- changes in place, for optimizers and initialisation ----
  // Each function makes a new version of the data. Each throws holo::Error if the tensor requires a
  // gradient, unless a NoGrad exists.
  Tensor& fill_(real value);
  /// Like add_, throws ShapeError if the shapes differ.
  Tensor& copy_(const Tensor& from);
  Tensor& copy_(std::span<const real> from);
  /// this += factor x
  Tensor& add_(const Tensor& x, real factor = 1);

 private:
  [[noreturn]] static void throw_empty();
  NodeRef node_;
};

/// While a NoGrad exists, ops in its thread record no graph, and their results are constants.
class NoGrad {
 public:
  NoGrad();
  ~NoGrad();
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;
};

/// True if ops in this thread record a graph, that is, if no NoGrad exists.
bool grad_enabled();

}  // namespace holo
