// values.h: writes down what a tape of Values does.
#pragma once

#include <cstdint>
#include <vector>

#include "holo/tape.h"
#include "trace/writer.h"

namespace holo {

/// Watches the current tape of this thread. It hears of each node, label and backward; what the
/// user or an optimizer has changed since then it finds by comparing the tape with the log.
class ValueTrace {
 public:
  explicit ValueTrace(TraceWriter& writer);
  ~ValueTrace();
  ValueTrace(const ValueTrace&) = delete;
  ValueTrace& operator=(const ValueTrace&) = delete;

 private:
  // What the log knows of a node of the tape.
  struct Known {
    std::uint32_t index = TraceEvent::none;  // in TraceLog::nodes
    double data = 0, grad = 0;               // as the log has them
  };
  static void watch(const Tape& tape, TapeEvent event, NodeId node,
                    const std::span<const Value>* order);
  void on_node(const Tape& tape, std::size_t node);
  void on_label(const Tape& tape, NodeId node);
  void on_backward(const Tape& tape, std::size_t root, const std::span<const Value>* order);
  void clear_inner_grads(const Tape& tape, std::size_t root);
  // A backward, by the node's index: its gradient so far, and whether the root depends on it.
  struct Pass {
    std::vector<double> grads;
    std::vector<bool> reached;
  };
  void send(const Tape& tape, std::size_t node, Pass& pass);

  bool knows(std::size_t node) const;
  bool is_inner(std::size_t node) const;
  Known& known(const Tape& tape, std::size_t node);
  Known& add(const Tape& tape, std::size_t node, TraceEvent::Kind kind,
             std::vector<std::uint32_t> parents);
  void find_changes(const Tape& tape, std::size_t node);
  void find_all_changes(const Tape& tape);
  void tell(TraceEvent::Kind kind, std::uint32_t index, double number);
  void tell_grad(TraceEvent::Kind kind, Known& node, double grad);

  TraceWriter& writer_;
  Tape* tape_;
  std::vector<Known> known_;     // by the node's index on the tape
  bool after_backward_ = false;  // no node has been recorded since then
};

}  // namespace holo
