// describe.cpp: an observer that records the cost of each op, and its table as text.
#include "holo/nn/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "holo/check.h"
#include "holo/memory.h"
#include "holo/observer.h"
#include "see/op_info.h"

namespace holo {
namespace {

Index live_bytes() { return static_cast<Index>(memory_stats().live_bytes); }

class Counter : public Observer {
 public:
  explicit Counter(const Module& module) : live_at_start_(live_bytes()), live_(live_at_start_) {
    for (const NamedParameter& parameter : module.named_parameters()) {
      const std::size_t dot = parameter.name.rfind('.');
      const std::string path = dot == std::string::npos ? "" : parameter.name.substr(0, dot);
      owned_[parameter.tensor.node().id] = {path, true};
    }
  }

  void on_op(const Node& node, const OpOptions& options) override;

  /// REQUIRES: the result of the module still lives.
  Description finish();

 private:
  // A parameter, perhaps reshaped or transposed.
  struct Owned {
    std::string module;
    bool parameter = false, used = false;
  };

  std::unordered_map<std::uint64_t, Owned> owned_;  // by Node::id
  Description description_;
  Index live_at_start_, live_;
};

void Counter::on_op(const Node& node, const OpOptions& options) {
  const OpCost cost = op_cost(node, options);
  Description::Row row{"", node.op, node.shape, 0, cost.flops, cost.bytes_moved, 0};
  const Owned* first = nullptr;
  bool all_owned = true, bias = false;
  for (int i = 0; i < node.parent_count; ++i) {
    const auto found = owned_.find(node.parent(i).id);
    if (found == owned_.end()) {
      all_owned = false;
      continue;
    }
    Owned& owned = found->second;
    if (first == nullptr || (owned.parameter && !first->parameter)) first = &owned;
    if (!owned.parameter) continue;
    bias = bias || node.parent(i).shape.ndim() <= 1;
    if (!owned.used) row.parameters += node.parent(i).numel();
    owned.used = true;
  }
  if (bias && row.op == "add") row.flops = 0;
  if (first != nullptr) row.module = first->module;
  const bool looked_up = row.op == "embedding" || row.op == "gather";
  if (all_owned && cost.flops == 0 && !looked_up) owned_[node.id] = {row.module};
  const Index live = live_bytes();
  row.bytes_kept = live - std::exchange(live_, live);
  description_.rows.push_back(row);
}

Description Counter::finish() {
  Description::Row& totals = description_.totals;
  for (const Description::Row& row : description_.rows) {
    totals.parameters += row.parameters;
    totals.flops += row.flops;
    totals.bytes_moved += row.bytes_moved;
  }
  totals.bytes_kept = live_bytes() - live_at_start_;
  return description_;
}

}  // namespace

Description describe(const Module& module, const std::function<Tensor()>& forward) {
  Counter counter(module);
  const Tensor y = forward();
  return counter.finish();
}

Description describe(Layer& layer, const Tensor& x) {
  const Tensor input = x.detach().set_requires_grad();
  return describe(layer, [&] { return layer.forward(input); });
}

std::string Description::to_text() const {
  constexpr std::size_t texts = 3;  // columns of text, on the left; the other columns are numbers
  using Line = std::array<std::string, 7>;
  const auto line_of = [](const Row& row, const std::string& module, const std::string& shape) {
    return Line{module,
                row.op,
                shape,
                fmt::to_string(row.parameters),
                fmt::to_string(row.flops),
                fmt::to_string(row.bytes_moved),
                fmt::to_string(row.bytes_kept)};
  };
  std::vector<Line> lines{
      {"module", "op", "output", "parameters", "FLOPs", "bytes moved", "bytes kept"}};
  for (const Row& row : rows) lines.push_back(line_of(row, row.module, row.shape.to_string()));
  lines.push_back(line_of(totals, "total", ""));

  std::string text;
  std::array<std::size_t, std::tuple_size_v<Line>> width{};
  for (const Line& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) width[c] = std::max(width[c], line[c].size());
  }
  for (const Line& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) {
      if (c > 0) text += "  ";
      text += c < texts ? fmt::format("{:<{}}", line[c], width[c])
                        : fmt::format("{:>{}}", line[c], width[c]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace holo
