// check.cpp: the command check: is the gradient the slope, which is computed from two points.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holo/check.h"
#include "trace/formula.h"
#include "trace/stepper/element.h"
#include "trace/stepper/line.h"
#include "trace/stepper/session.h"
#include "trace/stepper/slope.h"

namespace holo {
namespace {

constexpr std::size_t most_checked = 64;  // numbers of a Tensor

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

std::string slope_text(const Slope& s) {
  return fmt::format("slope {}, gradient {}", number_text(s.secant.slope()),
                     number_text(s.gradient));
}

const char* verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::agree:
      return "they agree";
    case Verdict::too_small:
      return "both are too small to tell";
    case Verdict::nothing:
      return "NaN: nothing to compare";
    case Verdict::differ:
    case Verdict::kink:
      break;
  }
  return "they differ";
}

void check_one(StepperSession& session, Slope& s, const std::string& root,
               const std::string& leaf) {
  const int digits = s.is_float ? 7 : 10;
  const auto tell = [&](double at, double y) {
    session.text.say(fmt::format("{} with {} = {:.{}g}: {}", root, leaf, at, digits,
                                 std::isnan(y) ? "nan" : fmt::format("{:.{}g}", y, digits)));
  };
  tell(s.secant.up, s.secant.above);
  tell(s.secant.down, s.secant.below);
  session.text.say(slope_text(s) + ": " + verdict_text(s.verdict));
  if (s.verdict == Verdict::kink) {
    session.text.say(fmt::format(
        "the slope is {} below {} and {} above: a kink, as that of relu at 0, has no derivative",
        number_text(s.left), number_text(s.x), number_text(s.right)));
  }
}

// How many numbers of a Tensor have which answer.
struct Counts {
  std::size_t checked, wrong = 0, kinks = 0, small = 0, nothing = 0;

  void add(Verdict verdict) {
    if (verdict == Verdict::too_small) ++small;
    if (verdict == Verdict::nothing) ++nothing;
    if (verdict == Verdict::kink) ++kinks;
    if (verdict == Verdict::kink || verdict == Verdict::differ) ++wrong;
  }
  std::string text() const {
    if (small == checked) return "all slopes and gradients are too small to tell";
    if (nothing == checked) return "all are NaN: nothing to compare";
    std::string out = fmt::format("{} of {} differ", wrong, checked);
    if (wrong == 0) out = "slopes and gradients agree";
    if (small + nothing == checked) out = "nothing can be told";
    if (kinks > 0) out += fmt::format(", {} of them at a kink", kinks);
    if (small > 0) out += fmt::format(", {} too small to tell", small);
    if (nothing > 0) out += fmt::format(", {} NaN", nothing);
    return out;
  }
};

// Of a large Tensor some numbers, evenly spread.
void check_many(StepperSession& session, Slope& s, std::uint32_t node) {
  const auto n = static_cast<std::size_t>(session.log.numel(node));
  if (n == 0) {
    throw Error("check", session.log.name(node) + " has no numbers", "a Tensor that has some");
  }
  Counts counts{.checked = std::min(n, most_checked)};
  double most = -1;
  std::string worst;
  for (std::size_t i = 0; i < counts.checked; ++i) {
    const std::size_t at = i * n / counts.checked;
    s.move(at);
    counts.add(s.verdict);
    double apart = std::abs(s.secant.slope() - s.gradient);
    if (std::isnan(apart)) {  // the same infinity, unless they differ
      apart = s.verdict == Verdict::differ ? HUGE_VAL : 0;
    }
    if (apart <= most) continue;
    most = apart;
    worst = element_name(session.log, node, at) + ": " + slope_text(s);
  }
  session.text.say(
      fmt::format("{}{}: {}; farthest apart at {}", name_and_shape(session.log, node),
                  counts.checked < n ? fmt::format(", {} of its numbers", counts.checked) : "",
                  counts.text(), worst));
}

}  // namespace

void check_gradient(StepperSession& session, const std::string& name) {
  const TraceLog& log = session.log;
  const std::optional<TraceElement> element = find_element(log, session.position(), name);
  const std::uint32_t node = element ? element->node : find_node(log, session.position(), name);
  const BackwardPass pass = session.pass_for("check");
  const Contributions to = contributions_by_parent(log, pass, pass.end);
  check_not_older(log, to, node);
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
