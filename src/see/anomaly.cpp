// anomaly.cpp: checks each result and each gradient for NaN and infinity as it is made.
#include "holo/anomaly.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "holo/shape.h"
#include "tensor/record.h"

namespace holo {
namespace {

// The row-major index of the first bad element, or numel.
Index first_bad(const Node& node, const real* data, AnomalyMode::Watch watch) {
  const auto is_bad = [watch](real x) {
    return watch == AnomalyMode::Watch::nan_and_infinity ? !std::isfinite(x) : std::isnan(x);
  };
  const std::vector<real> values = on_host(node, data);
  return std::find_if(values.begin(), values.end(), is_bad) - values.begin();
}

// A number as text. "nan" gets no sign, because a sign would mean nothing.
std::string text_of(real x) { return std::isnan(x) ? "nan" : fmt::format("{}", x); }

// A row-major index as a position: "[1,2]".
std::string position(Index i, const Shape& shape) {
  std::string text;
  for (int d = shape.ndim(); d-- > 0;) {
    text = fmt::format("{}{}{}", i % shape[d], text.empty() ? "" : ",", text);
    i /= shape[d];
  }
  return "[" + text + "]";
}

// The range of each parent, "#3 mul in -1.5 to 2", and how many NaNs it has.
std::string ranges(const Node& node) {
  std::string text;
  for (int i = 0; i < node.parent_count; ++i) {
    const Node& parent = node.parent(i);
    real low = INFINITY, high = -INFINITY;
    Index nans = 0;
    for (const real x : on_host(parent, parent.data)) {
      if (std::isnan(x)) {
        ++nans;
      } else {
        low = x < low ? x : low;
        high = x > high ? x : high;
      }
    }
    text += fmt::format("{}{} in {:.6g} to {:.6g}", i == 0 ? "; inputs: " : ", ", name_of(parent),
                        low, high);
    if (nans > 0) text += fmt::format(" and {} NaN", nans);
  }
  return text;
}

// Advice that usually helps with this op.
std::string hint_for(const char* op, bool backward) {
  const auto is = [op](const char* name) { return std::strcmp(op, name) == 0; };
  if (backward && (is("sqrt") || is("log") || is("div") || is("rsqrt") || is("reciprocal"))) {
    return "before a where(), make the input of the op safe too: where(m, sqrt(where(m, x, 1)), 0)";
  }
  if (is("log")) return "log(x + epsilon), or log_softmax";
  if (is("exp")) return "subtract the maximum first, or use softmax or logsumexp";
  if (is("div") || is("reciprocal") || is("rsqrt") || is("sqrt")) return "x + epsilon";
  if (is("softmax") || is("log_softmax")) return "a row whose elements are all masked";
  return "smaller inputs or a smaller learning rate";
}

}  // namespace

void AnomalyMode::on_op(const Node& node, const OpOptions&) {
  const Index i = first_bad(node, node.data, watch_);
  if (i == node.numel()) return;
  throw Error(node.op,
              fmt::format("forward made {} at element {} {} of {}{}",
                          text_of(on_host(node, node.data)[static_cast<std::size_t>(i)]), i,
                          position(i, node.shape), name_of(node), ranges(node)),
              "finite numbers", hint_for(node.op, false));
}

void AnomalyMode::on_backward(const Node& node) {
  for (int k = 0; k < node.parent_count; ++k) {
    const Node& parent = node.parent(k);
    if (!parent.requires_grad || parent.grad == nullptr) continue;
    const Index i = first_bad(parent, parent.grad, watch_);
    if (i == parent.numel()) continue;
    throw Error(node.op,
                fmt::format("backward of {} sent {} to element {} {} of {}{}", name_of(node),
                            text_of(on_host(parent, parent.grad)[static_cast<std::size_t>(i)]), i,
                            position(i, parent.shape), name_of(parent), ranges(node)),
                "finite gradients", hint_for(node.op, true));
  }
}

}  // namespace holo
