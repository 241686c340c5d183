// nodes.cpp: the command print shows a node, or one number of a Tensor and the terms of its sum.
#include "trace/stepper/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "trace/formula.h"
#include "trace/stepper/line.h"
#include "trace/stepper/session.h"

namespace holo {

// ---- one number ----

namespace {

constexpr std::size_t usual_element_terms = 8;

// True for equal numbers, and for two NaNs.
bool same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// An element as a sum of terms in the parents' numbers.
TermSum terms_of_value(const TraceLog& log, const TraceState& state, const TraceElement& element) {
  TermSum sum(usual_element_terms);
  const TermText text(log, state, element.node);
  for (const std::string& pattern : text.patterns().forward) {
    text.add(sum, pattern, text.patterns().forward_row, TraceTerms::of_result, element.at);
  }
  return sum;
}

void print_element(StepperSession& session, const TraceElement& element) {
  const TraceLog& log = session.log;
  const std::string name = element_name(log, element.node, element.at);
  session.text.say(fmt::format("{}: of {}", name, name_and_shape(log, element.node)), name.size());
  if (!session.state.has_value(element.node)) {
    return session.text.say(fmt::format("  not there yet at step {}", session.position()));
  }
  // Use the numbers from when the element was made: an optimizer may have changed them since.
  TraceState made(log);
  made.go_to(log.nodes[element.node].made_by + 1);
  const double value = number_at(session.state.value(element.node), element.at);
  const TermSum sum = terms_of_value(log, made, element);
  const bool is_of_op =
      !sum.empty() && same_number(value, number_at(made.value(element.node), element.at));
  session.text.say("  data " + (is_of_op ? sum.text(value) : number_text(value)));
  session.text.say(log.nodes[element.node].requires_grad
                       ? "  grad " +
                             number_text(number_at(session.state.grad(element.node), element.at))
                       : "  no gradient: none was asked for");
}

// ---- whole nodes ----

bool uses(const TraceLog& log, const TraceEvent& event, std::uint32_t node) {
  if (event.kind != TraceEvent::Kind::forward) return false;
  const std::vector<std::uint32_t>& parents = log.nodes[event.node].parents;
  return std::find(parents.begin(), parents.end(), node) != parents.end();
}

void print_uses(StepperSession& session, std::uint32_t node) {
  const TraceLog& log = session.log;
  std::vector<std::size_t> at;
  for (std::size_t i = log.nodes[node].made_by; i < log.events.size(); ++i) {
    if (uses(log, log.events[i], node)) at.push_back(i);
  }
  const auto use = [&](std::size_t i) {
    const std::uint32_t user = log.events[i].node;
    return fmt::format("by {} {} at step {}", log.nodes[user].op, log.name(user), i + 1);
  };
  if (at.empty()) return session.text.say("  used by no other node");
  std::string text = "  used first " + use(at.front());
  if (at.size() > 1) text += fmt::format(", last {}, {} times in all", use(at.back()), at.size());
  session.text.say(text);
}

std::string gradient_text(const StepperSession& session, std::uint32_t node) {
  if (!session.log.nodes[node].requires_grad) return "no gradient: none was asked for";
  if (!session.state.has_grad(node)) return "grad 0: nothing has arrived so far";
  return "grad " + numbers_text(session.log, node, session.state.grad(node));
}

}  // namespace

void print_node(StepperSession& session, const std::string& name) {
  const TraceLog& log = session.log;
  if (const auto element = find_element(log, session.position(), name)) {
    return print_element(session, *element);
  }
  const std::uint32_t node = find_node(log, session.position(), name);
  const TracedNode& traced = log.nodes[node];
  const std::string in_names = formula(log, node);
  // "linear(x, w)" names its op, "x * w" does not.
  const std::string op = in_names.starts_with(traced.op + "(") ? "" : traced.op;
  session.text.say(fmt::format("{}: {}{}{}, made at step {}{}", log.name(node) + shape_text(traced),
                               op, op.empty() || in_names.empty() ? "" : " ", in_names,
                               traced.made_by + 1, where_text(log, log.events[traced.made_by])),
                   log.name(node).size());
  if (!session.state.has_value(node)) {
    return session.text.say(fmt::format("  not there yet at step {}", session.position()));
  }
  const std::string in_numbers = formula_in_numbers(log, session.state, node);
  session.text.say("  data " + numbers_text(log, node, session.state.value(node)) +
                   (in_numbers.empty() ? "" : " = " + in_numbers));
  session.text.say("  " + gradient_text(session, node));
  print_uses(session, node);
}

}  // namespace holo
