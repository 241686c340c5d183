// breaks.cpp: stops at events that meet a condition, and at changes of watched nodes.
#include "trace/stepper/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>

#include "base/words.h"
#include "holo/check.h"
#include "trace/stepper/line.h"
#include "trace/writer.h"

namespace holo {
namespace {

// True for the node of this name and for its parts: "wte[5]" also means wte[5][0], wte[5][1] ...
bool is_part_of(const TraceLog& log, std::uint32_t node, const std::string& name) {
  return is_named(log, node, name) || plain_label(log.nodes[node].label).starts_with(name + "[");
}

bool all_finite(const TraceLog& log, const TraceEvent& event) {
  for (int i = 0; i < log.runs(event); ++i) {
    const std::span<const double> run = log.run(event, i);
    if (!std::all_of(run.begin(), run.end(), [](double x) { return std::isfinite(x); }))
      return false;
    if (log.whole(event)) continue;
    const TraceSummary summary(run);
    if (summary.nan_count > 0 || summary.infinity_count > 0) return false;
  }
  return true;
}

bool same(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

// True if the event makes, uses or changes the parameter, or contributes to its gradient.
bool is_about(const TraceLog& log, const TraceEvent& event, const std::string& parameter) {
  const auto is_it = [&](std::uint32_t node) { return is_part_of(log, node, parameter); };
  if (event.kind == TraceEvent::Kind::contribution) return is_it(event.parent);
  const std::vector<std::uint32_t>& parents = log.nodes[event.node].parents;
  return is_it(event.node) || (event.kind == TraceEvent::Kind::forward &&
                               std::any_of(parents.begin(), parents.end(), is_it));
}

// Throws UsageError for a condition that no event can meet.
Breaks::Condition condition_of(const TraceLog& log, const std::string& what) {
  const std::size_t equal = std::min(what.find('='), what.size());
  const std::string kind = what.substr(0, equal),
                    value = what.substr(std::min(equal + 1, what.size()));
  std::set<std::string> names;
  if (kind == "op") {
    for (const TracedNode& node : log.nodes) names.insert(node.op);
    check_one_of(value, {names.begin(), names.end()}, "op");
    return [&log, value](const TraceEvent& event) { return log.nodes[event.node].op == value; };
  }
  if (kind == "scope") {
    for (const std::string& scope : log.scopes) {
      for (std::size_t end = scope.find('.'); end != std::string::npos;
           end = scope.find('.', end + 1))
        names.insert(scope.substr(0, end));
      if (!scope.empty()) names.insert(scope);
    }
    check_one_of(value, {names.begin(), names.end()}, "scope");
    return [&log, value](const TraceEvent& event) {
      return is_inside(log.scopes[event.scope], value);
    };
  }
  if (kind == "param") {
    bool is_there = false;
    for (std::uint32_t i = 0; i < log.nodes.size(); ++i) {
      is_there = is_there || is_part_of(log, i, value);
    }
    if (!is_there) find_node(log, 0, value);  // throws an error that lists the names
    return [&log, value](const TraceEvent& event) { return is_about(log, event, value); };
  }
  if (kind == "step") {
    const std::size_t step = count_of(value, 1, log.events.size(), "break step");
    return [&log, step](const TraceEvent& event) { return &event == &log.events[step - 1]; };
  }
  if (what == "nan") return [&log](const TraceEvent& event) { return !all_finite(log, event); };
  if (what == "backward") {
    return [](const TraceEvent& event) { return event.kind == TraceEvent::Kind::backward; };
  }
  throw UsageError("break", plain_label(in_quotes(what)),
                   "op=NAME, param=NAME, scope=NAME, nan, step=N or backward");
}

}  // namespace

bool Breaks::toggle(const std::string& what) {
  const auto is_it = [&](const Break& one) { return one.what == what; };
  if (std::erase_if(breaks_, is_it) > 0) return false;
  breaks_.push_back({what, condition_of(log_, what)});
  return true;
}

bool Breaks::toggle_watch(std::uint32_t node) {
  if (std::erase(watched_, node) > 0) return false;
  watched_.push_back(node);
  return true;
}

std::vector<std::string> Breaks::changes(TraceState& state) const {
  std::vector<std::string> lines;
  if (state.position() == 0 || watched_.empty()) return lines;
  struct Watched {
    std::span<const double> value, grad;
  };
  std::vector<Watched> before;
  state.back();
  for (const std::uint32_t node : watched_) before.push_back({state.value(node), state.grad(node)});
  state.step();
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    const std::uint32_t node = watched_[i];
    const auto tell = [&](const char* what, std::span<const double> from,
                          std::span<const double> to) {
      if (same(from, to)) return;
      if (what == std::string_view("data") && (from.empty() || to.empty())) {
        lines.push_back(fmt::format("watch {}: made: {}", log_.name(node),
                                    numbers_text(log_, node, from.empty() ? to : from)));
        return;
      }
      lines.push_back(fmt::format("watch {}: {} {} -> {}", log_.name(node), what,
                                  numbers_text(log_, node, from), numbers_text(log_, node, to)));
    };
    tell("data", before[i].value, state.value(node));
    tell("grad", before[i].grad, state.grad(node));
  }
  return lines;
}

std::vector<std::string> Breaks::reasons(TraceState& state) const {
  std::vector<std::string> lines;
  if (state.position() == 0) return lines;
  for (const auto& [what, matches] : breaks_) {
    if (matches(state.last())) lines.push_back("break " + plain_label(what));
  }
  for (std::string& line : changes(state)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace holo
