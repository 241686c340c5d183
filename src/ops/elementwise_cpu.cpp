// elementwise_cpu.cpp: functions of one input, element by element, on the CPU. The formulas are in
// holo/math.h, and the functions of two inputs in elementwise_binary_cpu.cpp.

#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_math.h"
#include "backend/formula.h"

namespace holo {
namespace {

// y[i] = f(x[i]), i < n. REQUIRES: n is a multiple of the width of a register.
template <class F>
void map(real* y, const real* x, Index n, Constants c) {
  const Formula<F> formula{c};
  for (Index i = 0; i < n; i += Vec::width) store(y + i, formula.f(load(x + i)));
}

// y[i] = f(x[i]), slope[i] = f'(x[i]), i < n. It computes common parts only once.
// REQUIRES: n is a multiple of the width of a register.
template <class F>
void map_with_slope(real* y, real* slope, const real* x, Index n, Constants c) {
  const Formula<F> formula{c};
  for (Index i = 0; i < n; i += Vec::width) {
    const Vec in = load(x + i), out = formula.f(in);
    store(y + i, out);
    store(slope + i, formula.df(in, out));
  }
}

// dx[i] = or += dy[i] f'(x[i]), i < n. REQUIRES: as in map. formula.h explains `choice`.
template <class F>
void map_backward(Output dx, const real* dy, const real* x, const real* y, Index n, Constants c) {
  const Formula<F> formula{c};
  for (Index i = 0; i < n; i += Vec::width) {
    const Vec slope = formula.df(load(x + i), load(y + i)), product = load(dy + i) * slope;
    const Vec d = is_choice<F> ? select(slope == 0, 0, product) : product;
    store(dx.data + i, dx.overwrite ? d : load(dx.data + i) + d);
  }
}

struct Loops {
  void (*forward)(real* y, const real* x, Index n, Constants c);
  void (*with_slope)(real* y, real* slope, const real* x, Index n, Constants c);
  void (*backward)(Output dx, const real* dy, const real* x, const real* y, Index n, Constants c);
};

template <class F>
constexpr Loops loops = {map<F>, map_with_slope<F>, map_backward<F>};

Loops loops_of(Unary op) {
  return with_formula(op, [](auto formula) { return loops<decltype(formula)>; });
}

// dx[i] = or += factor dy[i], i < n. `overwrite` is a constant, so that the compiler fuses a
// product and a sum in both the loop and the tail, or in neither.
template <bool overwrite>
void add_multiple(real* dx, const real* dy, real factor, Index n) {
  for_each_vec(n, [&](Index i, Index lanes) {
    const Vec before = overwrite ? Vec(0) : load(dx + i, lanes), in = load(dy + i, lanes);
    store(dx + i, overwrite ? in * factor : before + in * factor, lanes);
  });
}

// The tail of an array: fewer numbers than a register has lanes; the other lanes are 1. It uses the
// loop of the rest, so that the bits of a number do not depend on its place.
struct Tail {
  real numbers[Vec::width];
  Tail(const real* x, Index n) { store(numbers, load(x, n, 1)); }
};

}  // namespace

void Cpu::unary(Unary op, real* y, const real* x, Index n, Constants c) {
  const auto map = loops_of(op).forward;
  const Index whole = n - n % Vec::width;
  parallel_ranges(whole, [=](Index i, Index size) { map(y + i, x + i, size, c); });
  if (whole == n) return;
  Tail tail(x + whole, n - whole);
  map(tail.numbers, tail.numbers, Vec::width, c);
  store(y + whole, load(tail.numbers), n - whole);
}

void Cpu::unary_with_slope(Unary op, real* y, real* slope, const real* x, Index n, Constants c) {
  const auto map = loops_of(op).with_slope;
  const Index whole = n - n % Vec::width;
  parallel_ranges(whole, [=](Index i, Index size) { map(y + i, slope + i, x + i, size, c); });
  if (whole == n) return;
  Tail tail(x + whole, n - whole), slope_tail = tail;
  map(tail.numbers, slope_tail.numbers, tail.numbers, Vec::width, c);
  store(y + whole, load(tail.numbers), n - whole);
  store(slope + whole, load(slope_tail.numbers), n - whole);
}

void Cpu::unary_backward(Unary op, Output dx, const real* dy, const real* x, const real* y, Index n,
                         Constants c) {
  const auto map = loops_of(op).backward;
  const Index whole = n - n % Vec::width;
  parallel_ranges(whole, [=](Index i, Index size) {
    map({dx.data + i, dx.overwrite}, dy + i, x + i, y + i, size, c);
  });
  if (whole == n) return;
  const Index tail_size = n - whole;
  const Tail dy_tail(dy + whole, tail_size), x_tail(x + whole, tail_size),
      y_tail(y + whole, tail_size);
  Tail tail(dx.overwrite ? dy + whole : dx.data + whole, tail_size);
  map({tail.numbers, dx.overwrite}, dy_tail.numbers, x_tail.numbers, y_tail.numbers, Vec::width, c);
  store(dx.data + whole, load(tail.numbers), tail_size);
}

void Cpu::add_scaled(Output dx, const real* dy, real factor, Index n) {
  const auto add = dx.overwrite ? add_multiple<true> : add_multiple<false>;
  parallel_ranges(n, [=](Index i, Index size) { add(dx.data + i, dy + i, factor, size); });
}

}  // namespace holo
