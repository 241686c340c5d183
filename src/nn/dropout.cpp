// dropout.cpp: the dropout layer: each call has a stream of random numbers of its own.
#include "holo/nn/dropout.h"

#include <fmt/format.h>

#include "holo/check.h"

namespace holo {

Dropout::Dropout(double p, std::uint64_t seed) : p_(p), seed_(seed) {
  if (p >= 0 && p < 1) return;
  throw UsageError("Dropout", fmt::format("p {}", p), "0 <= p < 1", "0.1");
}

Tensor Dropout::operator()(const Tensor& x) {
  const Scope scope(full_name());
  if (!training() || p_ == 0) return x;
  return dropout(x, p_, CounterRandom(seed_, calls_++));
}

}  // namespace holo
