// moves.cpp: the commands that move, forward and back.
#include <fmt/format.h>

#include "base/words.h"
#include "trace/stepper/session.h"

namespace holo {
namespace {

constexpr std::size_t most_steps_shown = 1000;
constexpr const char* to_any_step = "g N, to step N";

void say_end(StepperSession& session) {
  session.text.say(fmt::format("the end: {} steps; b goes back, q quits", session.position()));
  const std::string& cut = session.log.cut;
  if (!cut.empty()) session.text.say("the log ends early: " + plain_label(cut));
}

void say_beginning(StepperSession& session) {
  session.text.say("the beginning: no step before this one; s goes forward, q quits");
}

// Moves until there is a reason to stop.
void go_on(StepperSession& session, bool (TraceState::*move)()) {
  bool moved = false;
  while ((session.state.*move)()) {
    moved = true;
    const std::vector<std::string> reasons = session.breaks.reasons(session.state);
    if (reasons.empty()) continue;
    session.show_step();
    for (const std::string& reason : reasons) session.text.say(reason, 5);
    return;
  }
  if (moved && session.position() > 0) session.show_step();
  session.position() == 0 ? say_beginning(session) : say_end(session);
}

bool has_scopes(const TraceLog& log) { return log.scopes.size() > 1; }

// The position after the operation to which the event at `at` belongs: one event forward, all
// contributions of its node backward.
std::size_t end_of_operation(const TraceLog& log, std::size_t at) {
  const auto same = [&](const TraceEvent& a, const TraceEvent& b) {
    return a.kind == b.kind && a.node == b.node;
  };
  const std::vector<TraceEvent>& events = log.events;
  while (at + 1 < events.size() && same(events[at], events[at + 1])) ++at;
  return at + 1;
}

void previous_operation(StepperSession& session) {
  const std::size_t here = session.position();
  while (session.state.back() && session.position() > 0 &&
         end_of_operation(session.log, session.position() - 1) != session.position()) {
  }
  here == 0 ? say_beginning(session) : session.show_step();
}

}  // namespace

void step_forward(StepperSession& session, const std::string& count) {
  std::size_t left = count.empty() ? 1 : count_of(count, 1, most_steps_shown, "s", to_any_step);
  for (; left > 0 && session.state.step(); --left) session.show_step_and_watches();
  if (left > 0) say_end(session);
}

void step_back(StepperSession& session, const std::string& count) {
  std::size_t left = count.empty() ? 1 : count_of(count, 1, most_steps_shown, "b", to_any_step);
  for (; left > 0 && session.state.back(); --left) session.show_step();
  if (left > 0) say_beginning(session);
}

void go_on(StepperSession& session, const std::string&) { go_on(session, &TraceState::step); }

void go_on_back(StepperSession& session, const std::string&) { go_on(session, &TraceState::back); }

void next_operation(StepperSession& session, const std::string&) {
  if (session.position() == session.log.events.size()) return say_end(session);
  session.state.go_to(end_of_operation(session.log, session.position()));
  session.show_step();
}

void next_scope(StepperSession& session, const std::string&) {
  if (!has_scopes(session.log)) return next_operation(session, "");
  const std::vector<TraceEvent>& events = session.log.events;
  const std::size_t from = session.position();
  std::size_t to = from + 1;
  while (from > 0 && to <= events.size() && events[to - 1].scope == events[from - 1].scope) ++to;
  if (to > events.size()) {
    return session.text.say("no scope begins after this step; c goes to the end");
  }
  session.state.go_to(to);
  session.show_step();
}

// To the first step of the scope before this one.
void previous_scope(StepperSession& session, const std::string&) {
  if (!has_scopes(session.log)) return previous_operation(session);
  const std::vector<TraceEvent>& events = session.log.events;
  const auto first_of = [&](std::size_t at) {
    while (at > 1 && events[at - 2].scope == events[at - 1].scope) --at;
    return at;
  };
  const std::size_t here = session.position() == 0 ? 0 : first_of(session.position());
  if (here <= 1) return session.text.say("no scope begins before this step");
  session.state.go_to(first_of(here - 1));
  session.show_step();
}

void go_to_step(StepperSession& session, const std::string& where) {
  const std::size_t last = session.log.events.size();
  if (!where.empty()) session.state.go_to(where == "end" ? last : count_of(where, 0, last, "g"));
  session.show_step();
}

}  // namespace holo
