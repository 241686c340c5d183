// replay_tensors.h: repeats the ops of Tensors, one at a time, forward and backward.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "holo/tensor.h"
#include "trace/replay.h"

namespace holo {

class TensorReplay {
 public:
  /// Both outlive it.
  TensorReplay(const TraceLog& log, LogReplay& replay);

  /// REQUIRES: it gets every event of a Tensor, in order.
  void step(const TraceEvent& event);

 private:
  using Numbers = std::vector<real>;
  // An op that has run: its result, and a leaf for each parent, the same for the same parent.
  struct Done {
    Tensor y;
    std::vector<Tensor> x;
  };
  bool is_known(std::uint32_t node) const { return log_.whole(node) && data_[node].has_value(); }
  void forward(const TraceEvent& event);
  void send(const TraceEvent& event);
  bool run_backward(std::uint32_t node);
  Numbers numbers(const TraceEvent& event, int run) const;
  void compare(const char* what, const Numbers& computed, const TraceEvent& event, int run);

  const TraceLog& log_;
  LogReplay& replay_;
  // By node. A gradient without contributions is empty, so that the first contribution is not added
  // to 0, which keeps the sign of a 0.
  std::vector<std::optional<Numbers>> data_, grad_;
  std::vector<Done> done_;
  std::uint32_t sender_ = TraceEvent::none;  // the node whose backward ran last ...
  bool sent_ = false;                        // ... and whether it could be computed
};

}  // namespace holo
