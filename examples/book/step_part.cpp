// step_part.cpp: which events, which nodes these need, and a log with new indices. A change of a
// node that is not in the graph of the part is left out.
#include "book/step_part.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

namespace holo {
namespace {

using Event = TraceEvent;

// Of a number or a gradient, by the program or a backward that begins.
bool is_change(const Event& event) {
  return event.kind == Event::Kind::set_data || event.kind == Event::Kind::set_grad ||
         event.kind == Event::Kind::clear_grad;
}

bool calculates(const Event& event) {
  return !is_change(event) && event.kind != Event::Kind::contribution;
}

// The index that a name of the old log has in the new one, which gets it when it is first asked
// for.
template <class Name>
std::uint32_t index_in(std::vector<Name>& names, const Name& name) {
  const auto index =
      static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  if (index == names.size()) names.push_back(name);
  return static_cast<std::uint32_t>(index);
}

class PartMaker {
 public:
  PartMaker(const TraceLog& log, const std::string& file, const std::set<int>& lines)
      : log_(log), file_(file), lines_(lines), needed_(log.nodes.size(), false) {}

  LogPart make() {
    find_events();
    for (std::size_t i = first_; i < last_; ++i) {
      const Event& event = log_.events[i];
      if (is_change(event)) continue;
      need(event.node);
      if (event.parent != Event::none) need(event.parent);
    }
    TraceLog& part = part_.log;
    part.program = log_.program;
    part.command = log_.command;
    part.version = log_.version;
    part.tokens = log_.tokens;
    add_nodes();
    for (std::size_t i = 0; i < last_; ++i) {
      const Event& event = log_.events[i];
      if (!needed_[event.node]) continue;
      const bool made = log_.nodes[event.node].made_by == i;
      if (i >= first_ || made || event.kind == Event::Kind::set_data) add_event(i);
    }
    return std::move(part_);
  }

 private:
  bool is_there(const Event& event) const {
    const TracePlace& place = log_.places[event.place];
    return place.file == file_ && lines_.count(place.line) > 0;
  }

  // From first_ up to last_, without it; both 0 when there is none.
  void find_events() {
    const auto begin = std::find_if(log_.events.begin(), log_.events.end(),
                                    [&](const Event& event) { return is_there(event); });
    if (begin == log_.events.end()) return;
    auto end = begin;
    while (end != log_.events.end() && (!calculates(*end) || end->place == 0 || is_there(*end)))
      ++end;
    // What a backward clears before it begins is a part of that.
    while (end != begin && end != log_.events.end() && (end - 1)->kind == Event::Kind::clear_grad)
      --end;
    first_ = static_cast<std::size_t>(begin - log_.events.begin());
    last_ = static_cast<std::size_t>(end - log_.events.begin());
  }

  // And all that it is made of.
  void need(std::uint32_t node) {
    std::vector<std::uint32_t> open = {node};
    while (!open.empty()) {
      const std::uint32_t one = open.back();
      open.pop_back();
      if (needed_[one]) continue;
      needed_[one] = true;
      open.insert(open.end(), log_.nodes[one].parents.begin(), log_.nodes[one].parents.end());
    }
  }

  void add_nodes() {
    TraceLog& part = part_.log;
    for (std::uint32_t i = 0; i < log_.nodes.size(); ++i) {
      if (!needed_[i]) continue;
      new_index_[i] = static_cast<std::uint32_t>(part.nodes.size());
      part.nodes.push_back(log_.nodes[i]);
      part_.nodes.push_back(i);
      for (std::uint32_t& parent : part.nodes.back().parents) parent = new_index_.at(parent);
    }
  }

  void add_event(std::size_t i) {
    TraceLog& part = part_.log;
    Event event = log_.events[i];
    const auto numbers = log_.numbers.begin() + static_cast<std::ptrdiff_t>(event.first);
    const auto count = static_cast<std::ptrdiff_t>(event.size) * log_.runs(event);
    event.first = part.numbers.size();
    part.numbers.insert(part.numbers.end(), numbers, numbers + count);
    if (log_.nodes[event.node].made_by == i) {
      part.nodes[new_index_.at(event.node)].made_by =
          static_cast<std::uint32_t>(part.events.size());
    }
    event.scope = index_in(part.scopes, log_.scopes[event.scope]);
    event.place = index_in(part.places, log_.places[event.place]);
    event.node = new_index_.at(event.node);
    if (event.parent != Event::none) event.parent = new_index_.at(event.parent);
    part.events.push_back(event);
    part_.events.push_back(i);
  }

  const TraceLog& log_;
  const std::string& file_;
  const std::set<int>& lines_;
  std::vector<bool> needed_;
  std::map<std::uint32_t, std::uint32_t> new_index_;
  std::size_t first_ = 0, last_ = 0;
  LogPart part_;
};

}  // namespace

void forget_brackets(TraceLog& log, const std::string& file, const std::string& source) {
  std::vector<bool> is_bracket = {false};  // by the numbers of lines
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find_first_not_of(' ');
    is_bracket.push_back(first != line.npos && line.substr(first) == "}");
  }
  for (TraceEvent& event : log.events) {
    const TracePlace& place = log.places[event.place];
    const auto line = static_cast<std::size_t>(place.line);
    if (place.file == file && line < is_bracket.size() && is_bracket[line]) event.place = 0;
  }
}

LogPart part_at_lines(const TraceLog& log, const std::string& file, const std::set<int>& lines) {
  return PartMaker(log, file, lines).make();
}

}  // namespace holo
