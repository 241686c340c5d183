// check.cpp: the command check compares the gradient of a Value with a central difference. For the
// root at the two points, it runs the ops of the log again.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "holo/check.h"
#include "holo/tape.h"
#include "see/op_info.h"
#include "trace/formula.h"
#include "trace/pass.h"
#include "trace/stepper/line.h"
#include "trace/stepper/session.h"

namespace holo {
namespace {

// Computes the root with `number` in node `moved`; everything else is as in the state. Throws Error
// for an op that is not in value.h.
double root_with(const TraceLog& log, const TraceState& state, std::uint32_t root,
                 std::uint32_t moved, double number) {
  const Tape tape;  // for the Values computed here, so that no Trace observes them
  std::vector<std::uint32_t> inner = inner_nodes(log, root);
  std::sort(inner.begin(), inner.end());  // parents come before their nodes
  std::unordered_map<std::uint32_t, double> values{{moved, number}};  // of the nodes that move
  for (const std::uint32_t node : inner) {
    const TracedNode& traced = log.nodes[node];
    const auto moves = [&](std::uint32_t parent) { return values.contains(parent); };
    if (node <= moved || std::none_of(traced.parents.begin(), traced.parents.end(), moves)) {
      continue;
    }
    std::vector<Value> x;
    for (const std::uint32_t parent : traced.parents) {
      x.emplace_back(moves(parent) ? values[parent] : state.value(parent)[0]);
    }
    x = with_constant(traced, std::move(x), Value(traced.constant));
    values[node] = value_op(traced.op, x).data();
  }
  const auto found = values.find(root);
  return found == values.end() ? state.value(root)[0] : found->second;
}

// ---- the slope ----

using Secant = SlopeCheck::Secant;

// An estimate of how much rounding in the root changes the slope, with a margin of 8.
double rounding(const Secant& s) {
  return 8 * 0x1p-52 * std::max(std::abs(s.above), std::abs(s.below)) / (s.up - s.down);
}

bool agree(const Secant& s, double gradient) {
  if (s.slope() == gradient) return true;
  const double allowed = 1e-5 * std::max(std::abs(s.slope()), std::abs(gradient));
  return std::isfinite(s.slope()) && std::isfinite(gradient) &&
         std::abs(s.slope() - gradient) <= allowed && rounding(s) <= allowed;
}

// With a smaller step, the slopes on both sides come closer at a curve, but not at a kink.
bool is_kink(SlopeCheck& check, double here, const Secant& nearer) {
  const auto left_of = [&](const Secant& s) { return (here - s.below) / (check.x - s.down); };
  const auto right_of = [&](const Secant& s) { return (s.above - here) / (s.up - check.x); };
  check.left = left_of(check.secant), check.right = right_of(check.secant);
  const double gap = std::abs(check.right - check.left);
  return gap > 1e-5 * std::max(std::abs(check.left), std::abs(check.right)) +
                   6 * rounding(check.secant) &&
         std::abs(right_of(nearer) - left_of(nearer)) > gap / 2;
}

// Finds the most exact secant. A large step is inexact where the root is curved; a small one where
// rounding is large compared with the root's change. The slopes of two steps show the size of the
// error.
SlopeCheck compare(const std::function<double(double)>& root, double x, double gradient) {
  const auto around = [&](double h) { return Secant{x + h, x - h, root(x + h), root(x - h)}; };
  const double scale = std::max(1.0, std::abs(x));
  SlopeCheck check{x, gradient, around(1e-5 * scale), Verdict::agree, 0, 0};
  Secant& best = check.secant;
  const auto is = [&check](Verdict verdict) { return check.verdict = verdict, check; };
  if (std::isnan(gradient)) return is(Verdict::nothing);
  if (agree(best, gradient)) return check;
  const double smallest = std::min(1e-8 * scale, x == 0 ? 1 : 1e-4 * std::abs(x));
  double least_error = HUGE_VAL;
  std::optional<Secant> last;
  for (double h = scale; h > smallest / 2; h /= 10) {
    const Secant here = around(h);
    if (agree(here, gradient)) return best = here, check;
    if (!std::isfinite(here.slope())) continue;
    const double change = last ? std::abs(here.slope() - last->slope()) : HUGE_VAL;
    const double error = std::max(change, rounding(here));
    if (error < least_error || !std::isfinite(best.slope())) best = here, least_error = error;
    last = here;
  }
  if (std::isnan(best.slope())) return is(Verdict::nothing);
  if (std::abs(best.slope() - gradient) <= 3 * least_error) return is(Verdict::too_small);
  return is(is_kink(check, root(x), around((best.up - x) / 10)) ? Verdict::kink : Verdict::differ);
}

// ---- the command ----

// The gradient that the whole pass sends, including contributions after the current step.
double gradient_sent(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                     const std::vector<std::size_t>& to) {
  double total = node == pass.root ? 1 : 0;
  for (const std::size_t i : to) {
    total += log.run(log.events[i], 0)[0] * log.run(log.events[i], 1)[0];
  }
  return total;
}

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

// The texts, in the order of Verdict.
constexpr const char* verdict_texts[] = {"they agree", "they differ", "they differ",
                                         "both are too small to tell", "NaN: nothing to compare"};

}  // namespace

SlopeCheck check_slope(const TraceLog& log, const BackwardPass& pass, std::uint32_t node) {
  const std::vector<std::size_t> to = contributions_by_parent(log, pass, pass.end)[node];
  TraceState state(log);
  state.go_to(pass.begin);
  const auto root = [&](double x) { return root_with(log, state, pass.root, node, x); };
  return compare(root, state.value(node)[0], gradient_sent(log, pass, node, to));
}

void check_gradient(StepperSession& session, const std::string& name) {
  const TraceLog& log = session.log;
  const std::uint32_t node = find_node(log, session.position(), name);
  const BackwardPass pass = session.pass_for("check");
  if (log.nodes[node].is_tensor) {
    throw Error("check", log.name(node) + " is a Tensor", "a Value", "why, for its contributions");
  }
  const std::vector<std::size_t> to = contributions_by_parent(log, pass, pass.end)[node];
  check_not_older(log, pass, node);
  if (node != pass.root && (to.empty() || node > pass.root)) {
    throw Error("check",
                fmt::format("the backward from {} brings nothing to {}", log.name(pass.root),
                            log.name(node)),
                "a node that it depends on", "a step of another backward");
  }
  const SlopeCheck check = check_slope(log, pass, node);
  const Secant& secant = check.secant;
  for (const auto& [x, y] : {std::pair(secant.up, secant.above), {secant.down, secant.below}}) {
    session.text.say(fmt::format("{} with {} = {:.10g}: {}", short_name(log, pass.root),
                                 short_name(log, node), x,
                                 std::isnan(y) ? "nan" : fmt::format("{:.10g}", y)));
  }
  session.text.say(fmt::format("slope {}, gradient {}: {}", number_text(secant.slope()),
                               number_text(check.gradient),
                               verdict_texts[static_cast<std::size_t>(check.verdict)]));
  if (check.verdict == Verdict::kink) {
    session.text.say(fmt::format(
        "the slope is {} below {} and {} above: a kink, as that of relu at 0, has no derivative",
        number_text(check.left), number_text(check.x), number_text(check.right)));
  }
}

}  // namespace holo
