// nodes.cpp: the command print. A number of a product of matrices is a
// row times a column, and so is its gradient; of other ops it is what their formulas say.
#include "trace/stepper/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/words.h"
#include "holo/check.h"
#include "trace/formula.h"
#include "trace/stepper/line.h"
#include "trace/stepper/session.h"

namespace holo {

// ---- terms ----

namespace {

constexpr std::size_t most_in_row = 8;

}  // namespace

std::string element_name(const TraceLog& log, std::uint32_t node, std::size_t at) {
  const std::vector<Index>& shape = log.nodes[node].shape;
  std::string indices;
  for (std::size_t d = shape.size(); d-- > 0;) {
    const auto size = static_cast<std::size_t>(shape[d]);
    indices.insert(0, fmt::format("[{}]", at % size));
    at /= size;
  }
  return short_name(log, node) + indices;
}

std::vector<std::string> formulas_sent(const TraceLog& log, std::uint32_t node,
                                       std::uint32_t parent) {
  std::vector<std::string> lines;
  const std::vector<std::uint32_t>& parents = log.nodes[node].parents;
  const auto all = std::count(parents.begin(), parents.end(), parent);
  int which = 0;
  for (std::uint32_t i = 0; i < parents.size(); ++i) {
    if (parents[i] != parent) continue;
    ++which;
    const std::string formula = gradient_formula(log, node, i);
    if (formula.empty()) continue;
    lines.push_back(fmt::format("grad {} += {}{}", short_name(log, parent), formula,
                                all > 1 ? fmt::format("  ({} of {})", which, all) : ""));
  }
  return lines;
}

void TermSum::add(const std::string& names, const std::string& numbers) {
  if (count_++ >= most_) return;
  names_ += names_.empty() ? names : " + " + bracketed(names);
  numbers_ += numbers_.empty() ? numbers : " + " + bracketed(numbers);
}

void TermSum::explain(const TermSum& row) { row_ = ", s = " + row.names_and_numbers(); }

std::string TermSum::names_and_numbers() const {
  const std::string more =
      count_ > most_ ? fmt::format(" + ({} more)", count_ - most_) : std::string();
  return fmt::format("{}{} = {}{}", names_, more, numbers_, more);
}

std::string TermSum::text(double result) const {
  return fmt::format("{} = {}{}", names_and_numbers(), number_text(result), row_);
}

TermText::TermText(const TraceLog& log, const TraceState& state, std::uint32_t node)
    : log_(log), state_(state), node_(node), patterns_(gradient_patterns(log, node)) {
  if (auto found = terms_of(log, node)) terms_ = std::move(*found);
}

std::size_t TermText::place_of(const std::string& name) const {
  if (name == "y" || name == "dy") return TraceTerms::of_result;
  return TraceTerms::of_parent(std::stoul(name));
}

std::vector<bool> TermText::used_by(const std::string& pattern, std::size_t target) const {
  std::vector<bool> used(terms_.places.size(), false);
  used[target] = true;
  filled_pattern(pattern, [&](const std::string& name, bool) {
    if (name != "s") used[place_of(name)] = true;
    return std::string();
  });
  return used;
}

double TermText::number(const std::string& name, const At& places) const {
  const std::size_t place = place_of(name);
  const auto at = static_cast<std::size_t>(places[place]);
  if (name == "dy") return state_.grad(node_).empty() ? 0 : state_.grad(node_)[at];
  return state_.value(place == 0 ? node_ : log_.nodes[node_].parents[place - 1])[at];
}

std::string TermText::name_of(const std::string& name, const At& places) const {
  const std::size_t place = place_of(name);
  const auto at = static_cast<std::size_t>(places[place]);
  const std::uint32_t of = place == 0 ? node_ : log_.nodes[node_].parents[place - 1];
  return (name == "dy" ? "grad " : "") + element_name(log_, of, at);
}

void TermText::add_term(TermSum& sum, const std::string& pattern, const At& places) const {
  if (!sum.takes_more()) return sum.skip();
  const auto filled = [&](auto text_of) {
    return filled_pattern(pattern, [&](const std::string& name, bool in_brackets) {
      return name == "s" ? name : text_of(name, in_brackets);
    });
  };
  sum.add(filled([&](const std::string& name, bool) { return name_of(name, places); }),
          filled([&](const std::string& name, bool in_brackets) {
            const std::string text = number_text(number(name, places));
            return in_brackets ? bracketed(text) : text;
          }));
}

void TermText::add(TermSum& sum, const std::string& pattern, const std::string& row,
                   std::size_t target, std::size_t at) const {
  if (pattern.empty() || terms_.places.empty()) return;
  const bool has_row = pattern.find("{s}") != std::string::npos;
  terms_.each(log_.nodes[node_].indices, target, static_cast<std::int64_t>(at),
              used_by(pattern, target), [&](const At& places) {
                add_term(sum, pattern, places);
                if (!has_row || sum.is_explained()) return;
                TermSum of_row(most_in_row);
                terms_.each_in_row(places[0],
                                   [&](const At& other) { add_term(of_row, row, other); });
                sum.explain(of_row);
              });
}

// ---- print and why of one number ----

namespace {

constexpr std::size_t usual_element_terms = 8;

// NaN is what it was, too.
bool same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// The number itself, of those of its parents.
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
