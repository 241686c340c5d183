// gradient_ops.cpp: the formulas of the ops that are more than one number from one number.
#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "holo/nn/activation.h"
#include "trace/formula.h"
#include "trace/gradient_of.h"

namespace holo {
namespace {

namespace o = op_options;

std::string with(std::string pattern, std::string_view place, const std::string& text) {
  for (std::size_t at = 0; (at = pattern.find(place, at)) != std::string::npos; at += text.size()) {
    pattern.replace(at, place.size(), text);
  }
  return pattern;
}

// The dimensions before the matrix, or before the vector.
std::vector<Index> batch_of(const std::vector<Index>& shape, std::size_t matrix) {
  return {shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(std::min(matrix, shape.size()))};
}

}  // namespace

GradientPatterns gradient_of_matmul(const TraceLog& log, const TracedNode& y) {
  const std::vector<Index>&a = log.nodes[y.parents[0]].shape, &b = log.nodes[y.parents[1]].shape;
  GradientPatterns out;
  out.whole = {"{dy} @ {1}^T", "{0}^T @ {dy}"};
  if (a.size() == 1 && b.size() == 1) {
    out.whole = {"{dy} * {1}", "{dy} * {0}"};
  } else if (a.size() == 1) {
    out.whole[1] = "outer({0}, {dy})";
  } else if (b.size() == 1) {
    out.whole[0] = "outer({dy}, {1})";
  }
  const std::vector<Index> batch =
      batch_of(y.shape, 2 - std::size_t{a.size() == 1} - std::size_t{b.size() == 1});
  if (batch_of(a, 2) != batch) out.whole[0] += ", summed over the batch";
  if (batch_of(b, 2) != batch) out.whole[1] += ", summed over the batch";
  out.term = {"{1} * {dy}", "{0} * {dy}"};
  out.forward = {"{0} * {1}"};
  return out;
}

// Through an activation goes dz first, whose numbers are not in the log.
GradientPatterns gradient_of_linear(const TracedNode& y) {
  const auto* const linear = std::get_if<o::Linear>(&y.options);
  const bool has_bias = y.parents.size() > 2;
  GradientPatterns out;
  out.whole = {"{dz} @ {1}", "{dz}^T @ {0}", "{dz} summed over its rows"};
  out.whole.resize(y.parents.size());
  if (linear != nullptr && linear->activation != Activation::none) {
    const std::string slope =
        fmt::format(", dz = {{dy}} * the slope of {} at {{0}} @ {{1}}^T{}",
                    activation_name(linear->activation), has_bias ? " + {2}" : "");
    for (std::string& each : out.whole) each = with(each, "{dz}", "dz") + slope;
    return out;
  }
  out.whole[1] = with(out.whole[1], "{dz}^T", "({dy})^T");
  for (std::string& each : out.whole) each = with(each, "{dz}", "{dy}");
  out.term = {"{1} * {dy}", "{0} * {dy}", "{dy}"};
  out.forward = {"{0} * {1}"};
  if (has_bias) out.forward.push_back("{2}");
  return out;
}

// n: how many numbers of x are one of y.
GradientPatterns gradient_of_reduction(const TracedNode& y, std::uint64_t n) {
  GradientPatterns out;
  const bool all = y.shape.empty();
  if (y.op == "sum") {
    out.whole = {"{dy}, for each number of {0} that is in the sum"};
    out.term = {"{dy}"};
    out.forward = {"{0}"};
  } else if (y.op == "mean") {
    out.whole = {fmt::format("{{dy}} / {}, for each number of {{0}} that is in the mean", n)};
    out.term = {fmt::format("{{dy}} / {}", n)};
    out.forward = {fmt::format("{{0}} / {}", n)};
  } else if (y.op == "logsumexp") {
    out.whole = out.term = {"{dy} * exp({0} - {y})"};
  } else if (y.op == "var") {
    const auto* const variance = std::get_if<o::Variance>(&y.options);
    const Index taken = variance == nullptr ? 0 : variance->correction;
    out.whole = {
        fmt::format("{{dy}} * 2 * ({{0}} - its mean) / {}", static_cast<Index>(n) - taken)};
  } else {
    // max(x) shares, max(x, 0) does not: of x with one dimension the log is the same.
    const auto* const over = std::get_if<o::Over>(&y.options);
    const bool may_be_either = all && over != nullptr && over->dims.count() == 1;
    const char* const which = may_be_either ? "at {0} that is {y}"
                              : all         ? "shared by all {0} that are {y}"
                                            : "at the first {0} that is {y}";
    out.whole = {fmt::format("{{dy}} {}, else 0", which)};
  }
  return out;
}

GradientPatterns gradient_of_softmax(const TracedNode& y) {
  const auto* const along = std::get_if<o::Along>(&y.options);
  const auto d = static_cast<std::size_t>(along == nullptr ? 0 : along->dim);
  const std::string which =
      d + 1 == y.shape.size() ? ", the sum over each row" : fmt::format(", the sum over dim {}", d);
  GradientPatterns out;
  if (y.op == "softmax") {
    out.whole = {"{y} * ({dy} - sum({dy} * {y}))" + which};
    out.term = {"{y} * ({dy} - {s})"};
    out.row = "{dy} * {y}";
    out.forward = {"exp({0}) / {s}"};
  } else {
    out.whole = {"{dy} - exp({y}) * sum({dy})" + which};
    out.term = {"{dy} - exp({y}) * {s}"};
    out.row = "{dy}";
    out.forward = {"{0} - log({s})"};
  }
  out.forward_row = "exp({0})";
  return out;
}

GradientPatterns gradient_of_loss(const TracedNode& y) {
  const auto* const loss = std::get_if<o::CrossEntropy>(&y.options);
  const bool is_mean = loss != nullptr && loss->reduction == Reduction::mean;
  const bool ignores = loss != nullptr && std::find(y.indices.begin(), y.indices.end(),
                                                    loss->ignore_index) != y.indices.end();
  GradientPatterns out;
  out.whole = {std::string("{dy} * (softmax({0}) - 1 at the target)") +
               (is_mean
                    ? ignores ? " / the number of targets that count" : " / the number of targets"
                    : "") +
               (ignores ? ", 0 where the target is ignored" : "")};
  return out;
}

GradientPatterns gradient_of_norm(const TracedNode& y) {
  const auto* const norm = std::get_if<o::Norm>(&y.options);
  const bool is_layer = y.op == "layer_norm", gain = norm == nullptr || norm->gain;
  const std::string d = gain && y.parents.size() > 1 ? "{dy} * {1}" : "{dy}";
  const std::string z = is_layer ? "z = ({0} - mean) / deviation" : "z = {0} / root of mean({0}^2)";
  GradientPatterns out;
  out.whole = {fmt::format("(d - {}z * mean(d * z)) / {}, d = {}, {}", is_layer ? "mean(d) - " : "",
                           is_layer ? "deviation" : "the root", d, z)};
  for (std::size_t i = 1; i < y.parents.size(); ++i) {
    const bool is_gain = gain && i == 1;
    out.whole.push_back(is_gain ? "{dy} * z, summed over its rows, " + z
                                : "{dy}, summed over its rows");
  }
  return out;
}

GradientPatterns gradient_of_attention(const TracedNode& y) {
  const auto* const attention = std::get_if<o::Attention>(&y.options);
  const std::string scale = number_text(attention == nullptr ? 1 : attention->scale);
  const bool joined = y.op == "self_attention";
  const std::string q = joined ? "q" : "{0}", k = joined ? "k" : "{1}", v = joined ? "v" : "{2}";
  const std::string p = fmt::format("p = softmax({} * {} @ {}^T)", scale, q, k);
  const std::string ds =
      fmt::format("ds = {} * p * (dp - sum(dp * p)), dp = {{dy}} @ {}^T, {}", scale, v, p);
  GradientPatterns out;
  out.whole = {fmt::format("ds @ {}, {}", k, ds), fmt::format("ds^T @ {}, {}", q, ds),
               "p^T @ {dy}, " + p};
  out.term = {"", "", "{w} * {dy}"};
  out.forward = {fmt::format("{{w}} * {{{}}}", joined ? 0 : 2)};
  if (!joined) return out;
  out.whole = {"[ds @ k | ds^T @ q | p^T @ {dy}], " + ds};
  out.term = {"{w} * {dy}"};
  return out;
}

GradientPatterns gradient_of_gate(const TracedNode& y) {
  GradientPatterns out;
  if (y.op == "gated") {
    out.whole = {
        "{dy} * value * the slope at the gate, for the half that is the gate; {dy} * the "
        "activation of the gate, for the value"};
  } else {
    out.whole = {"the first half of {dy} * the slope of the first activation at {0}",
                 "the second half of {dy} * the gate of {2} * the slope at {1}",
                 "the second half of {dy} * the activation of {1} * the slope of the gate at {2}"};
  }
  return out;
}

GradientPatterns gradient_of_dropout(const TracedNode& y) {
  const auto* const dropout = std::get_if<o::Dropout>(&y.options);
  GradientPatterns out;
  out.whole = {fmt::format("{{dy}} / {} where {{y}} was kept, else 0",
                           number_text(1 - (dropout == nullptr ? 0 : dropout->p)))};
  return out;
}

}  // namespace holo
