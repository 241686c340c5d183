// elementwise_binary_cpu.cpp: functions of two inputs, element by element, on the CPU. The formulas
// are in holo/math.h; broadcast.h says which shapes fit.

#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/rows.h"
#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_math.h"
#include "holo/math.h"

namespace holo {
namespace {

// math::Pow whose derivative by the exponent is made of a and b alone.
struct Pow : math::Pow {
  template <class T>
  static T db(T a, T b) {
    return math::Pow::db(a, b, f(a, b));
  }
};

// One input of a row, a register or n lanes of it at a time; a repeated number is always the same.
class Input {
 public:
  Input(const real* data, Index step) : data_(data), repeated_(step == 0), same_(*data) {}
  Vec at(Index i) const { return at(i, Vec::width); }
  Vec at(Index i, Index n) const { return repeated_ ? same_ : load(data_ + i, n, 1); }

 private:
  const real* data_;
  bool repeated_;
  Vec same_;
};

// y = f(a, b). The last register may overlap the one before, since y is not an input: so only a row
// shorter than a register needs a tail.
template <class F>
void map(real* y, const Row& row) {
  const Input a(row.a, row.a_step), b(row.b, row.b_step);
  y += row.at;
  const Index n = row.n, last = n - Vec::width;
  if (last < 0) return store(y, F::f(a.at(0, n), b.at(0, n)), n);
  for (Index i = 0; i < last; i += Vec::width) store(y + i, F::f(a.at(i), b.at(i)));
  store(y + last, F::f(a.at(last), b.at(last)));
}

// d = or += dy slope, which is df/da or df/db. `overwrite` is known here, so that what is left over
// at the end of a row is rounded like the rest: a product and a sum become one operation in both,
// or in none. A choice: see sent() in formula.h.
constexpr bool choice = true;
template <Vec (*slope)(Vec a, Vec b), bool overwrite, bool is_choice>
void map_backward(real* d, const real* dy, const Row& row) {
  const Input a(row.a, row.a_step), b(row.b, row.b_step);
  d += row.at;
  dy += row.at;
  for_each_vec(row.n, [&](Index i, Index n) {
    const Vec before = overwrite ? Vec(0) : load(d + i, n), in = load(dy + i, n);
    const Vec by = slope(a.at(i, n), b.at(i, n)), sum = overwrite ? in * by : before + in * by;
    store(d + i, is_choice ? select(by == 0, before, sum) : sum, n);
  });
}

// The backward ones that add, and that overwrite.
struct Loops {
  void (*forward)(real* y, const Row& row);
  void (*backward_a[2])(real* d, const real* dy, const Row& row);
  void (*backward_b[2])(real* d, const real* dy, const Row& row);
};

template <class F, bool is_choice = false>
constexpr Loops loops = {
    map<F>,
    {map_backward<F::da, false, is_choice>, map_backward<F::da, true, is_choice>},
    {map_backward<F::db, false, is_choice>, map_backward<F::db, true, is_choice>}};

// clang-format off
Loops loops_of(Binary op) {
  switch (op) {
    case Binary::add:     return loops<math::Add>;
    case Binary::sub:     return loops<math::Sub>;
    case Binary::mul:     return loops<math::Mul>;
    case Binary::div:     return loops<math::Div>;
    case Binary::pow:     return loops<Pow>;
    case Binary::maximum: return loops<math::Max, choice>;
    case Binary::minimum: return loops<math::Min, choice>;
    case Binary::binary_cross_entropy: return loops<math::BinaryCrossEntropy>;
  }
  return {};
}
// clang-format on

// run(row) for all rows
template <class Run>
void for_rows(const real* a, const real* b, const Broadcast& s, Run run) {
  parallel_ranges(s.numel, [=, &s](Index first, Index size) {
    for (Rows rows(a, b, s, first, first + size); rows.more(); rows.next()) run(rows.row());
  });
}

}  // namespace

void Cpu::binary(Binary op, real* y, const real* a, const real* b, const Broadcast& s) {
  const auto map = loops_of(op).forward;
  for_rows(a, b, s, [=](const Row& row) { map(y, row); });
}

void Cpu::binary_backward_a(Binary op, Output d, const real* dy, const real* a, const real* b,
                            const Broadcast& s) {
  const auto map = loops_of(op).backward_a[d.overwrite];
  for_rows(a, b, s, [=](const Row& row) { map(d.data, dy, row); });
}

void Cpu::binary_backward_b(Binary op, Output d, const real* dy, const real* a, const real* b,
                            const Broadcast& s) {
  const auto map = loops_of(op).backward_b[d.overwrite];
  for_rows(a, b, s, [=](const Row& row) { map(d.data, dy, row); });
}

}  // namespace holo
