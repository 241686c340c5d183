// check.cpp: the command check compares a gradient with a central difference. For the root at the
// two points, it runs the ops of the log again.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "holo/check.h"
#include "holo/creation.h"
#include "holo/version.h"
#include "tensor/record.h"
#include "trace/formula.h"
#include "trace/pass.h"
#include "trace/stepper/line.h"
#include "trace/stepper/session.h"
#include "trace/stepper/slope.h"

namespace holo {

// ---- the root with other numbers in one node ----

namespace {

double result_of(const TracedNode& node, const std::vector<std::span<const double>>& x) {
  std::vector<Value> operands;
  for (const std::span<const double> numbers : x) operands.emplace_back(numbers[0]);
  return value_op(node.op, with_constant(node, std::move(operands), Value(node.constant))).data();
}

// Computes a Tensor again, from the numbers of its parents.
std::vector<double> tensor_of(const TraceLog& log, std::uint32_t node,
                              const std::vector<std::span<const double>>& x) {
  const Unrecorded ops;  // the stepper's ops, which no Trace records
  std::vector<Tensor> operands;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::uint32_t parent = log.nodes[node].parents[i];
    if (x[i].size() != log.numel(parent)) {
      throw Error("check", "the log has a summary of " + log.name(parent), "all its numbers");
    }
    const std::vector<real> numbers(x[i].begin(), x[i].end());
    const Shape shape(std::span(log.nodes[parent].shape));
    operands.push_back(from_values(shape, std::span<const real>(numbers)));
  }
  OpCall call = op_call(log, node);
  call.x = operands;
  const std::vector<real> y = tensor_op(call).to_vector();
  return {y.begin(), y.end()};
}

// Computes the root with `numbers_there` as the numbers of node `moved`; everything else is as in
// the state. A change moves only where a gradient flows: a node made under NoGrad is a constant.
// Throws Error for an op that is not in value.h or ops.h, and if an op needs a Tensor of which the
// log has only a summary.
std::vector<double> evaluate_with(const TraceLog& log, const TraceState& state, std::uint32_t root,
                                  std::uint32_t moved, std::span<const double> numbers_there) {
  const Tape tape;  // for the Values computed here, so that no Trace observes them
  std::vector<std::uint32_t> inner = inner_nodes(log, root);
  std::sort(inner.begin(), inner.end());                          // parents come before their nodes
  std::unordered_map<std::uint32_t, std::vector<double>> values;  // of the nodes that move
  values[moved] = {numbers_there.begin(), numbers_there.end()};
  for (const std::uint32_t node : inner) {
    if (node <= moved) continue;
    const TracedNode& traced = log.nodes[node];
    std::vector<std::span<const double>> x;
    bool moves = false;
    for (const std::uint32_t parent : traced.parents) {
      const auto found = values.find(parent);
      moves = moves || found != values.end();
      x.push_back(found != values.end() ? std::span<const double>(found->second)
                                        : state.value(parent));
    }
    if (!moves) continue;
    values[node] = traced.is_tensor ? tensor_of(log, node, x) : std::vector{result_of(traced, x)};
  }
  const auto found = values.find(root);
  if (found != values.end()) return std::move(found->second);
  const std::span<const double> as_it_was = state.value(root);
  return {as_it_was.begin(), as_it_was.end()};
}

}  // namespace

// ---- the slope ----

Slope::Slope(const TraceLog& log, const BackwardPass& pass, const Contributions& to,
             std::uint32_t node)
    : log_(log), pass_(pass), to_(to), node_(node), state_(log) {
  state_.go_to(pass.begin);
  is_float = log.nodes[node].is_tensor && sizeof(real) == sizeof(float);
}

void Slope::move(std::size_t at) {
  at_ = at;
  x = state_.value(node_)[at];
  gradient = sent();
  verdict = compare();
}

// A large step is inexact where the root is curved; a small one where rounding is large compared
// with the root's change. The slopes of two steps show the size of the error.
Verdict Slope::compare() {
  const double scale = std::max(1.0, std::abs(x));
  secant = around((is_float ? 1e-2 : 1e-5) * scale);
  if (std::isnan(gradient)) return Verdict::nothing;
  if (agrees_with(secant)) return Verdict::agree;
  const double smallest = std::min((is_float ? 1e-4 : 1e-8) * scale,
                                   x == 0 ? 1 : (is_float ? 1e-2 : 1e-4) * std::abs(x));
  double least_error = HUGE_VAL;
  std::optional<Secant> last;
  for (double h = scale; h > smallest / 2; h /= 10) {
    const Secant here = around(h);
    if (agrees_with(here)) return secant = here, Verdict::agree;
    if (!std::isfinite(here.slope())) continue;
    const double change = last ? std::abs(here.slope() - last->slope()) : HUGE_VAL;
    const double error = std::max(change, rounding(here));
    if (error < least_error || !std::isfinite(secant.slope())) secant = here, least_error = error;
    last = here;
  }
  if (std::isnan(secant.slope())) return Verdict::nothing;
  if (std::abs(secant.slope() - gradient) <= 3 * least_error) return Verdict::too_small;
  return is_kink() ? Verdict::kink : Verdict::differ;
}

// With a smaller step, the slopes on both sides come closer at a curve, but not at a kink.
bool Slope::is_kink() {
  const double here = root_at(x).value;
  const auto left_of = [&](const Secant& s) { return (here - s.below) / (x - s.down); };
  const auto right_of = [&](const Secant& s) { return (s.above - here) / (s.up - x); };
  const Secant nearer = around((secant.up - x) / 10);
  left = left_of(secant), right = right_of(secant);
  const double gap = std::abs(right - left);
  return gap > tolerance() * std::max(std::abs(left), std::abs(right)) + 6 * rounding(secant) &&
         std::abs(right_of(nearer) - left_of(nearer)) > gap / 2;
}

double Slope::rounded(double number) const {
  return is_float ? double{static_cast<real>(number)} : number;
}

double Slope::tolerance() const { return is_float ? 1e-2 : 1e-5; }

// An estimate of how much rounding in the root changes a slope, with a margin of 8.
double Slope::rounding(const Secant& s) const {
  return 8 * (is_float ? 0x1p-23 : 0x1p-52) * s.size / (s.up - s.down);
}

bool Slope::agrees_with(const Secant& s) const {
  if (s.slope() == gradient) return true;
  const double allowed = tolerance() * std::max(std::abs(s.slope()), std::abs(gradient));
  return std::isfinite(s.slope()) && std::isfinite(gradient) &&
         std::abs(s.slope() - gradient) <= allowed && rounding(s) <= allowed;
}

Secant Slope::around(double h) const {
  const double up = rounded(x + h), down = rounded(x - h);
  const Root above = root_at(up), below = root_at(down);
  return {up, down, above.value, below.value, std::max(above.size, below.size)};
}

// For a root with many numbers, their sum, each times the gradient with which the pass began.
Slope::Root Slope::root_at(double number) const {
  const std::span<const double> now = state_.value(node_);
  std::vector<double> numbers(now.begin(), now.end());
  numbers[at_] = number;
  const std::vector<double> root = evaluate_with(log_, state_, pass_.root, node_, numbers);
  if (root.size() == 1 && !log_.nodes[pass_.root].is_tensor) return {root[0], std::abs(root[0])};
  const std::span<const double> seed = log_.run(log_.events[pass_.begin]);
  if (root.size() != seed.size()) {
    throw Error("check", "the log has a summary of " + log_.name(pass_.root), "all its numbers");
  }
  Root total{};
  for (std::size_t i = 0; i < root.size(); ++i) {
    total.value += seed[i] * root[i], total.size += std::abs(seed[i] * root[i]);
  }
  return total;
}

// The gradient that the whole pass sends, including contributions after the current step.
double Slope::sent() const {
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

// ---- the command ----

namespace {

constexpr std::size_t most_checked = 64;  // the most numbers of a Tensor

// Throws Error if a path to the root contains a node older than the log, which has no formula for
// that node. A node sends only after it has received everything, so one backward loop is enough.
void check_not_older(const TraceLog& log, const BackwardPass& pass, std::uint32_t node) {
  std::vector<bool> is_on_the_way(log.nodes.size(), false);
  is_on_the_way[node] = true;
  for (std::size_t i = pass.end; i-- > pass.begin;) {
    const TraceEvent& event = log.events[i];
    if (event.kind != TraceEvent::Kind::contribution || !is_on_the_way[event.parent]) continue;
    is_on_the_way[event.node] = true;
    if (!log.nodes[event.node].parents.empty()) continue;
    throw Error("check",
                log.name(event.node) + " is older than the log, which has no formula of it",
                "a log that begins before the forward pass");
  }
}

std::string slope_text(const Slope& s) {
  return fmt::format("slope {}, gradient {}", number_text(s.secant.slope()),
                     number_text(s.gradient));
}

// The texts, in the order of Verdict.
constexpr const char* verdict_texts[] = {"they agree", "they differ", "they differ",
                                         "both are too small to tell", "NaN: nothing to compare"};

void check_one(StepperSession& session, Slope& s, const std::string& root,
               const std::string& leaf) {
  const int digits = s.is_float ? 7 : 10;
  const auto tell = [&](double at, double y) {
    session.text.say(fmt::format("{} with {} = {:.{}g}: {}", root, leaf, at, digits,
                                 std::isnan(y) ? "nan" : fmt::format("{:.{}g}", y, digits)));
  };
  tell(s.secant.up, s.secant.above);
  tell(s.secant.down, s.secant.below);
  session.text.say(slope_text(s) + ": " + verdict_texts[static_cast<std::size_t>(s.verdict)]);
  if (s.verdict == Verdict::kink) {
    session.text.say(fmt::format(
        "the slope is {} below {} and {} above: a kink, as that of relu at 0, has no derivative",
        number_text(s.left), number_text(s.x), number_text(s.right)));
  }
}

// The number of elements with each Verdict, in the order of Verdict.
using Counts = std::array<std::size_t, std::size(verdict_texts)>;

std::string counts_text(const Counts& counts, std::size_t checked) {
  const auto [agree, differ, kinks, small, nothing] = counts;
  if (small == checked) return "all slopes and gradients are too small to tell";
  if (nothing == checked) return "all are NaN: nothing to compare";
  std::string out = fmt::format("{} of {} differ", differ + kinks, checked);
  if (differ + kinks == 0) {
    out = agree > 0 ? "slopes and gradients agree" : "nothing can be told";
  }
  if (kinks > 0) out += fmt::format(", {} of them at a kink", kinks);
  if (small > 0) out += fmt::format(", {} too small to tell", small);
  if (nothing > 0) out += fmt::format(", {} NaN", nothing);
  return out;
}

// Checks the numbers of a Tensor; of a large one only some, evenly spread.
void check_many(StepperSession& session, Slope& s, std::uint32_t node) {
  const auto n = static_cast<std::size_t>(session.log.numel(node));
  if (n == 0) {
    throw Error("check", session.log.name(node) + " has no numbers", "a Tensor that has some");
  }
  const std::size_t checked = std::min(n, most_checked);
  Counts counts{};
  double most = -1;
  std::string worst;
  for (std::size_t i = 0; i < checked; ++i) {
    const std::size_t at = i * n / checked;
    s.move(at);
    ++counts[static_cast<std::size_t>(s.verdict)];
    double apart = std::abs(s.secant.slope() - s.gradient);
    if (std::isnan(apart)) {  // both are the same infinity, unless they differ
      apart = s.verdict == Verdict::differ ? HUGE_VAL : 0;
    }
    if (apart <= most) continue;
    most = apart;
    worst = element_name(session.log, node, at) + ": " + slope_text(s);
  }
  session.text.say(fmt::format("{}{}: {}; farthest apart at {}", name_and_shape(session.log, node),
                               checked < n ? fmt::format(", {} of its numbers", checked) : "",
                               counts_text(counts, checked), worst));
}

}  // namespace

void check_gradient(StepperSession& session, const std::string& name) {
  const TraceLog& log = session.log;
  const std::optional<TraceElement> element = find_element(log, session.position(), name);
  const std::uint32_t node = element ? element->node : find_node(log, session.position(), name);
  const BackwardPass pass = session.pass_for("check");
  const Contributions to = contributions_by_parent(log, pass, pass.end);
  check_not_older(log, pass, node);
  if (node != pass.root && (to[node].empty() || node > pass.root)) {
    throw Error("check",
                fmt::format("the backward from {} brings nothing to {}", log.name(pass.root),
                            log.name(node)),
                "a node that it depends on", "a step of another backward");
  }
  for (const std::uint32_t moved_or_seed : {node, pass.root}) {
    if (log.whole(moved_or_seed)) continue;
    throw Error("check", "the log has a summary of " + log.name(moved_or_seed),
                "one with fewer numbers");
  }
  Slope slope(log, pass, to, node);
  if (!element && log.numel(node) != 1) return check_many(session, slope, node);
  slope.move(element ? element->at : 0);
  check_one(session, slope, short_name(log, pass.root),
            element ? element_name(log, node, element->at) : short_name(log, node));
}

}  // namespace holo
