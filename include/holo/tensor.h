// tensor.h: the tensor engine. A Tensor is an array of numbers that remembers how it was made.
//
//   Tensor x = tensor({1, 2, 3}).set_requires_grad();
//   Tensor y = sum(x * x);   // y.item() == 14
//   y.backward();            // x.grad() holds 2, 4, 6
//
// The operations are in ops.h; creation.h makes tensors.
//
// Threads: several may read one tensor at the same time, or run one model in evaluation, each under
// a NoGrad of its own. Only one may use a tensor or a model while it is changed, by backward(), an
// optimizer, fill_ and its kind, set_label, Dropout in training or Module::train(). A graph belongs
// to the thread that made it. Every thread may copy and drop handles.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holo/device.h"
#include "holo/node.h"
#include "holo/real.h"
#include "holo/shape.h"

namespace holo {

/// A handle on a node; copies refer to the same node. Data is contiguous and row-major. Every use
/// of an empty handle throws holo::Error.
class Tensor {
 public:
  /// An empty handle: it can only be assigned to.
  Tensor() = default;
  explicit Tensor(NodeRef node) : node_(std::move(node)) {}

  bool defined() const { return node_.get() != nullptr; }
  Node& node() const {
    if (node_.get() == nullptr) throw_empty();
    return *node_.get();
  }

  // ---- what it is ----
  const Shape& shape() const { return node().shape; }
  int ndim() const { return shape().ndim(); }
  /// The size of dimension d; -1 is the last.
  Index size(int d) const { return shape().size(d); }
  Index numel() const { return shape().numel(); }
  Device device() const;
  Backend& backend() const { return *node().backend; }
  /// "leaf", or the op that made it.
  const char* op() const { return node().op; }
  /// A name for graphs, messages and prints; empty at first.
  Tensor& set_label(std::string_view label);
  std::string label() const;

  // ---- its numbers ----
  /// The only number. Throws ShapeError when there is not exactly one.
  real item() const;
  /// One number. Throws ShapeError when the indices do not fit; -1 is the last.
  real at(std::initializer_list<Index> index) const;
  /// All of them, in row-major order.
  std::vector<real> to_vector() const;
  /// Their address on the device.
  const real* data() const { return node().data; }

  // ---- gradients ----
  bool requires_grad() const { return node().requires_grad; }
  /// Makes backward() fill the grad of a leaf. Throws holo::Error for the result of an op.
  Tensor& set_requires_grad(bool requires_grad = true);
  /// d(root)/d(this) after root.backward(): a constant in the memory of the node, or empty.
  Tensor grad() const;
  /// Forgets the gradient; the next backward starts at zero.
  void zero_grad();

  /// Adds d(loss)/d(leaf) to the grad of every leaf that requires one. `seed` is d(loss)/d(this),
  /// of the same shape. Without it this is the loss, a single number, and the seed is 1. Frees the
  /// graph and the gradients of inner nodes, unless retain_graph: then backward can run again.
  /// Throws holo::Error for a constant and for a freed graph, before it adds anything; and when
  /// data that it needs was changed in place: then some gradients may have been added.
  void backward(bool retain_graph = false) const;
  void backward(const Tensor& seed, bool retain_graph = false) const;

  /// The same numbers, shared, as a constant: no gradient passes.
  Tensor detach() const;
  /// A copy on that device; the tensor itself when it lies there. Gradients pass.
  Tensor to(Device device) const;

  // ---- changes in place: for optimizers and initialisation ----
  // Each makes a new version of the data. On a tensor that requires a gradient they throw
  // holo::Error, unless in the scope of a NoGrad.
  Tensor& fill_(real value);
  /// Throws ShapeError when the shapes differ, as does add_.
  Tensor& copy_(const Tensor& from);
  Tensor& copy_(std::span<const real> from);
  /// this += factor x
  Tensor& add_(const Tensor& x, real factor = 1);

 private:
  [[noreturn]] static void throw_empty();
  NodeRef node_;
};

/// While a NoGrad lives, ops of this thread record no graph: their results are constants.
class NoGrad {
 public:
  NoGrad();
  ~NoGrad();
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;
};

/// True when ops record a graph: outside of any NoGrad.
bool grad_enabled();

/// A tensor of whole numbers: the indices of an embedding, the targets of a loss. A constant.
class Indices {
 public:
  /// No indices: the shape [0].
  Indices() : Indices({}) {}
  /// Throws ShapeError when there are not as many values as the shape has elements.
  Indices(const Shape& shape, std::vector<Index> values);
  /// One dimension.
  Indices(std::initializer_list<Index> values);
  // No moves: the object moved from would have a shape and no values.
  Indices(const Indices&) = default;
  Indices& operator=(const Indices&) = default;

  const Shape& shape() const { return shape_; }
  Index numel() const { return shape_.numel(); }
  /// On the host, in row-major order.
  const std::vector<Index>& values() const { return *values_; }

 private:
  Shape shape_;
  std::shared_ptr<const std::vector<Index>> values_;  // copies share them
};

}  // namespace holo
