// record.h: how an op records itself in the graph. Every op has this form:
//
//   Tensor exp(const Tensor& x) {
//     Tensor y = result("exp", x.shape(), {x});                     // uninitialised numbers
//     x.backend().unary(Unary::exp, y.node().data, ...);            // forward
//     return record(std::move(y), saves::output, [](Node& y_node) { // and its backward
//       Node& x_node = y_node.parent(0);
//       y_node.backend->unary_backward(Unary::exp, x_node.gradient(), y_node.grad, ...);
//     });
//   }
//
// Before these lines, an op checks its inputs.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "backend/scratch.h"
#include "holo/node.h"
#include "holo/observer.h"
#include "holo/tensor.h"

namespace holo {

/// An op's input: a Tensor's node, but no copy of its handle. `node` is null for an empty handle.
struct Parent {
  Parent(const Tensor& x) : node(x.defined() ? &x.node() : nullptr) {}
  Node* node;
};

/// A node for the result of `op`, with uninitialised data on the parents' device. The node requires
/// a gradient if a parent does. Otherwise it keeps its parents only while an observer needs them.
/// An empty handle does not become a parent. Throws holo::Error if parents are on different
/// devices, and ShapeError if there is not enough memory.
Tensor result(const char* op, const Shape& shape, std::initializer_list<Parent> parents);
Tensor result(const char* op, const Shape& shape, std::span<const Parent> parents);

/// A node that shares x's data. REQUIRES: `shape` has as many elements as x.
Tensor result_sharing(const char* op, const Shape& shape, const Tensor& x);

/// A node for the result of `op` on a different device, with the shape of x.
Tensor result_on(const char* op, Backend& backend, const Tensor& x);

/// A new leaf. Its data is uninitialised.
Tensor leaf(const Shape& shape, Backend& backend, const char* op);

/// x's data, or null for an empty handle, which stands for an omitted input or result.
inline real* data_of(const Tensor& x) { return x.defined() ? x.node().data : nullptr; }

/// Copies `numbers`, the node's data or gradient, to the host. If `numbers` is null, returns zeros.
std::vector<real> on_host(const Node& node, const real* numbers);

/// Indices in the memory of a device. If the device uses host memory, data() points to the values
/// themselves. Otherwise it points to a copy that this object owns.
class DeviceIndices {
 public:
  DeviceIndices(Backend& backend, const Indices& indices);
  const Index* data() const;

 private:
  Indices indices_;
  std::optional<ScratchOf<Index>> copy_;
};

/// The data that a backward function reads. backward() checks that this data has not changed.
namespace saves {
inline constexpr unsigned nothing = 0, output = 1, input0 = 2, input1 = 4;
inline constexpr unsigned inputs = ~output;  // covers only the first 31 inputs
}  // namespace saves

/// The newest observer of this thread, or null.
extern constinit thread_local Observer* newest_observer;

/// Notify this thread's observers: tell_op() after the node's op has run, tell_backward() after the
/// node has sent its gradient.
void tell_op(Node& node, const OpOptions& options);
void tell_backward(const Node& node);

/// Counts an in-place change by the function named `by`, and returns the data to write to. Throws
/// holo::Error for a tensor that requires a gradient, unless a NoGrad object exists.
real* change(const Tensor& tensor, const char* by);

/// Stores the versions of the saved data in the node.
void remember_versions(Node& node, unsigned saved);

/// A Backward that calls an op's backward function.
template <class F>
struct BackwardBox final : Backward {
  explicit BackwardBox(F function) : f(std::move(function)) {}
  void operator()(Node& node) override { f(node); }
  F f;
};

/// Completes an op: stores its backward function if y requires a gradient, notifies the observers,
/// and returns y. `options` are the op's arguments other than its input tensors.
template <class F>
Tensor record(Tensor&& y, unsigned saved, const OpOptions& options, F backward) {
  Node& node = y.node();
  if (node.requires_grad) {
    node.backward = std::make_unique<BackwardBox<F>>(std::move(backward));
    if (saved != saves::nothing) remember_versions(node, saved);
  }
  if (newest_observer != nullptr) tell_op(node, options);
  return std::move(y);
}

/// Completes an op without options.
template <class F>
Tensor record(Tensor&& y, unsigned saved, F backward) {
  return record(std::move(y), saved, OpOptions(), std::move(backward));
}

/// While an Unrecorded exists, the ops of this thread record no graph and notify no observer.
/// Backward functions that call ops create an Unrecorded:
///
///   const Unrecorded ops;
///   const Tensor dy = tensor_of(y_node).grad(), p = exp(tensor_of(y_node));
///   add_gradient(y_node.parent(0), dy - p * sum(dy, d, true));
class Unrecorded {
 public:
  Unrecorded() : before_(std::exchange(newest_observer, nullptr)) {}
  ~Unrecorded() { newest_observer = before_; }
  Unrecorded(const Unrecorded&) = delete;
  Unrecorded& operator=(const Unrecorded&) = delete;

 private:
  NoGrad no_grad_;
  Observer* before_;
};

/// A new handle to a node.
inline Tensor tensor_of(Node& node) { return Tensor(NodeRef(&node)); }

/// dx += d. REQUIRES: d has as many elements as x.
void add_gradient(Node& x_node, const Tensor& d);

/// The parents' backend. Throws holo::Error if the parents are on different devices.
Backend& common_backend(const char* op, std::span<const Parent> parents);

}  // namespace holo
