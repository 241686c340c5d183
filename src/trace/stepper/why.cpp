// why.cpp: the command why: a gradient as the sum over all paths from the root to the node.
#include <fmt/format.h>

#include <algorithm>

#include "holo/check.h"
#include "trace/derivative.h"
#include "trace/formula.h"
#include "trace/paths.h"
#include "trace/stepper/element.h"
#include "trace/stepper/gradient_history.h"
#include "trace/stepper/line.h"
#include "trace/stepper/names.h"
#include "trace/stepper/session.h"

namespace holo {
namespace {

constexpr std::size_t usual_terms = 8, most_terms = 1000;
constexpr std::size_t most_factors = 12;  // of a path; a longer one is cut in its middle

// "a SEPARATOR b", the middle of a long list left out.
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

// "2 (= w)": a factor of a path, behind another one.
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

// What each node that uses this one has sent.
void print_contributions(StepperSession& session, const std::vector<std::size_t>& to,
                         std::size_t most) {
  const TraceLog& log = session.log;
  for (std::size_t i = 0; i < to.size() && i < most; ++i) {
    const TraceEvent& event = log.events[to[i]];
    const std::string from = name_and_formula(log, event.node);
    if (log.nodes[event.node].is_tensor) {
      session.text.say(fmt::format("  from {} {}, step {}:  grad {} -> {}",
                                   log.nodes[event.node].op, from, to[i] + 1,
                                   numbers_text(log, event.parent, log.run(event, 0)),
                                   numbers_text(log, event.parent, log.run(event, 1))));
      for (const std::string& line : formulas_sent(log, event.node, event.parent)) {
        session.text.say("    " + line);
      }
      continue;
    }
    const double local = log.run(event, 0)[0], upstream = log.run(event, 1)[0];
    session.text.say(fmt::format("  from {} {}, step {}:  {} times its grad {} = {}",
                                 log.nodes[event.node].op, from, to[i] + 1, factor(log, event),
                                 number_text(upstream), product_text(local, upstream)));
  }
  if (to.size() > most) session.text.say(fmt::format("  and {} more", to.size() - most));
}

void print_paths(StepperSession& session, const BackwardPass& pass, const TracePaths& paths,
                 double before) {
  for (const TracePath& path : paths.first) print_path(session, pass, path);
  const auto shown = static_cast<double>(paths.first.size());
  if (paths.count > shown) {
    session.text.say(fmt::format("  the first {}of {:.0f} paths; {} {}",
                                 shown == 1 ? "" : fmt::format("{} ", shown), paths.count,
                                 shown == 1 ? "it alone is" : fmt::format("these {} sum to", shown),
                                 number_text(paths.sum)));
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

// "x 20": a name and how many terms.
std::size_t terms_of(const StepperSession& session, std::string& name) {
  const std::size_t space = name.find_last_of(' ');
  if (space == std::string::npos) return usual_terms;
  const std::string last = name.substr(space + 1);
  if (last.find_first_not_of("0123456789") != std::string::npos) return usual_terms;
  for (std::uint32_t i = 0; i < session.log.nodes.size(); ++i) {
    if (is_named(session.log, i, name)) return usual_terms;  // a label that ends so
  }
  name = name.substr(0, name.find_last_not_of(' ', space) + 1);
  return count_of(last, 1, most_terms, "why");
}

// Of a node to which nothing has come in the pass.
std::string nothing_text(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                         std::size_t missing) {
  const std::string name = name_and_shape(log, node), root = name_and_shape(log, pass.root);
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
      "w NAME and rb or c lead to where something does",
      name, root, pass.begin + 1);
}

}  // namespace

void explain_gradient(StepperSession& session, const std::string& argument) {
  const TraceLog& log = session.log;
  std::string name = argument;
  const std::size_t most = terms_of(session, name);
  if (const auto element = find_element(log, session.position(), name)) {
    return explain_element(session, *element, most);
  }
  const std::uint32_t node = find_node(log, session.position(), name);
  const BackwardPass pass = session.pass_for("why");
  // From here to where the user is.
  const std::size_t end = std::min(session.position(), pass.end);
  const std::vector<std::size_t> to = contributions_by_parent(log, pass, end)[node];
  const bool is_root = node == pass.root, is_tensor = log.nodes[node].is_tensor;
  const std::size_t missing = contributions_by_parent(log, pass, pass.end)[node].size() - to.size();
  if (to.empty() && !is_root) return session.text.say(nothing_text(log, pass, node, missing));
  const GradientHistory history(log, pass, node, session.position());
  const std::vector<double> before = before_pass(log, pass, node, to);
  const bool had = std::any_of(before.begin(), before.end(), [](double x) { return x != 0; });
  session.text.say(history.first_line(
      name_and_shape(log, node), numbers_text(log, node, session.state.grad(node)), missing, had));
  if (had) {
    const std::vector<double> sent = sent_by_pass(log, pass, node, to);
    session.text.say(history.second_line(numbers_text(log, node, before),
                                         sent.empty() ? "" : numbers_text(log, node, sent)));
  }
  if (is_tensor) {
    print_contributions(session, to, most);
    if (is_root) session.text.say("  a backward begins with this gradient");
    return;
  }
  const TracePaths paths = paths_to(log, pass, end, node, most);
  print_paths(session, pass, paths, before[0]);
  if (paths.count > static_cast<double>(paths.first.size())) {
    session.text.say("in one step of the chain rule:");
    print_contributions(session, to, most);
  }
}

}  // namespace holo
