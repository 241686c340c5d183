// values.h: writes down what a tape of Values does.
#pragma once

#include <cstdint>
#include <vector>

#include "holo/tape.h"
#include "holo/tape_observer.h"
#include "trace/writer.h"

namespace holo {

/// Watches the current tape of this thread.
class ValueTrace final : public TapeObserver {
 public:
  explicit ValueTrace(TraceWriter& writer);
  ~ValueTrace() override;
  ValueTrace(const ValueTrace&) = delete;
  ValueTrace& operator=(const ValueTrace&) = delete;

  void on_forward(const Tape& tape, std::size_t node) override;
  void on_backward_begin(const Tape& tape, std::size_t root, double before) override;
  void on_backward(const Tape& tape, std::size_t node, std::size_t edge, double before) override;
  void on_change(const Tape& tape, std::size_t first, std::size_t end) override;
  void on_label(const Tape& tape, std::size_t node) override;
  void on_rewind(const Tape& tape, std::size_t node_count) override;
  void on_destroy(const Tape& tape) override;

 private:
  // What the log knows of a node of the tape.
  struct Known {
    std::uint32_t index = TraceEvent::none;  // in TraceLog::nodes
    double data = 0, grad = 0;               // as the log has them
  };
  Known& known(const Tape& tape, std::size_t node);
  Known& add(const Tape& tape, std::size_t node, TraceEvent::Kind kind,
             std::vector<std::uint32_t> parents);
  void find_changes(const Tape& tape, std::size_t node);
  void find_changes(std::size_t node, double data, double grad,
                    TraceEvent::Kind grad_kind = TraceEvent::Kind::set_grad);
  void find_changes_of(const Tape& tape, std::size_t first, std::size_t end);
  void find_all_changes(const Tape& tape);
  bool is_inner(std::size_t node) const;
  void begin_grads(const Tape& tape, std::size_t root, double before);
  void tell(TraceEvent::Kind kind, std::uint32_t index, double number);

  TraceWriter& writer_;
  Tape* tape_;
  std::vector<Known> known_;  // by the node's index on the tape
  std::size_t changing_first_ = SIZE_MAX,
              changing_end_ = 0;  // nodes that may change until the next
};

}  // namespace holo
