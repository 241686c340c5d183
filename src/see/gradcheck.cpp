// gradcheck.cpp: compares gradients from the tape with central differences of six points.
#include "holo/gradcheck.h"

#include <fmt/format.h>

#include <cmath>

#include "holo/check.h"

namespace holo {
namespace {

using Function = std::function<Value(std::span<const Value>)>;

double tolerance(double numeric) { return 1e-9 + 1e-7 * std::fabs(numeric); }

// The error divided by the tolerance. At most 1 is right; more, NaN and infinity are wrong.
double excess(double analytic, double numeric) {
  if (!std::isfinite(analytic) || !std::isfinite(numeric)) return INFINITY;
  return std::fabs(analytic - numeric) / tolerance(numeric);
}

std::vector<Value> leaves(const std::vector<double>& numbers) {
  return std::vector<Value>(numbers.begin(), numbers.end());
}

double value_at(const Function& f, const std::vector<double>& inputs) {
  const Tape::Scope scope;
  return f(leaves(inputs)).data();
}

// f(..., x + offset, ...) - f(..., x - offset, ...)
double difference(const Function& f, std::vector<double> inputs, std::size_t i, double offset) {
  const double x = inputs[i];
  inputs[i] = x + offset;
  const double above = value_at(f, inputs);
  inputs[i] = x - offset;
  return above - value_at(f, inputs);
}

// A number as text; "nan" has no sign.
std::string text(double x) { return std::isnan(x) ? "nan" : fmt::format("{:.12g}", x); }

}  // namespace

GradcheckResult gradcheck(const Function& f, std::vector<double> inputs, double step) {
  if (inputs.empty()) throw Error("gradcheck", "no inputs", "at least one number");
  if (!(step > 0) || !std::isfinite(step)) {
    throw Error("gradcheck", "a step of " + text(step), "a positive number", "1e-3");
  }
  const Tape::Scope scope;
  const std::vector<Value> x = leaves(inputs);
  const Value y = f(x);
  y.backward();

  GradcheckResult result;
  result.value = y.data();
  double most = -1;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const double numeric =
        (45 * difference(f, inputs, i, step) - 9 * difference(f, inputs, i, 2 * step) +
         difference(f, inputs, i, 3 * step)) /
        (60 * step);
    const double used = excess(x[i].grad(), numeric);
    if (used <= most) continue;
    most = used;
    result.worst = i;
    result.analytic = x[i].grad();
    result.numeric = numeric;
  }
  result.ok = most <= 1 && std::isfinite(result.value);
  return result;
}

std::string GradcheckResult::describe() const {
  return fmt::format(
      "{}: f = {}, worst input {}: analytic {}, numeric {}, difference {}, allowed {}",
      ok ? "ok" : "wrong", text(value), worst, text(analytic), text(numeric),
      text(std::fabs(analytic - numeric)), text(tolerance(numeric)));
}

}  // namespace holo
