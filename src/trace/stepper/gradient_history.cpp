// gradient_history.cpp: looks for the events of a node, from the pass backward and forward.
#include "trace/stepper/gradient_history.h"

#include <fmt/format.h>

#include <algorithm>

#include "trace/stepper/line.h"

namespace holo {

using Kind = TraceEvent::Kind;

GradientHistory::GradientHistory(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                                 std::size_t position)
    : root_(name_and_shape(log, pass.root)), is_cut_(is_cut(log, pass) && node != pass.root) {
  const auto sets = [&](std::size_t i) {
    const TraceEvent& event = log.events[i];
    return event.node == node && (event.kind == Kind::set_grad || event.kind == Kind::clear_grad);
  };
  const auto sends = [&](std::size_t i) {
    return log.events[i].kind == Kind::contribution && log.events[i].parent == node;
  };
  bool has_sent = false;
  for (std::size_t i = pass.begin; i-- > 0 && !set_before_;) {
    if (sets(i)) set_before_ = i;
    has_sent = has_sent || sends(i);
    if (log.events[i].kind != Kind::backward) continue;
    if (has_sent || log.events[i].node == node) ++earlier_passes_;
    has_sent = false;
  }
  const auto is_zero = [](double x) { return x == 0; };
  if (set_before_) {
    const auto run = log.run(log.events[*set_before_]);
    if (std::all_of(run.begin(), run.end(), is_zero)) set_before_.reset();
  }
  for (std::size_t i = std::min(position, pass.end); --i > pass.begin && !sends(i);) {
    if (!sets(i)) continue;
    set_since_ = i;
    is_cleared_ = log.events[i].kind == Kind::clear_grad;
    return;
  }
}

std::string GradientHistory::first_line(const std::string& name, const std::string& grad,
                                        std::size_t missing, bool had) const {
  const std::string is = fmt::format("grad of {} is {}", name, grad);
  if (set_since_) {
    return is +
           fmt::format(": {} at step {}; before that the backward from {} had brought",
                       is_cleared_ ? "the next backward has cleared it" : "the program has set it",
                       *set_since_ + 1, root_);
  }
  if (missing > 0) {
    return is + fmt::format(" so far: {}{} more to come from {}", is_cut_ ? "at least " : "",
                            missing, root_);
  }
  if (is_cut_) return is + fmt::format(" so far: the log ends in the backward from {}", root_);
  return is + fmt::format(": {}how {} changes with it", had ? "what it had, and " : "", root_);
}

std::string GradientHistory::second_line(const std::string& had, const std::string& adds) const {
  std::string from;
  if (set_before_) from = fmt::format("which the program has set at step {}", *set_before_ + 1);
  if (earlier_passes_ > 0) {
    from += from.empty() ? "" : ", and ";
    from += earlier_passes_ == 1 ? "from an earlier one"
                                 : fmt::format("from {} earlier ones", earlier_passes_);
    from += " with no zero_grad since";
  }
  return fmt::format("  before this backward it had {}{}{}{}{}", had, from.empty() ? "" : ", ",
                     from, adds.empty() ? "" : "; this one adds ", adds);
}

std::vector<double> before_pass(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                                const std::vector<std::size_t>& to) {
  const bool is_tensor = log.nodes[node].is_tensor;
  if (node == pass.root) {
    return {is_tensor ? 0 : log.run(log.events[pass.begin])[0] - 1};
  }
  const auto run = log.run(log.events[to.front()], is_tensor ? 0 : 2);
  return {run.begin(), run.end()};
}

std::vector<double> sent_by_pass(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                                 const std::vector<std::size_t>& to) {
  if (!log.whole(node)) return {};
  std::vector<double> sent(static_cast<std::size_t>(log.numel(node)), node == pass.root ? 1 : 0);
  for (const std::size_t i : to) {
    const TraceEvent& event = log.events[i];
    for (std::size_t at = 0; at < sent.size(); ++at) {
      sent[at] += log.nodes[node].is_tensor ? log.run(event, 1)[at] - log.run(event, 0)[at]
                                            : log.run(event, 0)[0] * log.run(event, 1)[0];
    }
  }
  return sent;
}

}  // namespace holo
