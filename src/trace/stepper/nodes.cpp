// nodes.cpp: the commands that say what a node is: p and l.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/words.h"
#include "holo/check.h"
#include "trace/formula.h"
#include "trace/stepper/element.h"
#include "trace/stepper/line.h"
#include "trace/stepper/session.h"

namespace holo {
namespace {

constexpr std::size_t most_listed_nodes = 30;

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

void list_nodes(StepperSession& session, const std::string& text) {
  const TraceLog& log = session.log;
  // Of nodes of one label the newest that is there.
  std::set<std::string> seen;
  std::vector<std::uint32_t> found;
  for (auto i = static_cast<std::uint32_t>(log.nodes.size()); i-- > 0;) {
    const std::string label = plain_label(log.nodes[i].label);
    if (label.empty() || label.find(text) == std::string::npos) continue;
    if (session.state.has_value(i) && seen.insert(label).second) found.push_back(i);
  }
  std::reverse(found.begin(), found.end());
  for (std::size_t i = 0; i < found.size() && i < most_listed_nodes; ++i) {
    session.text.say(fmt::format("{}  data {}, {}", name_and_shape(log, found[i]),
                                 numbers_text(log, found[i], session.state.value(found[i])),
                                 gradient_text(session, found[i])));
  }
  if (found.size() > most_listed_nodes) {
    session.text.say(fmt::format("and {} more; l TEXT lists those with TEXT in their label",
                                 found.size() - most_listed_nodes));
  }
  if (found.empty()) {
    session.text.say(fmt::format("no node with {} is there at step {}",
                                 text.empty() ? "a label" : "such a label", session.position()));
  }
}

}  // namespace holo
