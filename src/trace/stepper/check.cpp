// check.cpp: the command check: is the gradient the slope, which is computed from two points.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holo/check.h"
#include "holo/real.h"
#include "trace/evaluate.h"
#include "trace/formula.h"
#include "trace/pass.h"
#include "trace/stepper/element.h"
#include "trace/stepper/line.h"
#include "trace/stepper/names.h"
#include "trace/stepper/session.h"

namespace holo {
namespace {

constexpr std::size_t most_checked = 64;  // numbers of a Tensor

// By node, the contributions to it.
using Contributions = std::vector<std::vector<std::size_t>>;

// A log does not say how to compute what is older than it.
void check_not_older(const TraceLog& log, const Contributions& to, std::uint32_t node) {
  std::vector<std::uint32_t> waiting{node};
  std::vector<bool> seen(log.nodes.size(), false);
  while (!waiting.empty()) {
    const std::uint32_t here = waiting.back();
    waiting.pop_back();
    for (const std::size_t i : to[here]) {
      const std::uint32_t from = log.events[i].node;
      if (log.nodes[from].parents.empty()) {
        throw Error("check", log.name(from) + " is older than the log, which has no formula of it",
                    "a log that begins before the forward pass");
      }
      if (!seen[from]) waiting.push_back(from);
      seen[from] = true;
    }
  }
}

// The root of a pass as a function of one number of a node, around what it was.
class Slope {
 public:
  Slope(const TraceLog& log, const BackwardPass& pass, const Contributions& to, std::uint32_t node)
      : log_(log), pass_(pass), to_(to), node_(node), state_(log) {
    state_.go_to(pass.begin);
    is_float = log.nodes[node].is_tensor && sizeof(real) == sizeof(float);
  }

  void move(std::size_t at) {
    at_ = at;
    x = state_.value(node_)[at];
    const double h = (is_float ? 1e-2 : 1e-5) * std::max(1.0, std::abs(x));
    up = rounded(x + h), down = rounded(x - h);
    above = root_at(up), below = root_at(down);
    slope = (above - below) / (up - down);
    gradient = sent();
  }
  // One slope on each side, but the gradient is none of them: a kink.
  bool is_kink() {
    const double here = root_at(x);
    left = (here - below) / (x - down), right = (above - here) / (up - x);
    return !agrees() && !are_near(left, right);
  }
  bool agrees() const { return are_near(slope, gradient); }

  bool is_float;
  double x, up, down, above, below, slope, gradient, left, right;

 private:
  double rounded(double number) const {
    return is_float ? double{static_cast<real>(number)} : number;
  }
  bool are_near(double a, double b) const {
    if (!std::isfinite(a) || !std::isfinite(b)) return a == b || (std::isnan(a) && std::isnan(b));
    const double least = is_float ? 1e-2 * std::max(1.0, std::abs(above)) : 1e-3;
    return std::abs(a - b) <=
           (is_float ? 1e-2 : 1e-4) * std::max({least, std::abs(a), std::abs(b)});
  }
  // Of a root with many numbers their sum, each times the gradient with which the pass began.
  double root_at(double number) const {
    const std::span<const double> now = state_.value(node_);
    std::vector<double> numbers(now.begin(), now.end());
    numbers[at_] = number;
    const std::vector<double> root = evaluate_with(log_, state_, pass_.root, node_, numbers);
    if (root.size() == 1 && !log_.nodes[pass_.root].is_tensor) return root[0];
    const std::span<const double> seed = log_.run(log_.events[pass_.begin]);
    double total = 0;
    for (std::size_t i = 0; i < root.size(); ++i) total += seed[i] * root[i];
    return total;
  }
  // What the pass has brought in all, also behind the current step.
  double sent() const {
    const bool is_tensor = log_.nodes[node_].is_tensor;
    double total = 0;
    if (node_ == pass_.root) total = is_tensor ? log_.run(log_.events[pass_.begin])[at_] : 1;
    for (const std::size_t i : to_[node_]) {
      const TraceEvent& event = log_.events[i];
      total += is_tensor ? log_.run(event, 1)[at_] - log_.run(event, 0)[at_]
                         : log_.run(event, 0)[0] * log_.run(event, 1)[0];
    }
    return total;
  }

  const TraceLog& log_;
  const BackwardPass& pass_;
  const Contributions& to_;
  std::uint32_t node_;
  TraceState state_;
  std::size_t at_ = 0;
};

std::string slope_text(const Slope& s) {
  return fmt::format("slope {}, gradient {}", number_text(s.slope), number_text(s.gradient));
}

void check_one(StepperSession& session, Slope& s, const std::string& root,
               const std::string& leaf) {
  const int digits = s.is_float ? 7 : 10;
  const auto tell = [&](double at, double y) {
    session.text.say(fmt::format("{} with {} = {:.{}g}: {}", root, leaf, at, digits,
                                 std::isnan(y) ? "nan" : fmt::format("{:.{}g}", y, digits)));
  };
  tell(s.up, s.above);
  tell(s.down, s.below);
  session.text.say(slope_text(s) + ": they " + (s.agrees() ? "agree" : "differ"));
  if (s.is_kink()) {
    session.text.say(fmt::format(
        "the slope is {} below {} and {} above: a kink, as that of relu at 0, has no derivative",
        number_text(s.left), number_text(s.x), number_text(s.right)));
  }
}

// Of a large Tensor some numbers, evenly spread.
void check_many(StepperSession& session, Slope& s, std::uint32_t node) {
  const std::size_t n = session.log.numel(node), checked = std::min(n, most_checked);
  std::size_t wrong = 0;
  double most = -1;
  std::string worst;
  for (std::size_t i = 0; i < checked; ++i) {
    const std::size_t at = i * n / checked;
    s.move(at);
    if (!s.agrees()) ++wrong;
    const double apart = std::abs(s.slope - s.gradient);
    if (apart <= most || (!s.agrees() && wrong > 1 && std::isnan(apart))) continue;
    most = std::isnan(apart) ? HUGE_VAL : apart;
    worst = element_name(session.log, node, at) + ": " + slope_text(s);
  }
  session.text.say(fmt::format(
      "{}{}: {}; farthest apart at {}", name_and_shape(session.log, node),
      checked < n ? fmt::format(", {} of its numbers", checked) : "",
      wrong == 0 ? "slopes and gradients agree" : fmt::format("{} of {} differ", wrong, checked),
      worst));
}

}  // namespace

void check_gradient(StepperSession& session, const std::string& name) {
  const TraceLog& log = session.log;
  const std::optional<TraceElement> element = find_element(log, session.position(), name);
  const std::uint32_t node = element ? element->node : find_node(log, session.position(), name);
  const std::optional<BackwardPass> pass = pass_at(log, session.position());
  if (!pass) {
    throw Error("check", fmt::format("no backward has begun at step {}", session.position()),
                "a step of a backward", "break backward, then c");
  }
  const Contributions to = contributions_by_parent(log, *pass, pass->end);
  check_not_older(log, to, node);
  if (node != pass->root && (to[node].empty() || node > pass->root)) {
    throw Error("check",
                fmt::format("the backward from {} brings nothing to {}", log.name(pass->root),
                            log.name(node)),
                "a node that it depends on", "a step of another backward");
  }
  if (!log.whole(node)) {
    throw Error("check", "the log has a summary of " + log.name(node), "one with fewer numbers");
  }
  Slope slope(log, *pass, to, node);
  if (!element && log.numel(node) != 1) return check_many(session, slope, node);
  slope.move(element ? element->at : 0);
  check_one(session, slope, short_name(log, pass->root),
            element ? element_name(log, node, element->at) : short_name(log, node));
}

}  // namespace holo
