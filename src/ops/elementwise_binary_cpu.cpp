// elementwise_binary_cpu.cpp: functions of two inputs, element by element, on the processor: the
// loops. The formulas stand in holo/math.h; which shapes fit is said in broadcast.h.
#include <algorithm>

#include "backend/cpu.h"
#include "backend/grain.h"
#include "backend/vec.h"
#include "backend/vec_math.h"
#include "holo/math.h"
#include "ops/rows.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

// What one thread does at a time, in elements.
constexpr Index piece = 2048;

// math::Pow whose derivative by the exponent is made of a and b alone.
struct Pow : math::Pow {
  static Vec db(Vec a, Vec b) { return math::Pow::db(a, b, f(a, b)); }
};

// One input of a row, a register at a time; a repeated number is always the same register.
class Input {
 public:
  Input(const real* data, Index step) : data_(data), repeated_(step == 0), same_(*data) {}
  Vec at(Index i) const { return repeated_ ? same_ : load(data_ + i); }
  Vec at(Index i, Index n) const { return repeated_ ? same_ : load_part(data_ + i, n); }

 private:
  const real* data_;
  bool repeated_;
  Vec same_;
};

// d[i ...] = or += g, the second one n lanes of it
void add(Gradient d, Index i, Vec g) { store(d.data + i, d.fresh ? g : load(d.data + i) + g); }
void add_part(Gradient d, Index i, Vec g, Index n) {
  store_part(d.data + i, d.fresh ? g : load_part(d.data + i, n) + g, n);
}

// y = f(a, b)
template <class F>
void map(real* y, const Row& row) {
  const Input a(row.a, row.a_step), b(row.b, row.b_step);
  real* const to = y + row.at;
  Index i = 0;
  for (; i + Vec::width <= row.n; i += Vec::width) store(to + i, F::f(a.at(i), b.at(i)));
  const Index left = row.n - i;
  if (left > 0) store_part(to + i, F::f(a.at(i, left), b.at(i, left)), left);
}

// d = or += dy df/da
template <class F>
void map_backward_a(Gradient d, const real* dy, const Row& row) {
  const Input a(row.a, row.a_step), b(row.b, row.b_step);
  const Gradient to{d.data + row.at, d.fresh};
  const real* const from = dy + row.at;
  Index i = 0;
  for (; i + Vec::width <= row.n; i += Vec::width) {
    add(to, i, load(from + i) * F::da(a.at(i), b.at(i)));
  }
  const Index left = row.n - i;
  if (left > 0) {
    add_part(to, i, load_part(from + i, left) * F::da(a.at(i, left), b.at(i, left)), left);
  }
}

// d = or += dy df/db
template <class F>
void map_backward_b(Gradient d, const real* dy, const Row& row) {
  const Input a(row.a, row.a_step), b(row.b, row.b_step);
  const Gradient to{d.data + row.at, d.fresh};
  const real* const from = dy + row.at;
  Index i = 0;
  for (; i + Vec::width <= row.n; i += Vec::width) {
    add(to, i, load(from + i) * F::db(a.at(i), b.at(i)));
  }
  const Index left = row.n - i;
  if (left > 0) {
    add_part(to, i, load_part(from + i, left) * F::db(a.at(i, left), b.at(i, left)), left);
  }
}

struct Loops {
  void (*forward)(real* y, const Row& row);
  void (*backward_a)(Gradient d, const real* dy, const Row& row);
  void (*backward_b)(Gradient d, const real* dy, const Row& row);
};

template <class F>
constexpr Loops loops = {map<F>, map_backward_a<F>, map_backward_b<F>};

Loops loops_of(Binary op) {
  switch (op) {
    case Binary::add:
      return loops<math::Add>;
    case Binary::sub:
      return loops<math::Sub>;
    case Binary::mul:
      return loops<math::Mul>;
    case Binary::div:
      return loops<math::Div>;
    case Binary::pow:
      return loops<Pow>;
    case Binary::maximum:
      return loops<math::Max>;
    case Binary::minimum:
      return loops<math::Min>;
  }
  return {};
}

// run(row) for all rows, by all threads
template <class Run>
void share_rows(const real* a, const real* b, const Broadcast& s, Run run) {
#pragma omp parallel for
  for (Index i = 0; i < s.numel; i += piece) {
    const Index last = std::min(i + piece, s.numel);
    for (Rows rows(a, b, s, i, last); rows.more(); rows.next()) run(rows.row());
  }
}

}  // namespace

void Cpu::binary(Binary op, real* y, const real* a, const real* b, const Broadcast& s) {
  const auto map = loops_of(op).forward;
  if (s.numel >= grain::elements) {
    return share_rows(a, b, s, [=](const Row& row) { map(y, row); });
  }
  for (Rows rows(a, b, s, 0, s.numel); rows.more(); rows.next()) map(y, rows.row());
}

void Cpu::binary_backward_a(Binary op, Gradient d, const real* dy, const real* a, const real* b,
                            const Broadcast& s) {
  const auto map = loops_of(op).backward_a;
  if (s.numel >= grain::elements) {
    return share_rows(a, b, s, [=](const Row& row) { map(d, dy, row); });
  }
  for (Rows rows(a, b, s, 0, s.numel); rows.more(); rows.next()) map(d, dy, rows.row());
}

void Cpu::binary_backward_b(Binary op, Gradient d, const real* dy, const real* a, const real* b,
                            const Broadcast& s) {
  const auto map = loops_of(op).backward_b;
  if (s.numel >= grain::elements) {
    return share_rows(a, b, s, [=](const Row& row) { map(d, dy, row); });
  }
  for (Rows rows(a, b, s, 0, s.numel); rows.more(); rows.next()) map(d, dy, rows.row());
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
