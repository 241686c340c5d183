// init.cpp: fills a new parameter with its initial numbers.
#include "holo/nn/init.h"

#include <fmt/format.h>

#include <cmath>

#include "nn/initial.h"

namespace holo {
namespace {

thread_local int without_init = 0, shapes_only = 0;  // how many are alive

}  // namespace

WithoutInit::WithoutInit() { ++without_init; }
WithoutInit::~WithoutInit() { --without_init; }
ShapesOnly::ShapesOnly() { ++shapes_only; }
ShapesOnly::~ShapesOnly() { --shapes_only; }

Tensor initial(const Shape& shape, double value) {
  if (shapes_only == 0) return full(shape, static_cast<real>(value));
  const Tensor empty = zeros({0});
  empty.node().shape = shape;
  return empty;
}

Tensor Init::operator()(const Shape& shape, Index inputs, PythonRandom& random) const {
  if (!std::isfinite(number_) || (number_ < 0 && kind_ != Kind::constant)) {
    throw UsageError("init", fmt::format("{}", number_),
                     kind_ == Kind::constant ? "a finite number" : "a finite number from 0 on");
  }
  if (without_init > 0 || shapes_only > 0) return initial(shape, 0);
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
  return initial(shape, number_);
}

}  // namespace holo
