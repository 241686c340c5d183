// call_graph.h: calls of a device that are told to it once and done many times.
#pragma once

#include <cstddef>
#include <functional>

#include "backend/backend.h"

namespace holo {

/// What a Backend::call_graph() gives: that of cuda() is a CUDA graph.
class CallGraph {
 public:
  virtual ~CallGraph() = default;

  /// The device, for the calls: what its kernels need between two of their loops is memory of this
  /// graph.
  virtual Backend& device() = 0;
  /// Keeps the calls that `issue` makes to device(), in place of those that it had, and does none
  /// of them. REQUIRES: all but copies were done before, in the same order, so that nothing is left
  /// to be allocated; no upload() and no download() is among them; no other thread calls the device
  /// meanwhile.
  virtual void record(const std::function<void()>& issue) = 0;
  /// Whether what was recorded is what the calls would do now: not before record(), and not when
  /// matmul_precision() is another one, by which kernels are chosen.
  virtual bool is_current() const = 0;
  /// All calls, with the arguments that they had. REQUIRES: is_current().
  virtual void launch() = 0;
  /// The memory that its calls need between their loops, which it keeps.
  virtual std::size_t bytes() const = 0;
};

}  // namespace holo
