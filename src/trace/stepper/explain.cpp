// explain.cpp: the commands that explain a node. print shows a node, or one number of a Tensor. why
// explains a gradient as the sum over all paths from the root to the node. A leaf also keeps the
// gradients of earlier passes until the program sets its gradient.
#include <fmt/format.h>

#include <algorithm>
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

namespace {

constexpr std::size_t most_shown = 8;  // paths, or contributions

// Number `at` of a run of the node, or the whole run if there is no `at`.
std::string some_numbers(const TraceLog& log, std::uint32_t node, std::optional<std::size_t> at,
                         std::span<const double> run) {
  if (!at) return numbers_text(log, node, run);
  return number_text(run.empty() ? 0 : run[*at]);
}

// The node with this name, or a number of a Tensor; its name in full; and its place there.
struct Named {
  std::uint32_t node;
  std::optional<std::size_t> at;
  std::string text;
};

Named named(const StepperSession& session, const std::string& name) {
  const TraceLog& log = session.log;
  if (const auto element = find_element(log, session.position(), name)) {
    return {element->node, element->at, element_name(log, element->node, element->at)};
  }
  const std::uint32_t node = find_node(log, session.position(), name);
  return {node, std::nullopt, name_and_shape(log, node)};
}

}  // namespace

// ---- print ----

void print_node(StepperSession& session, const std::string& name) {
  const TraceLog& log = session.log;
  const auto [node, at, text] = named(session, name);
  const TracedNode& traced = log.nodes[node];
  const std::string in_names = formula(log, node);
  // "linear(x, w)" names its op, "x * w" does not.
  const std::string op = in_names.starts_with(traced.op + "(") ? "" : traced.op;
  session.text.say(
      at ? fmt::format("{}: of {}", text, name_and_shape(log, node))
         : fmt::format("{}: {}{}{}, made at step {}{}", log.name(node) + shape_text(traced), op,
                       op.empty() || in_names.empty() ? "" : " ", in_names, traced.made_by + 1,
                       where_text(log, log.events[traced.made_by])));
  if (!session.state.has_value(node)) {
    return session.text.say(fmt::format("  not there yet at step {}", session.position()));
  }
  const std::string in_numbers = at ? "" : formula_in_numbers(log, session.state, node);
  session.text.say("  data " + some_numbers(log, node, at, session.state.value(node)) +
                   (in_numbers.empty() ? "" : " = " + in_numbers));
  session.text.say(!traced.requires_grad ? "  no gradient: none was asked for"
                   : !session.state.has_grad(node)
                       ? "  grad 0: nothing has arrived so far"
                       : "  grad " + some_numbers(log, node, at, session.state.grad(node)));
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
  if (missing > 0) return fmt::format(" so far: {} more to come from {}", missing, root);
  if (!log.cut.empty() && pass.end == log.events.size() && node != pass.root) {
    return fmt::format(" so far: the log ends in the backward from {}", root);
  }
  return fmt::format(": {}how {} changes with it", had ? "what it had, and " : "", root);
}

// The origin of the gradient that a node had when the pass began: the last event that changed it.
std::string origin_text(const TraceLog& log, const BackwardPass& pass, std::uint32_t node) {
  for (std::size_t i = pass.begin; i-- > 0;) {
    const TraceEvent& event = log.events[i];
    if (sets(event, node)) return fmt::format(", which the program has set at step {}", i + 1);
    if (sends(event, node) || (event.kind == Kind::backward && event.node == node)) {
      return ", from an earlier one with no zero_grad since";
    }
  }
  return "";
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

// The contributions `to` have added this to that gradient; a root Value has got 1.
std::vector<double> added_by_pass(const TraceLog& log, std::uint32_t node,
                                  const std::vector<std::size_t>& to, std::vector<double> before) {
  if (to.empty()) return {1};
  const auto after = log.run(log.events[to.back()], log.nodes[node].is_tensor ? 1 : 3);
  for (std::size_t i = 0; i < before.size(); ++i) before[i] = after[i] - before[i];
  return before;
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
  if (!log.nodes[node].requires_grad) return name + ": no gradient: none was asked for";
  return fmt::format(
      "{}: nothing has come to it since the backward from {} began, at step {}{}", name,
      name_and_shape(log, pass.root), pass.begin + 1,
      missing == 0 ? "" : fmt::format(": {} to come; w NAME and c lead there", missing));
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
  const auto [node, at, shown] = named(session, name);
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
  const std::vector<double> before = before_pass(log, pass, node, to);
  const bool had = at && !is_root
                       ? before[*at] != 0
                       : std::any_of(before.begin(), before.end(), [](double x) { return x != 0; });
  session.text.say(fmt::format("grad of {} is {}{}", shown,
                               some_numbers(log, node, at, session.state.grad(node)),
                               meaning_text(log, pass, node, session.position(), missing, had)));
  if (had) {
    const std::vector<double> added = added_by_pass(log, node, to, before);
    session.text.say(fmt::format(
        "  before this backward it had {}{}{}", some_numbers(log, node, at, before),
        origin_text(log, pass, node),
        log.whole(node) ? "; this one adds " + some_numbers(log, node, at, added) : ""));
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
