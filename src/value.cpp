// value.cpp: the functions of many arguments.
#include "holo/value.h"

namespace holo {

Value sum(std::span<const Value> x) {
  if (!elementary()) return Tape::current().record_sum(x);
  Value total = x.empty() ? Value(0.0) : x[0] + 0.0;
  for (std::size_t i = 1; i < x.size(); ++i) total = total + x[i];
  return total;
}

Value dot(std::span<const Value> a, std::span<const Value> b) {
  if (!elementary() || a.size() != b.size()) return Tape::current().record_dot(a, b);
  Value total = a.empty() ? Value(0.0) : a[0] * b[0] + 0.0;
  for (std::size_t i = 1; i < a.size(); ++i) total = total + a[i] * b[i];
  return total;
}

}  // namespace holo
