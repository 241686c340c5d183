// element.cpp: a number of a product of matrices is a row times a column, and so is its gradient;
// of other ops it is what their formulas say.
#include "trace/stepper/element.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "holo/check.h"
#include "trace/formula.h"
#include "trace/stepper/gradient_history.h"
#include "trace/stepper/line.h"
#include "trace/stepper/names.h"
#include "trace/stepper/term_text.h"

namespace holo {
namespace {

constexpr std::size_t usual_element_terms = 8;

double number_at(std::span<const double> run, std::size_t at) { return run.empty() ? 0 : run[at]; }

// NaN is what it was, too.
bool same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// What the op `node` has sent to an element of a parent, from its gradient in `state`.
TermSum terms_sent(const TraceLog& log, const TraceState& state, std::uint32_t node,
                   const TraceElement& to, std::size_t most) {
  TermSum sum(most);
  const TermText text(log, state, node);
  const std::vector<std::uint32_t>& parents = log.nodes[node].parents;
  for (std::size_t i = 0; i < parents.size() && i < text.patterns().term.size(); ++i) {
    if (parents[i] != to.node) continue;
    text.add(sum, text.patterns().term[i], text.patterns().row, TraceTerms::of_parent(i), to.at);
  }
  return sum;
}

// The number itself, of those of its parents.
TermSum terms_of_value(const TraceLog& log, const TraceState& state, const TraceElement& element) {
  TermSum sum(usual_element_terms);
  const TermText text(log, state, element.node);
  for (const std::string& pattern : text.patterns().forward) {
    text.add(sum, pattern, text.patterns().forward_row, TraceTerms::of_result, element.at);
  }
  return sum;
}

}  // namespace

void print_element(StepperSession& session, const TraceElement& element) {
  const TraceLog& log = session.log;
  const std::string name = element_name(log, element.node, element.at);
  session.text.say(fmt::format("{}: of {}", name, name_and_shape(log, element.node)), name.size());
  if (!session.state.has_value(element.node)) {
    return session.text.say(fmt::format("  not there yet at step {}", session.position()));
  }
  // Of the numbers as they were when it was made: an optimizer may have changed them since.
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

void explain_element(StepperSession& session, const TraceElement& element, std::size_t most) {
  const TraceLog& log = session.log;
  const BackwardPass pass = session.pass_for("why");
  const std::vector<std::size_t> all = contributions_by_parent(log, pass, pass.end)[element.node];
  const GradientHistory history(log, pass, element.node, session.position());
  const auto missing = static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [&](std::size_t i) { return i >= session.position(); }));
  const double had = all.empty() ? 0 : log.run(log.events[all[0]], 0)[element.at];
  const bool some = missing < all.size() || element.node == pass.root;
  const std::string name = element_name(log, element.node, element.at),
                    grad = number_text(number_at(session.state.grad(element.node), element.at));
  session.text.say(some ? history.first_line(name, grad, missing, had != 0)
                        : fmt::format("grad of {} is {}", name, grad));
  if (some && had != 0) {
    const std::vector<std::size_t> to(all.begin(),
                                      all.end() - static_cast<std::ptrdiff_t>(missing));
    const std::vector<double> sent = sent_by_pass(log, pass, element.node, to);
    session.text.say(history.second_line(number_text(had), number_text(sent[element.at])));
  }
  TraceState state(log);
  for (const std::size_t i : all) {
    if (i >= session.position()) break;
    state.go_to(i);
    const TraceEvent& event = log.events[i];
    const double before = log.run(event, 0)[element.at], after = log.run(event, 1)[element.at];
    session.text.say(fmt::format("  from {} {}, step {}:  grad {} -> {}", log.nodes[event.node].op,
                                 name_and_formula(log, event.node), i + 1, number_text(before),
                                 number_text(after)));
    for (const std::string& line : formulas_sent(log, event.node, element.node)) {
      session.text.say("    " + line);
    }
    const TermSum sum = terms_sent(log, state, event.node, element, most);
    if (!sum.empty()) session.text.say("    " + sum.text(after - before));
  }
  if (element.node == pass.root) {
    session.text.say("  a backward begins with this gradient");
  } else if (all.empty()) {
    session.text.say(is_cut(log, pass)
                         ? "  the log ends before this backward brings something to it"
                         : "  this backward brings nothing to it");
  } else if (!some) {
    session.text.say(fmt::format("  so far: {} more to come", missing));
  }
}

}  // namespace holo
