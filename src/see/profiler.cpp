// profiler.cpp: adds the time between two events to the op of the second event.
#include "holo/profiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "backend/backend.h"

namespace holo {

void Profiler::mark(const std::string& name) {
  if (backend_ != nullptr) backend_->synchronize();
  const Clock::time_point now = Clock::now();
  Entry& entry = entries_[name];
  ++entry.calls;
  entry.seconds += std::chrono::duration<double>(now - last_).count();
  last_ = Clock::now();
}

void Profiler::on_op(const Node& node, const OpOptions&) {
  backend_ = node.backend;
  mark(node.op);
}

void Profiler::on_backward(const Node& node) {
  backend_ = node.backend;
  mark(fmt::format("{} backward", node.op));
}

std::string Profiler::to_text() const {
  std::vector<std::pair<std::string, Entry>> rows(entries_.begin(), entries_.end());
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return a.second.seconds > b.second.seconds; });
  double total = 0;
  for (const auto& row : rows) total += row.second.seconds;
  std::string text = fmt::format("{:<28}{:>10}{:>12}{:>8}\n", "op", "calls", "us a call", "share");
  for (const auto& [name, entry] : rows) {
    text += fmt::format("{:<28}{:>10}{:>12.3f}{:>7.1f}%\n", name.c_str(), entry.calls,
                        entry.seconds * 1e6 / static_cast<double>(entry.calls),
                        total > 0 ? 100 * entry.seconds / total : 0.0);
  }
  return text;
}

}  // namespace holo
