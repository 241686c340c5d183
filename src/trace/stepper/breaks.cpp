// breaks.cpp: conditions on an event, and nodes whose numbers it may change.
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

struct Condition {
  std::string kind, value;
};

Condition parts_of(const std::string& what) {
  const std::size_t equal = what.find('=');
  if (equal == std::string::npos) return {what, ""};
  return {what.substr(0, equal), what.substr(equal + 1)};
}

template <class T>
bool toggle_in(std::vector<T>& list, const T& x) {
  const auto found = std::find(list.begin(), list.end(), x);
  if (found == list.end()) {
    list.push_back(x);
    return true;
  }
  list.erase(found);
  return false;
}

// wte[5] is also wte[5][0], wte[5][1] and so on.
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

}  // namespace

bool Breaks::toggle(const std::string& what) {
  check(what);
  return toggle_in(breaks_, what);
}

bool Breaks::toggle_watch(std::uint32_t node) { return toggle_in(watched_, node); }

void Breaks::check(const std::string& what) const {
  const auto [kind, value] = parts_of(what);
  std::set<std::string> names;
  if (kind == "op") {
    for (const TracedNode& node : log_.nodes) names.insert(node.op);
    check_one_of(value, {names.begin(), names.end()}, "op");
  } else if (kind == "scope") {
    for (const std::string& scope : log_.scopes) {
      for (std::size_t end = scope.find('.'); end != std::string::npos;
           end = scope.find('.', end + 1))
        names.insert(scope.substr(0, end));
      if (!scope.empty()) names.insert(scope);
    }
    check_one_of(value, {names.begin(), names.end()}, "scope");
  } else if (kind == "param") {
    for (std::uint32_t i = 0; i < log_.nodes.size(); ++i) {
      if (is_part_of(log_, i, value)) return;
    }
    find_node(log_, 0, value);  // says which names there are
  } else if (kind == "step") {
    count_of(value, 1, log_.events.size(), "break step");
  } else if (what != "nan" && what != "backward") {
    throw UsageError("break", plain_label(in_quotes(what)),
                     "op=NAME, param=NAME, scope=NAME, nan, step=N or backward");
  }
}

bool Breaks::matches(const std::string& what, std::size_t index) const {
  const TraceEvent& event = log_.events[index];
  const TracedNode& node = log_.nodes[event.node];
  const Condition condition = parts_of(what);
  const std::string &kind = condition.kind, &value = condition.value;
  if (kind == "op") return node.op == value;
  if (kind == "scope") return is_inside(log_.scopes[event.scope], value);
  if (kind == "step") return std::stoul(value) == index + 1;
  if (kind == "backward") return event.kind == TraceEvent::Kind::backward;
  if (kind == "nan") return !all_finite(log_, event);
  // Of a parameter: it is made, used, changed, or sent a part of its gradient.
  if (event.kind == TraceEvent::Kind::contribution) return is_part_of(log_, event.parent, value);
  if (is_part_of(log_, event.node, value)) return true;
  return event.kind == TraceEvent::Kind::forward &&
         std::any_of(node.parents.begin(), node.parents.end(),
                     [&](std::uint32_t parent) { return is_part_of(log_, parent, value); });
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
  for (const std::string& what : breaks_) {
    if (matches(what, state.position() - 1)) lines.push_back("break " + plain_label(what));
  }
  for (std::string& line : changes(state)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace holo
