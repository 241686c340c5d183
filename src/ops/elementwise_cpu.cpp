// elementwise_cpu.cpp: functions of one input, element by element, on the processor: the loops. The
// formulas stand in holo/math.h, the functions of two inputs in elementwise_binary_cpu.cpp.
#include <algorithm>

#include "backend/cpu.h"
#include "backend/grain.h"
#include "backend/parts.h"
#include "backend/vec_math.h"
#include "holo/math.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

// What one thread does at a time, in elements.
constexpr Index piece = 2048;

// The formula of a function, f(x) and f'(x) of a register; two have constants.
template <class F>
struct Formula : F {
  explicit Formula(Constants) {}
};
template <>
struct Formula<math::Pow> {
  Vec p;
  explicit Formula(Constants c) : p(c.a) {}
  Vec f(Vec x) const { return math::Pow::f(x, p); }
  Vec df(Vec x, Vec) const { return math::Pow::da(x, p); }
};
template <>
struct Formula<math::Clamp> {
  Vec low, high;
  explicit Formula(Constants c) : low(c.a), high(c.b) {}
  Vec f(Vec x) const { return math::Clamp::f(x, low, high); }
  Vec df(Vec x, Vec y) const { return math::Clamp::df(x, y, low, high); }
};

// y[i] = f(x[i]), i < n: whole registers, then the rest
template <class F>
void map(real* y, const real* x, Index n, Constants c) {
  const Formula<F> formula(c);
  Index i = 0;
  for (; i + Vec::width <= n; i += Vec::width) store(y + i, formula.f(load(x + i)));
  if (i < n) store_part(y + i, formula.f(load_part(x + i, n - i)), n - i);
}

// dx[i] = or += dy[i] f'(x[i]), i < n
template <class F>
void map_backward(Gradient dx, const real* dy, const real* x, const real* y, Index n, Constants c) {
  const Formula<F> formula(c);
  Index i = 0;
  for (; i + Vec::width <= n; i += Vec::width) {
    const Vec d = load(dy + i) * formula.df(load(x + i), load(y + i));
    store(dx.data + i, dx.fresh ? d : load(dx.data + i) + d);
  }
  const Index m = n - i;
  if (m > 0) {
    const Vec d = load_part(dy + i, m) * formula.df(load_part(x + i, m), load_part(y + i, m));
    store_part(dx.data + i, dx.fresh ? d : load_part(dx.data + i, m) + d, m);
  }
}

struct Loops {
  void (*forward)(real* y, const real* x, Index n, Constants c);
  void (*backward)(Gradient dx, const real* dy, const real* x, const real* y, Index n, Constants c);
};

template <class F>
constexpr Loops loops = {map<F>, map_backward<F>};

Loops loops_of(Unary op) {
  switch (op) {
    case Unary::neg:
      return loops<math::Neg>;
    case Unary::exp:
      return loops<math::Exp>;
    case Unary::log:
      return loops<math::Log>;
    case Unary::sqrt:
      return loops<math::Sqrt>;
    case Unary::rsqrt:
      return loops<math::Rsqrt>;
    case Unary::reciprocal:
      return loops<math::Reciprocal>;
    case Unary::square:
      return loops<math::Square>;
    case Unary::abs:
      return loops<math::Abs>;
    case Unary::tanh:
      return loops<math::Tanh>;
    case Unary::sigmoid:
      return loops<math::Sigmoid>;
    case Unary::relu:
      return loops<math::Relu>;
    case Unary::relu2:
      return loops<math::Relu2>;
    case Unary::gelu:
      return loops<math::Gelu>;
    case Unary::gelu_tanh:
      return loops<math::GeluTanh>;
    case Unary::silu:
      return loops<math::Silu>;
    case Unary::pow:
      return loops<math::Pow>;
    case Unary::clamp:
      return loops<math::Clamp>;
  }
  return {};
}

}  // namespace

void Cpu::unary(Unary op, real* y, const real* x, Index n, Constants c) {
  const auto map = loops_of(op).forward;
  if (n < grain::elements) return map(y, x, n, c);
#pragma omp parallel for
  for (Index i = 0; i < n; i += piece) map(y + i, x + i, std::min(piece, n - i), c);
}

void Cpu::unary_backward(Unary op, Gradient dx, const real* dy, const real* x, const real* y,
                         Index n, Constants c) {
  const auto map = loops_of(op).backward;
  if (n < grain::elements) return map(dx, dy, x, y, n, c);
#pragma omp parallel for
  for (Index i = 0; i < n; i += piece) {
    map({dx.data + i, dx.fresh}, dy + i, x + i, y + i, std::min(piece, n - i), c);
  }
}

void Cpu::add_scaled(Gradient dx, const real* dy, real factor, Index n) {
  const auto add = [=](Index first, Index size) {
    real* const to = dx.data + first;
    const real* const from = dy + first;
    for_parts(size, [&](Index i, Index m) {
      const Vec d = load(from + i, m) * factor;
      store(to + i, dx.fresh ? d : load(to + i, m) + d, m);
    });
  };
  if (n < grain::elements) return add(0, n);
#pragma omp parallel for
  for (Index i = 0; i < n; i += piece) add(i, std::min(piece, n - i));
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
