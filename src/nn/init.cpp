// init.cpp: fills a new parameter with its initial numbers.
#include "holo/nn/init.h"

#include <fmt/format.h>

#include <cmath>

namespace holo {

Tensor Init::filled(const Shape& shape, double value) {
  if (WithoutInit::innermost_ != WithoutInit::Numbers::none) {
    return full(shape, static_cast<real>(value));
  }
  const Tensor empty = zeros({0});
  empty.node().shape = shape;
  return empty;
}

Tensor Init::operator()(const Shape& shape, Index inputs, PythonRandom& random) const {
  if (!std::isfinite(number_) || (number_ < 0 && kind_ != Kind::constant)) {
    throw UsageError("init", fmt::format("{}", number_),
                     kind_ == Kind::constant ? "a finite number" : "a finite number from 0 on");
  }
  if (WithoutInit::innermost_ != WithoutInit::Numbers::drawn) return filled(shape, 0);
  switch (kind_) {
    case Kind::fan_in: {
      const double bound = 1 / std::sqrt(static_cast<double>(inputs));
      return holo::uniform(shape, random, -bound, bound);
    }
    case Kind::uniform:
      return holo::uniform(shape, random, -number_, number_);
    case Kind::normal:
      return holo::normal(shape, random, 0, number_);
    case Kind::constant:
      break;
  }
  return filled(shape, number_);
}

}  // namespace holo
