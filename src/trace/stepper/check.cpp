// check.cpp: the command check compares a gradient with a central difference. For the root at the
// two points, it runs the ops of the log again.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "holo/check.h"
#include "holo/creation.h"
#include "holo/tape.h"
#include "holo/version.h"
#include "see/op_info.h"
#include "tensor/record.h"
#include "trace/formula.h"
#include "trace/pass.h"
#include "trace/stepper/line.h"
#include "trace/stepper/session.h"

namespace holo {

// ---- the root with other numbers in one node ----

std::vector<double> computed_again(
    const TraceLog& log, std::uint32_t node,
    const std::function<std::span<const double>(std::uint32_t)>& numbers_of) {
  const TracedNode& traced = log.nodes[node];
  if (!traced.is_tensor) {
    std::vector<Value> x;
    for (const std::uint32_t parent : traced.parents) x.emplace_back(numbers_of(parent)[0]);
    x = with_constant(traced, std::move(x), Value(traced.constant));
    return {value_op(traced.op, x).data()};
  }
  OpCall call = op_call(log, node);
  std::vector<Tensor> x;
  for (const std::uint32_t parent : traced.parents) {
    const std::span<const double> numbers = numbers_of(parent);
    if (numbers.size() != log.numel(parent)) {
      throw Error("check", "the log has a summary of " + log.name(parent), "all its numbers");
    }
    const std::vector<real> rounded(numbers.begin(), numbers.end());
    x.push_back(tensor(rounded, call.parents[x.size()]));
  }
  call.x = x;
  const std::vector<real> y = tensor_op(call).to_vector();
  return {y.begin(), y.end()};
}

namespace {

// Computes the root with `numbers` in node `moved`; everything else is as in the state. A change
// moves only where a gradient flows: a node made under NoGrad is a constant.
std::vector<double> root_with(const TraceLog& log, const TraceState& state, std::uint32_t root,
                              std::uint32_t moved, std::vector<double> numbers) {
  const Tape tape;       // for the Values computed here, so that no Trace observes them
  const Unrecorded ops;  // nor the Tensors
  std::vector<std::uint32_t> inner = inner_nodes(log, root);
  std::sort(inner.begin(), inner.end());  // parents come before their nodes

  std::unordered_map<std::uint32_t, std::vector<double>> values;  // of the nodes that move
  values[moved] = std::move(numbers);
  const auto moves = [&](std::uint32_t node) { return values.contains(node); };
  const auto numbers_of = [&](std::uint32_t node) {
    return moves(node) ? std::span<const double>(values[node]) : state.value(node);
  };
  for (const std::uint32_t node : inner) {
    const std::vector<std::uint32_t>& parents = log.nodes[node].parents;
    if (node <= moved || std::none_of(parents.begin(), parents.end(), moves)) continue;
    values[node] = computed_again(log, node, numbers_of);
  }
  return {numbers_of(root).begin(), numbers_of(root).end()};
}

// ---- the slope ----

using Secant = SlopeCheck::Secant;

// The root, and an estimate of its rounding, with a margin of 8.
struct Root {
  double value, rounding;
};

bool holds_floats(const TracedNode& node) {
  return node.is_tensor && sizeof(real) == sizeof(float);
}

bool agree(const Secant& s, double gradient, double tolerance) {
  if (s.slope() == gradient) return true;
  const double allowed = tolerance * std::max(std::abs(s.slope()), std::abs(gradient));
  return std::isfinite(s.slope()) && std::isfinite(gradient) &&
         std::abs(s.slope() - gradient) <= allowed && s.rounding <= allowed;
}

// With a smaller step, the slopes on both sides come closer at a curve, but not at a kink.
bool is_kink(SlopeCheck& check, double here, const Secant& nearer, double tolerance) {
  const auto left_of = [&](const Secant& s) { return (here - s.below) / (check.x - s.down); };
  const auto right_of = [&](const Secant& s) { return (s.above - here) / (s.up - check.x); };
  check.left = left_of(check.secant), check.right = right_of(check.secant);
  const double gap = std::abs(check.right - check.left);
  return gap > tolerance * std::max(std::abs(check.left), std::abs(check.right)) +
                   6 * check.secant.rounding &&
         std::abs(right_of(nearer) - left_of(nearer)) > gap / 2;
}

// Finds the most exact secant. A large step is inexact where the root is curved; a small one where
// rounding is large compared with the root's change. The slopes of two steps show the size of the
// error.
SlopeCheck compare(const std::function<Root(double)>& root, double x, double gradient,
                   bool is_float) {
  const auto around = [&](double h) {
    const auto rounded = [&](double at) { return is_float ? double{static_cast<real>(at)} : at; };
    const double up = rounded(x + h), down = rounded(x - h);
    const Root above = root(up), below = root(down);
    return Secant{up, down, above.value, below.value,
                  std::max(above.rounding, below.rounding) / (up - down)};
  };
  const double scale = std::max(1.0, std::abs(x));
  const double tolerance = is_float ? 1e-2 : 1e-5;  // also the first step
  SlopeCheck check{x, gradient, around(tolerance * scale), Verdict::agree, 0, 0};
  Secant& best = check.secant;
  const auto is = [&check](Verdict verdict) { return check.verdict = verdict, check; };
  if (std::isnan(gradient)) return is(Verdict::nothing);
  if (agree(best, gradient, tolerance)) return check;
  const double smallest = std::min((is_float ? 1e-4 : 1e-8) * scale,
                                   x == 0 ? 1 : (is_float ? 1e-2 : 1e-4) * std::abs(x));
  double least_error = HUGE_VAL;
  std::optional<Secant> last;
  for (double h = scale; h > smallest / 2; h /= 10) {
    const Secant here = around(h);
    if (agree(here, gradient, tolerance)) return best = here, check;
    if (!std::isfinite(here.slope())) continue;
    const double change = last ? std::abs(here.slope() - last->slope()) : HUGE_VAL;
    const double error = std::max(change, here.rounding);
    if (error < least_error || !std::isfinite(best.slope())) best = here, least_error = error;
    last = here;
  }
  if (std::isnan(best.slope())) return is(Verdict::nothing);
  if (std::abs(best.slope() - gradient) <= 3 * least_error) return is(Verdict::too_small);
  const bool kink = is_kink(check, root(x).value, around((best.up - x) / 10), tolerance);
  return is(kink ? Verdict::kink : Verdict::differ);
}

// For a root with many numbers, their sum, each times the gradient with which the pass began.
Root total(const TraceLog& log, const BackwardPass& pass, const std::vector<double>& numbers,
           double epsilon) {
  const std::span<const double> seed = log.run(log.events[pass.begin]);
  Root sum{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double term = log.nodes[pass.root].is_tensor ? seed[i] * numbers[i] : numbers[i];
    sum.value += term, sum.rounding += 8 * epsilon * std::abs(term);
  }
  return sum;
}

// The gradient that the whole pass sends to number `at`, including contributions after the current
// step.
double gradient_sent(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                     std::size_t at) {
  const bool is_tensor = log.nodes[node].is_tensor;
  const std::vector<std::size_t> to = contributions_by_parent(log, pass, pass.end)[node];
  double sum = 0;
  if (node == pass.root) sum = is_tensor ? log.run(log.events[pass.begin])[at] : 1;
  for (const std::size_t i : to) {
    const TraceEvent& event = log.events[i];
    sum += is_tensor ? log.run(event, 1)[at] - log.run(event, 0)[at]
                     : log.run(event, 0)[0] * log.run(event, 1)[0];
  }
  return sum;
}

}  // namespace

SlopeCheck check_slope(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                       std::size_t at) {
  TraceState state(log);
  state.go_to(pass.begin);
  const bool is_float = holds_floats(log.nodes[node]);
  const std::span<const double> numbers = state.value(node);
  const auto root = [&](double x) {
    std::vector<double> moved(numbers.begin(), numbers.end());
    moved[at] = x;
    return total(log, pass, root_with(log, state, pass.root, node, std::move(moved)),
                 is_float ? 0x1p-23 : 0x1p-52);
  };
  return compare(root, numbers[at], gradient_sent(log, pass, node, at), is_float);
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

// Throws Error unless the pass sends a gradient to the node that can be checked.
void check_can_be(const TraceLog& log, const BackwardPass& pass, std::uint32_t node) {
  check_not_older(log, pass, node);
  const bool receives = !contributions_by_parent(log, pass, pass.end)[node].empty();
  if (node != pass.root && (!receives || node > pass.root)) {
    throw Error("check",
                fmt::format("the backward from {} brings nothing to {}", log.name(pass.root),
                            log.name(node)),
                "a node that it depends on", "a step of another backward");
  }
  for (const std::uint32_t whole : {node, pass.root}) {
    if (log.whole(whole)) continue;
    throw Error("check", "the log has a summary of " + log.name(whole), "one with fewer numbers");
  }
  if (log.numel(node) == 0) {
    throw Error("check", log.name(node) + " has no numbers", "a Tensor that has some");
  }
}

std::string slope_text(const SlopeCheck& check) {
  return fmt::format("slope {}, gradient {}", number_text(check.secant.slope()),
                     number_text(check.gradient));
}

// The texts, in the order of Verdict.
constexpr const char* verdict_texts[] = {"they agree", "they differ", "they differ",
                                         "both are too small to tell", "NaN: nothing to compare"};

void say_one(StepperSession& session, const SlopeCheck& check, int digits, const std::string& root,
             const std::string& leaf) {
  const auto [up, down, above, below, rounding] = check.secant;
  for (const auto& [x, y] : {std::pair(up, above), {down, below}}) {
    session.text.say(fmt::format("{} with {} = {:.{}g}: {}", root, leaf, x, digits,
                                 std::isnan(y) ? "nan" : fmt::format("{:.{}g}", y, digits)));
  }
  session.text.say(slope_text(check) + ": " +
                   verdict_texts[static_cast<std::size_t>(check.verdict)]);
  if (check.verdict == Verdict::kink) {
    session.text.say(fmt::format(
        "the slope is {} below {} and {} above: a kink, as that of relu at 0, has no derivative",
        number_text(check.left), number_text(check.x), number_text(check.right)));
  }
}

// The number of elements with each Verdict, in the order of Verdict.
using Counts = std::array<std::size_t, std::size(verdict_texts)>;

std::string counts_text(const Counts& counts, std::size_t checked) {
  const auto [agree, differ, kinks, small, nothing] = counts;
  if (small == checked) return "all slopes and gradients are too small to tell";
  if (nothing == checked) return "all are NaN: nothing to compare";
  std::string out = differ + kinks > 0 ? fmt::format("{} of {} differ", differ + kinks, checked)
                    : agree > 0        ? "slopes and gradients agree"
                                       : "nothing can be told";
  if (kinks > 0) out += fmt::format(", {} of them at a kink", kinks);
  if (small > 0) out += fmt::format(", {} too small to tell", small);
  if (nothing > 0) out += fmt::format(", {} NaN", nothing);
  return out;
}

// Checks the numbers of a Tensor; of a large one only some, evenly spread.
void check_many(StepperSession& session, const BackwardPass& pass, std::uint32_t node) {
  const auto n = static_cast<std::size_t>(session.log.numel(node));
  const std::size_t checked = std::min(n, most_checked);
  Counts counts{};
  double most = -1;
  std::string worst;
  for (std::size_t i = 0; i < checked; ++i) {
    const std::size_t at = i * n / checked;
    const SlopeCheck check = check_slope(session.log, pass, node, at);
    ++counts[static_cast<std::size_t>(check.verdict)];
    double apart = std::abs(check.secant.slope() - check.gradient);
    if (std::isnan(apart)) {  // both are the same infinity, unless they differ
      apart = check.verdict == Verdict::differ ? HUGE_VAL : 0;
    }
    if (apart <= most) continue;
    most = apart;
    worst = element_name(session.log, node, at) + ": " + slope_text(check);
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
  check_can_be(log, pass, node);
  if (!element && log.numel(node) != 1) return check_many(session, pass, node);
  const SlopeCheck check = check_slope(log, pass, node, element ? element->at : 0);
  say_one(session, check, holds_floats(log.nodes[node]) ? 7 : 10, short_name(log, pass.root),
          element ? element_name(log, node, element->at) : short_name(log, node));
}

}  // namespace holo
