// formula.cpp: formulas of nodes, written with signs or as calls, and of the gradients they send.
// It fills the patterns of see/op_info.h.
#include "trace/formula.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cctype>
#include <cmath>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/words.h"
#include "holo/nn/layers.h"
#include "see/op_info.h"

namespace holo {
namespace {

constexpr std::size_t most_parents = 8;
constexpr std::size_t longest_in_name = 24;

// The operands in order: a place for each parent, and the constant in its position.
std::vector<std::string> operands(const TracedNode& node) {
  const std::size_t n = node.parents.size(), shown = n > most_parents + 1 ? most_parents : n;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < shown; ++i) out.push_back(fmt::format("{{{}}}", i));
  if (shown < n) out.push_back(fmt::format("{} more", n - shown));
  return with_constant(node, std::move(out), number_text(node.constant));
}

std::string_view sign_of(std::string_view op) {
  static constexpr std::pair<std::string_view, std::string_view> signs[] = {
      {"add", " + "}, {"sub", " - "}, {"mul", " * "}, {"div", " / "}, {"pow", "^"}};
  for (const auto& [name, sign] : signs) {
    if (name == op) return sign;
  }
  return "";
}

// The pattern with the text of each parent.
std::string filled(const TracedNode& node, const std::function<std::string(std::uint32_t)>& text) {
  return filled_pattern(formula_pattern(node), [&](const std::string& place, bool in_brackets) {
    const std::string operand = text(node.parents[std::stoul(place)]);
    return in_brackets ? bracketed(operand) : operand;
  });
}

// ---- the options of an op: their names, and their texts ----

class Options {
 public:
  explicit Options(const TracedNode& node)
      : ndim_(std::min<std::size_t>(node.shape.size(), max_ndim)) {
    std::visit(*this, node.options);
  }

  // "dims 0 1, keepdim"
  std::string text() const {
    std::string out;
    for (const auto& [name, text] : all_) {
      out += fmt::format("{}{}{}{}", out.empty() ? "" : ", ", name, text.empty() ? "" : " ", text);
    }
    return out;
  }
  // The text of one option; "" if there is none of this name.
  std::string operator[](std::string_view name) const {
    for (const auto& [its_name, text] : all_) {
      if (its_name == name) return text;
    }
    return "";
  }

  void operator()(const op_options::NoOptions&) {}
  void operator()(const op_options::Rows&) {}
  void operator()(const op_options::Power& o) { add("exponent", o.exponent); }
  void operator()(const op_options::Bounds& o) { add("low", o.low), add("high", o.high); }
  void operator()(const op_options::Along& o) { add("dim", o.dim); }
  void operator()(const op_options::Over& o) { add("dims", o.dims), add("keepdim", o.keepdim); }
  void operator()(const op_options::Variance& o) {
    add("dims", o.dims), add("keepdim", o.keepdim), add("correction", o.correction);
  }
  void operator()(const op_options::Order& o) { add("dims", o.dims); }
  void operator()(const op_options::Part& o) {
    add("dim", o.dim), add("first", o.first), add("step", o.step);
  }
  void operator()(const op_options::Linear& o) {
    add("bias", o.bias), add("activation", o.activation);
  }
  void operator()(const op_options::Gated& o) {
    add("activation", o.activation), add("gate", o.gate == Gate::first ? "first" : "second");
  }
  void operator()(const op_options::HoloGate& o) {
    add("first", o.first), add("second", o.second), add("gate", o.gate);
  }
  void operator()(const op_options::AffineFlow& o) { add("residual", o.residual); }
  void operator()(const op_options::CrossEntropy& o) {
    add("reduction", o.reduction == Reduction::none  ? "none"
                     : o.reduction == Reduction::sum ? "sum"
                                                     : "mean");
    add("ignore_index", o.ignore_index);
  }
  void operator()(const op_options::Norm& o) {
    add("epsilon", o.epsilon), add("gain", o.gain), add("bias", o.bias);
  }
  void operator()(const op_options::Dropout& o) {
    add("p", o.p), add("seed", o.seed), add("stream", o.stream);
  }
  void operator()(const op_options::Attention& o) {
    add("n_head", o.n_head), add("n_kv_head", o.n_kv_head);
    add("causal", o.causal), add("scale", o.scale);
  }

 private:
  template <class T>
  void add(const char* name, const T& x) {
    all_.emplace_back(name, fmt::format("{}", x));
  }
  void add(const char* name, double x) { all_.emplace_back(name, number_text(x)); }
  void add(const char* name, Activation x) { all_.emplace_back(name, activation_name(x)); }
  void add(const char* name, bool is_set) {
    if (is_set) all_.emplace_back(name, "");
  }
  void add(const char* name, const std::bitset<max_ndim>& set) {
    std::vector<std::size_t> dims;
    for (std::size_t d = 0; d < set.size(); ++d) {
      if (set[d]) dims.push_back(d);
    }
    all_.emplace_back(name, fmt::format("{}", fmt::join(dims, " ")));
  }
  template <class T>
  void add(const char* name, const std::array<T, max_ndim>& of_dims) {
    all_.emplace_back(name, fmt::format("{}", fmt::join(std::span(of_dims).first(ndim_), " ")));
  }

  std::size_t ndim_;  // of the result
  std::vector<std::pair<std::string_view, std::string>> all_;
};

}  // namespace

std::string number_text(double x) { return std::isnan(x) ? "nan" : fmt::format("{:.6g}", x); }

std::string product_text(double a, double b) { return number_text(a * b + 0.0); }

std::string bracketed(const std::string& number) {
  return number.starts_with('-') ? "(" + number + ")" : number;
}

std::string short_name(const TraceLog& log, std::uint32_t node) {
  const std::string& label = log.nodes[node].label;
  return label.empty() ? log.name(node) : plain_label(label);
}

std::string name_and_formula(const TraceLog& log, std::uint32_t node) {
  const TracedNode& traced = log.nodes[node];
  const auto has_label = [&](std::uint32_t parent) { return !log.nodes[parent].label.empty(); };
  if (!traced.label.empty() || traced.parents.empty() ||
      !std::all_of(traced.parents.begin(), traced.parents.end(), has_label)) {
    return log.name(node);
  }
  const std::string text = formula(log, node);
  return text.size() > longest_in_name ? log.name(node)
                                       : fmt::format("{} ({})", log.name(node), text);
}

std::string formula_pattern(const TracedNode& node) {
  if (node.parents.empty()) return "";
  std::vector<std::string> x = operands(node);
  if (node.op == "neg" && x.size() == 1) return "-" + bracketed(x[0]);
  const std::string_view sign = sign_of(node.op);
  if (!sign.empty() && x.size() == 2) {
    return (sign == "^" ? bracketed(x[0]) : x[0]).append(sign) + bracketed(x[1]);
  }
  const std::string options = Options(node).text();
  if (!options.empty()) x.push_back(options);
  return fmt::format("{}({})", node.op, fmt::join(x, ", "));
}

std::string formula(const TraceLog& log, std::uint32_t node) {
  return filled(log.nodes[node], [&](std::uint32_t parent) { return short_name(log, parent); });
}

std::string formula_in_numbers(const TraceLog& log, const TraceState& state, std::uint32_t node) {
  const TracedNode& traced = log.nodes[node];
  for (const std::uint32_t parent : traced.parents) {
    if (state.value(parent).size() != 1) return "";
  }
  return filled(traced, [&](std::uint32_t parent) { return number_text(state.value(parent)[0]); });
}

// ---- gradients that are sent ----

namespace {

// Operand `i`, 0 or 1, of an op with two operands, one of which may be a constant.
std::string operand(const TraceLog& log, const TracedNode& node, std::size_t i) {
  const bool constant_first = node.has_constant == TracedNode::Constant::first;
  if (node.has_constant != TracedNode::Constant::none && (i == 0) == constant_first) {
    return number_text(node.constant);
  }
  return short_name(log, node.parents[constant_first ? 0 : std::min(i, node.parents.size() - 1)]);
}

std::string dims_text(const std::vector<std::size_t>& dims, std::size_t ndim) {
  if (ndim == 2 && dims.size() == 1) return dims[0] == 0 ? "its rows" : "its columns";
  return fmt::format("{} {}", dims.size() == 1 ? "dim" : "dims", fmt::join(dims, " "));
}

// ", summed over its rows": the dimensions of the result along which the parent was repeated.
std::string summed(const std::vector<Index>& y, const std::vector<Index>& x) {
  std::vector<std::size_t> dims;
  for (std::size_t d = 0; d < y.size(); ++d) {
    const bool missing = d + x.size() < y.size();
    if (missing || x[d + x.size() - y.size()] != y[d]) dims.push_back(d);
  }
  if (dims.empty()) return "";
  return ", summed over " + (dims.size() == y.size() ? "all of it" : dims_text(dims, y.size()));
}

}  // namespace

std::string local_derivative(const TraceLog& log, std::uint32_t index, std::uint32_t edge) {
  const TracedNode& node = log.nodes[index];
  const ValueOpInfo* const info = value_op_info(node.op);
  const std::size_t n = node.parents.size();
  if (node.is_tensor || edge >= n || info == nullptr) return "";
  const bool has_constant = node.has_constant != TracedNode::Constant::none;
  if (node.op == "mul" && has_constant) return "";  // the derivative is a plain number
  const bool is_second = node.has_constant == TracedNode::Constant::first || edge == 1;
  return filled_pattern(info->local[is_second ? 1 : 0], [&](const std::string& place, bool) {
    if (place == "y") return short_name(log, index);
    if (place == "other") return short_name(log, node.parents[(edge + n / 2) % n]);
    const std::string text = operand(log, node, place.back() == 'a' ? 0 : 1);
    return place.front() == '-' ? bracketed(text) : text;
  });
}

OpCall op_call(const TraceLog& log, std::uint32_t node) {
  const TracedNode& y = log.nodes[node];
  const auto shape_of = [](const TracedNode& x) { return Shape(std::span(x.shape)); };
  OpCall call{y.op, y.options, shape_of(y), {}, y.indices};
  for (const std::uint32_t parent : y.parents) call.parents.push_back(shape_of(log.nodes[parent]));
  return call;
}

std::string gradient_formula(const TraceLog& log, std::uint32_t node, std::uint32_t edge) {
  const TracedNode& y = log.nodes[node];
  const TensorOpInfo* const info = y.is_tensor ? tensor_op_info(y.op) : nullptr;
  if (info == nullptr || edge >= y.parents.size()) return "";
  const bool has_one = info->sent[1].empty();
  const std::string pattern = info->sends != nullptr ? info->sends(op_call(log, node), edge)
                                                     : std::string(info->sent[has_one ? 0 : edge]);
  if (pattern.empty()) return "";
  const std::uint32_t parent = y.parents[edge];
  const Options options(y);
  const std::string text = filled_pattern(pattern, [&](const std::string& place, bool in_brackets) {
    if (place == "y") return short_name(log, node);
    if (place == "dy") return "grad " + short_name(log, node);
    if (place == "it") return short_name(log, parent);
    if (place == "n")
      return fmt::format("{}", log.numel(parent) / std::max<std::uint64_t>(1, log.numel(node)));
    if (std::isdigit(place[0]) == 0) return options[place];
    const std::string its_operand = operand(log, y, std::stoul(place));
    return in_brackets ? bracketed(its_operand) : its_operand;
  });
  return info->broadcasts ? text + summed(y.shape, log.nodes[parent].shape) : text;
}

}  // namespace holo
