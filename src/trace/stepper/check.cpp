// check.cpp: the commands check and quiz: is the gradient right, and do you know why.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/label.h"
#include "base/shortened.h"
#include "holo/check.h"
#include "trace/derivative.h"
#include "trace/evaluate.h"
#include "trace/formula.h"
#include "trace/pass.h"
#include "trace/stepper/line.h"
#include "trace/stepper/names.h"
#include "trace/stepper/session.h"

namespace holo {
namespace {

constexpr double relative_step = 1e-5, slope_tolerance = 1e-4;

bool are_near(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return a == b || (std::isnan(a) && std::isnan(b));
  return std::abs(a - b) <= slope_tolerance * std::max({1e-3, std::abs(a), std::abs(b)});
}

// By node, the contributions to it.
using Contributions = std::vector<std::vector<std::size_t>>;

// What the pass has brought to the node in all, also behind the current step.
double gradient_of(const TraceLog& log, const BackwardPass& pass, const Contributions& to,
                   std::uint32_t node) {
  double total = node == pass.root ? 1 : 0;
  for (const std::size_t i : to[node]) {
    total += log.run(log.events[i], 0)[0] * log.run(log.events[i], 1)[0];
  }
  return total;
}

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

const TraceEvent* next_derivative(const StepperSession& session, std::size_t& at) {
  const TraceLog& log = session.log;
  for (at = session.position(); at < log.events.size(); ++at) {
    const TraceEvent& event = log.events[at];
    const TracedNode& node = log.nodes[event.node];  // without parents: older than the log
    if (event.kind == TraceEvent::Kind::contribution && !node.is_tensor && !node.parents.empty()) {
      return &event;
    }
  }
  return nullptr;
}

bool parse(const std::string& text, double& x) {
  // from_chars for doubles is missing in older standard libraries.
  char* end = nullptr;
  x = std::strtod(text.c_str(), &end);
  return !text.empty() && end == text.c_str() + text.size();
}

}  // namespace

void check_gradient(StepperSession& session, const std::string& name) {
  const TraceLog& log = session.log;
  const std::uint32_t node = find_node(log, session.position(), name);
  if (log.nodes[node].is_tensor) {
    throw Error("check", log.name(node) + " is a Tensor",
                "a Value: a log does not say how to compute a Tensor again",
                "gradcheck of the library");
  }
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
  TraceState state(log);
  state.go_to(pass->begin);
  const double x = state.value(node)[0], h = relative_step * std::max(1.0, std::abs(x));
  const double above = evaluate_with(log, state, pass->root, node, x + h);
  const double below = evaluate_with(log, state, pass->root, node, x - h);
  const double slope = (above - below) / (2 * h), gradient = gradient_of(log, *pass, to, node);
  const std::string root = short_name(log, pass->root), leaf = short_name(log, node);
  const auto tell = [&](double at, double y) {
    session.text.say(fmt::format("{} with {} = {:.10g}: {}", root, leaf, at,
                                 std::isnan(y) ? "nan" : fmt::format("{:.10g}", y)));
  };
  tell(x + h, above);
  tell(x - h, below);
  session.text.say(fmt::format("slope {}, gradient {}: they {}", number_text(slope),
                               number_text(gradient),
                               are_near(slope, gradient) ? "agree" : "differ"));
  const double here = evaluate_with(log, state, pass->root, node, x);
  const double left = (here - below) / h, right = (above - here) / h;
  if (!are_near(slope, gradient) && !are_near(left, right)) {
    session.text.say(fmt::format(
        "the slope is {} below {} and {} above: a kink, as that of relu at 0, has no derivative",
        number_text(left), number_text(x), number_text(right)));
  }
}

void ask_derivative(StepperSession& session, const std::string&) {
  const TraceLog& log = session.log;
  std::size_t at = 0;
  const TraceEvent* const event = next_derivative(session, at);
  if (event == nullptr) {
    throw Error("quiz", "no derivative of a Value comes after this step", "an earlier step", "g 0");
  }
  session.state.go_to(at);
  const double local = log.run(*event, 0)[0];
  const std::string node = short_name(log, event->node), parent = short_name(log, event->parent);
  const std::vector<std::uint32_t>& parents = log.nodes[event->node].parents;
  const bool again = std::count(parents.begin(), parents.end(), event->parent) > 1;
  session.text.say(fmt::format("{} = {} = {}: what is d {} / d {}{}?", node,
                               formula(log, event->node),
                               formula_in_numbers(log, session.state, event->node), node, parent,
                               again ? fmt::format(", at place {}", event->edge + 1) : ""));
  std::optional<InputLine> answer = session.text.ask();
  double given = 0;
  while (answer && !answer->text.empty() && !parse(answer->text, given)) {
    session.text.say(plain_label(shortened(answer->text, "", 100)) +
                     " is not a number; type a number, or Enter alone to see it");
    answer = session.text.ask();
  }
  if (answer && !answer->text.empty()) {
    session.text.say(are_near(given, local) ? "right" : "no: it is " + number_text(local));
  }
  session.state.step();
  session.show_step_and_watches();
}

}  // namespace holo
