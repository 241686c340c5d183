// quiz.cpp: the command quiz: asks for a local derivative before it is shown.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/label.h"
#include "base/shortened.h"
#include "holo/check.h"
#include "trace/formula.h"
#include "trace/stepper/line.h"
#include "trace/stepper/session.h"

namespace holo {
namespace {

bool are_near(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return a == b || (std::isnan(a) && std::isnan(b));
  return std::abs(a - b) <= 1e-4 * std::max({1e-3, std::abs(a), std::abs(b)});
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
  session.text.say(fmt::format(
      "{} = {} = {}: what is d {} / d {}{}?", node, formula(log, event->node),
      formula_in_numbers(log, session.state, event->node), node, parent, which_text(log, *event)));
  std::optional<InputLine> answer = session.text.ask(Answer::number);
  double given = 0;
  while (answer && !answer->text.empty() && !parse(answer->text, given)) {
    session.text.say(plain_label(shortened(answer->text, "", 100)) +
                     " is not a number; type a number, or Enter alone to see it");
    answer = session.text.ask(Answer::number);
  }
  if (answer && !answer->text.empty()) {
    session.text.say(are_near(given, local) ? "right" : "no: it is " + number_text(local));
  }
  session.state.step();
  session.show_step_and_watches();
}

}  // namespace holo
