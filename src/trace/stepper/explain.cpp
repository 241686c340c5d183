// explain.cpp: the commands that explain a node. print shows a node, or one number of a Tensor. why
// explains a gradient as the sum over all paths from the root to the node. A leaf also keeps the
// gradients of earlier passes until the program sets its gradient.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "holo/check.h"
#include "trace/formula.h"
#include "trace/pass.h"
#include "trace/stepper/line.h"
#include "trace/stepper/session.h"

namespace holo {

// ---- print: one number ----

namespace {

constexpr std::size_t most_shown = 8;  // paths, or contributions

// One number of a run; 0 if the run is empty.
double number_at(std::span<const double> run, std::size_t at) { return run.empty() ? 0 : run[at]; }

void print_element(StepperSession& session, const TraceElement& element) {
  const TraceLog& log = session.log;
  const std::string name = element_name(log, element.node, element.at);
  session.text.say(fmt::format("{}: of {}", name, name_and_shape(log, element.node)));
  if (!session.state.has_value(element.node)) {
    return session.text.say(fmt::format("  not there yet at step {}", session.position()));
  }
  session.text.say("  data " +
                   number_text(number_at(session.state.value(element.node), element.at)));
  session.text.say(log.nodes[element.node].requires_grad
                       ? "  grad " +
                             number_text(number_at(session.state.grad(element.node), element.at))
                       : "  no gradient: none was asked for");
}

// ---- print: a whole node ----

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
                               traced.made_by + 1, where_text(log, log.events[traced.made_by])));
  if (!session.state.has_value(node)) {
    return session.text.say(fmt::format("  not there yet at step {}", session.position()));
  }
  const std::string in_numbers = formula_in_numbers(log, session.state, node);
  session.text.say("  data " + numbers_text(log, node, session.state.value(node)) +
                   (in_numbers.empty() ? "" : " = " + in_numbers));
  session.text.say("  " + gradient_text(session, node));
}

namespace {

using Kind = TraceEvent::Kind;

// ---- why: the gradient before the pass ----

bool sets(const TraceEvent& event, std::uint32_t node) {
  return event.node == node && (event.kind == Kind::set_grad || event.kind == Kind::clear_grad);
}
bool sends(const TraceEvent& event, std::uint32_t node) {
  return event.kind == Kind::contribution && event.parent == node;
}

// The text after "grad of #0 x is 8": ": how #5 loss changes with it". `position` events have
// happened, and `missing` contributions of the pass are still to come. `had` is true if the
// gradient was not 0 when the pass began.
std::string meaning_text(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                         std::size_t position, std::size_t missing, bool had) {
  const std::string root = name_and_shape(log, pass.root);
  for (std::size_t i = std::min(position, pass.end); --i > pass.begin;) {
    const TraceEvent& event = log.events[i];
    if (sends(event, node)) break;
    if (!sets(event, node)) continue;
    return fmt::format(": {} at step {}; before that the backward from {} had brought",
                       event.kind == Kind::clear_grad ? "the next backward has cleared it"
                                                      : "the program has set it",
                       i + 1, root);
  }
  const bool may_be_more = is_cut(log, pass) && node != pass.root;
  if (missing > 0) {
    return fmt::format(" so far: {}{} more to come from {}", may_be_more ? "at least " : "",
                       missing, root);
  }
  if (may_be_more) return fmt::format(" so far: the log ends in the backward from {}", root);
  return fmt::format(": {}how {} changes with it", had ? "what it had, and " : "", root);
}

// The origin of the gradient that a node had when the pass began: ", from an earlier one with no
// zero_grad since".
std::string origin_text(const TraceLog& log, const BackwardPass& pass, std::uint32_t node) {
  std::size_t earlier_passes = 0;
  bool has_sent = false;
  std::string text;
  for (std::size_t i = pass.begin; i-- > 0;) {
    const TraceEvent& event = log.events[i];
    if (sets(event, node)) {
      const auto run = log.run(event);
      const bool is_zero = std::all_of(run.begin(), run.end(), [](double x) { return x == 0; });
      if (!is_zero) text = fmt::format(", which the program has set at step {}", i + 1);
      break;
    }
    has_sent = has_sent || sends(event, node);
    if (event.kind != Kind::backward) continue;
    if (has_sent || event.node == node) ++earlier_passes;
    has_sent = false;
  }
  if (earlier_passes == 0) return text;
  return fmt::format(
      "{}, {}from {} with no zero_grad since", text, text.empty() ? "" : "and ",
      earlier_passes == 1 ? "an earlier one" : fmt::format("{} earlier ones", earlier_passes));
}

// The gradient of a node when the pass began; `to` are the contributions to the node in this pass.
// The pass adds 1 to the gradient of a root Value, after clearing it if it is an inner node.
std::vector<double> before_pass(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                                const std::vector<std::size_t>& to) {
  const bool is_tensor = log.nodes[node].is_tensor;
  if (node == pass.root) {
    return {is_tensor ? 0 : log.run(log.events[pass.begin])[0] - 1};
  }
  const auto run = log.run(log.events[to.front()], is_tensor ? 0 : 2);
  return {run.begin(), run.end()};
}

// The sum of the contributions `to`, and 1 for the root. Empty if the log has only a summary.
std::vector<double> sent_by_pass(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                                 const std::vector<std::size_t>& to) {
  if (!log.whole(node)) return {};
  std::vector<double> sent(static_cast<std::size_t>(log.numel(node)), node == pass.root ? 1 : 0);
  for (const std::size_t i : to) {
    const TraceEvent& event = log.events[i];
    for (std::size_t at = 0; at < sent.size(); ++at) {
      sent[at] += log.nodes[node].is_tensor ? log.run(event, 1)[at] - log.run(event, 0)[at]
                                            : log.run(event, 0)[0] * log.run(event, 1)[0];
    }
  }
  return sent;
}

// ---- why: paths ----

constexpr std::size_t most_factors = 12;  // of a path; a longer path is cut in the middle

// Joins the parts with the separator. Leaves out the middle of a long list.
std::string joined(const std::vector<std::string>& parts, const char* separator) {
  std::string text;
  const std::size_t n = parts.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (n > most_factors && i == most_factors / 2) {
      const std::size_t left_out = n - most_factors;
      text += fmt::format("{}({} more)", separator, left_out);
      i += left_out;
    }
    text += (i > 0 ? separator : "") + parts[i];
  }
  return text;
}

// A factor of a path: "2 (= w)". After a sign, a negative number gets parentheses.
std::string factor(const TraceLog& log, const TraceEvent& event, bool behind_sign = false) {
  const std::string text = derivative_text(log, event).substr(2);
  const std::size_t end = std::min(text.find(' '), text.size());
  return behind_sign ? bracketed(text.substr(0, end)) + text.substr(end) : text;
}

void print_path(StepperSession& session, const BackwardPass& pass, const TracePath& path) {
  const TraceLog& log = session.log;
  const auto name_of = [&](std::uint32_t node) {
    return log.nodes[node].label.empty() ? name_and_formula(log, node) : short_name(log, node);
  };
  std::vector<std::string> names{name_of(pass.root)}, factors;
  if (path.events.empty()) factors.push_back("1");
  for (const std::size_t i : path.events) {
    names.push_back(name_of(log.events[i].parent));
    factors.push_back(factor(log, log.events[i], !factors.empty()));
  }
  session.text.say(fmt::format("  {}:  {} = {}", joined(names, " -> "), joined(factors, " * "),
                               number_text(path.product)));
}

// Prints the contribution of each node that uses this Value.
void print_contributions(StepperSession& session, const std::vector<std::size_t>& to) {
  const TraceLog& log = session.log;
  for (std::size_t i = 0; i < to.size() && i < most_shown; ++i) {
    const TraceEvent& event = log.events[to[i]];
    const double local = log.run(event, 0)[0], upstream = log.run(event, 1)[0];
    session.text.say(fmt::format("  from {} {}, step {}:  {} times its grad {} = {}",
                                 log.nodes[event.node].op, name_and_formula(log, event.node),
                                 to[i] + 1, factor(log, event), number_text(upstream),
                                 product_text(local, upstream)));
  }
  if (to.size() > most_shown) {
    session.text.say(fmt::format("  and {} more", to.size() - most_shown));
  }
}

void print_paths(StepperSession& session, const BackwardPass& pass, const TracePaths& paths,
                 double before) {
  for (const TracePath& path : paths.first) print_path(session, pass, path);
  const auto shown = static_cast<double>(paths.first.size());
  if (paths.count > shown) {
    session.text.say(fmt::format("  the first {} of {:.0f} paths; these {} sum to {}", shown,
                                 paths.count, shown, number_text(paths.sum)));
    return;
  }
  if (paths.first.size() < 2 && before == 0) return;
  std::string terms;
  for (const TracePath& path : paths.first) {
    const std::string product = number_text(path.product);
    terms += terms.empty() && before == 0 ? product : " + " + bracketed(product);
  }
  if (before != 0) terms = number_text(before) + " before this backward" + terms;
  session.text.say(fmt::format("  the sum: {} = {}", terms, number_text(before + paths.sum)));
}

// The answer for a node that has received nothing in the pass.
std::string nothing_text(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                         const std::string& name, std::size_t missing) {
  const std::string root = name_and_shape(log, pass.root);
  if (!log.nodes[node].requires_grad) return name + ": no gradient: none was asked for";
  if (missing > 0) {
    return fmt::format(
        "{}: nothing has come to it since the backward from {} began, at step {}: {} to come; "
        "w NAME and c lead there",
        name, root, pass.begin + 1, missing);
  }
  if (is_cut(log, pass)) {
    return fmt::format(
        "{}: the log ends in the backward from {}, which began at step {}, "
        "before anything comes to it",
        name, root, pass.begin + 1);
  }
  return fmt::format(
      "{}: the backward from {}, which began at step {}, brings nothing to it; "
      "w NAME and c lead to where something does",
      name, root, pass.begin + 1);
}

// Number `at` of a run of the node, or the whole run if there is no `at`.
std::string some_numbers(const TraceLog& log, std::uint32_t node, std::optional<std::size_t> at,
                         std::span<const double> run) {
  return at ? number_text(number_at(run, *at)) : numbers_text(log, node, run);
}

// The gradients that a node sends to a parent: "grad W += x^T @ grad y". One line for each time
// that the parent is an operand.
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

// Prints the contribution of each node that uses this Tensor, to one number of it if there is an
// `at`, with the formula of the gradient that it sends.
void print_tensors(StepperSession& session, std::uint32_t node, std::optional<std::size_t> at,
                   const std::vector<std::size_t>& to) {
  const TraceLog& log = session.log;
  const std::size_t shown = std::min(to.size(), most_shown);
  for (std::size_t i = 0; i < shown; ++i) {
    const TraceEvent& event = log.events[to[i]];
    session.text.say(fmt::format("  from {} {}, step {}:  grad {} -> {}", log.nodes[event.node].op,
                                 name_and_formula(log, event.node), to[i] + 1,
                                 some_numbers(log, node, at, log.run(event, 0)),
                                 some_numbers(log, node, at, log.run(event, 1))));
    for (const std::string& line : formulas_sent(log, event.node, node)) {
      session.text.say("    " + line);
    }
  }
  if (to.size() > shown) session.text.say(fmt::format("  and {} more", to.size() - shown));
}

}  // namespace

void explain_gradient(StepperSession& session, const std::string& name) {
  const TraceLog& log = session.log;
  const std::optional<TraceElement> element = find_element(log, session.position(), name);
  const std::optional<std::size_t> at = element ? std::optional(element->at) : std::nullopt;
  const std::uint32_t node = element ? element->node : find_node(log, session.position(), name);
  const std::string shown =
      element ? element_name(log, node, element->at) : name_and_shape(log, node);
  const BackwardPass pass = session.pass_for("why");
  // Use only events of this pass before the current position.
  const std::size_t end = std::min(session.position(), pass.end);
  std::vector<std::size_t> to = contributions_by_parent(log, pass, pass.end)[node];
  const auto missing =
      static_cast<std::size_t>(std::erase_if(to, [&](std::size_t event) { return event >= end; }));
  const bool is_root = node == pass.root;
  if (to.empty() && !is_root) {
    return session.text.say(nothing_text(log, pass, node, shown, missing));
  }
  std::vector<double> before = before_pass(log, pass, node, to);
  if (element) before = {is_root ? 0 : before[element->at]};
  const bool had = std::any_of(before.begin(), before.end(), [](double x) { return x != 0; });
  session.text.say(fmt::format("grad of {} is {}{}", shown,
                               some_numbers(log, node, at, session.state.grad(node)),
                               meaning_text(log, pass, node, session.position(), missing, had)));
  if (had) {
    const std::vector<double> sent = sent_by_pass(log, pass, node, to);
    session.text.say(
        fmt::format("  before this backward it had {}{}{}",
                    element ? number_text(before[0]) : numbers_text(log, node, before),
                    origin_text(log, pass, node),
                    sent.empty() ? "" : "; this one adds " + some_numbers(log, node, at, sent)));
  }
  if (log.nodes[node].is_tensor) {
    print_tensors(session, node, at, to);
    if (is_root) session.text.say("  a backward begins with this gradient");
    return;
  }
  const TracePaths paths = paths_to(log, pass, end, node, most_shown);
  print_paths(session, pass, paths, before[0]);
  if (paths.count > static_cast<double>(paths.first.size())) {
    session.text.say("in one step of the chain rule:");
    print_contributions(session, to);
  }
}

}  // namespace holo
