// record.h: how an op records itself in the graph. Every op reads
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
// and checks its inputs before the first line.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "backend/scratch.h"
#include "holo/node.h"
#include "holo/observer.h"
#include "holo/tensor.h"

namespace holo {

/// An input of an op, null for an empty handle. Made from a Tensor without a copy of the handle.
struct Parent {
  Parent(const Tensor& x) : node(x.defined() ? &x.node() : nullptr) {}
  Node* node;
};

/// A node for the result of `op`, with uninitialised data on the device of the parents. It requires
/// a gradient when a parent does. Only then it keeps them, and while somebody observes the op; an
/// empty handle is not a parent.
/// Throws holo::Error when parents lie on two devices, ShapeError when there is no memory for it.
Tensor result(const char* op, const Shape& shape, std::initializer_list<Parent> parents);
Tensor result(const char* op, const Shape& shape, std::span<const Parent> parents);

/// The same, with the numbers of x instead of new ones. REQUIRES: as many elements.
Tensor result_sharing(const char* op, const Shape& shape, const Tensor& x);

/// The same on another device.
Tensor result_on(const char* op, Backend& backend, const Tensor& x);

/// A new leaf. Its data is uninitialised.
Tensor leaf(const Shape& shape, Backend& backend, const char* op);

/// Where its numbers are; null for an empty handle: an input, or a result, that is left out.
inline real* data_of(const Tensor& x) { return x.defined() ? x.node().data : nullptr; }

/// Whole numbers where a device reads them, for as long as this lives: the values themselves when
/// it computes in host memory, else a copy.
class DeviceIndices {
 public:
  DeviceIndices(Backend& backend, const Indices& indices);
  const Index* data() const;

 private:
  Indices indices_;
  std::optional<DeviceMemory> copy_;
};

/// Which data a backward reads: their versions are remembered and compared.
namespace saves {
inline constexpr unsigned nothing = 0, output = 1, input0 = 2, input1 = 4;
inline constexpr unsigned inputs = ~output;  // all of them, of which there are at most 31
}  // namespace saves

/// The newest observer of this thread, or null.
extern constinit thread_local Observer* newest_observer;

/// Tells all observers of this thread that the op of the node has run, or that the node has sent
/// its gradient.
void tell_op(Node& node, const OpOptions& options);
void tell_backward(const Node& node);

/// Counts a change in place by the function of this name, and gives the numbers, to be written.
/// Throws holo::Error for a tensor that has a graph, and for a leaf that requires a gradient
/// outside of a NoGrad.
real* change(const Tensor& tensor, const char* by);

/// Remembers the versions of what is saved.
void remember_versions(Node& node, unsigned saved);

/// A Backward made of the function of an op.
template <class F>
struct BackwardBox final : Backward {
  explicit BackwardBox(F function) : f(std::move(function)) {}
  void operator()(Node& node) override { f(node); }
  F f;
};

/// Ends an op: keeps its backward when a gradient is required, tells the observers, and returns y.
/// `options`: those of the op besides its inputs.
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

/// The same for an op without options.
template <class F>
Tensor record(Tensor&& y, unsigned saved, F backward) {
  return record(std::move(y), saved, OpOptions(), std::move(backward));
}

/// While it lives the ops of this thread are in no graph, and no observer hears of them: for a
/// backward that is composed of ops. It reads
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

/// Another handle on a node.
inline Tensor tensor_of(Node& node) { return Tensor(NodeRef(&node)); }

/// dx += d. REQUIRES: as many elements.
void add_gradient(Node& x_node, const Tensor& d);

/// The device of the parents. Throws holo::Error when there are two.
Backend& common_backend(const char* op, std::span<const Parent> parents);

}  // namespace holo
