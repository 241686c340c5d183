// elementwise_binary_cpu.cpp: functions of two inputs, element by element, on the CPU. holo/math.h
// has the formulas; broadcast.h decides which shapes fit.

#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/rows.h"
#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_math.h"
#include "backend/formula.h"

namespace holo {
namespace {

// Reads one input of a row, a register or n lanes at a time. A repeated number stays the same.
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

// y = f(a, b). y is not an input, so the last register may overlap the one before. So only a row
// that is shorter than a register needs a tail.
template <class F>
void map(real* y, const Row& row) {
  const Input a(row.a, row.a_step), b(row.b, row.b_step);
  y += row.at;
  const Index n = row.n, last = n - Vec::width;
  if (last < 0) return store(y, F::f(a.at(0, n), b.at(0, n)), n);
  for (Index i = 0; i < last; i += Vec::width) store(y + i, F::f(a.at(i), b.at(i)));
  store(y + last, F::f(a.at(last), b.at(last)));
}

// d = or += dy slope, where slope is df/da or df/db. `overwrite` is a constant, so that the tail of
// a row rounds like the rest: the compiler fuses a product and a sum in both, or in neither.
// formula.h explains `choice`.
template <Vec (*slope)(Vec a, Vec b), bool overwrite, bool choice>
void map_backward(real* d, const real* dy, const Row& row) {
  const Input a(row.a, row.a_step), b(row.b, row.b_step);
  d += row.at;
  dy += row.at;
  for_each_vec(row.n, [&](Index i, Index n) {
    const Vec before = overwrite ? Vec(0) : load(d + i, n), in = load(dy + i, n);
    const Vec by = slope(a.at(i, n), b.at(i, n)), sum = overwrite ? in * by : before + in * by;
    store(d + i, choice ? select(by == 0, before, sum) : sum, n);
  });
}

// The loops of one op. Backward loops are listed by Side: one that adds, one that overwrites.
struct Loops {
  void (*forward)(real* y, const Row& row);
  void (*backward[2][2])(real* d, const real* dy, const Row& row);
};

template <class F>
constexpr Loops loops = {
    map<F>,
    {{map_backward<F::da, false, is_choice<F>>, map_backward<F::da, true, is_choice<F>>},
     {map_backward<F::db, false, is_choice<F>>, map_backward<F::db, true, is_choice<F>>}}};

Loops loops_of(Binary op) {
  return with_formula(op, [](auto formula) { return loops<decltype(formula)>; });
}

// Calls run(row) for all rows.
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

void Cpu::binary_backward(Binary op, Side side, Output d, const real* dy, const real* a,
                          const real* b, const Broadcast& s) {
  const auto map = loops_of(op).backward[side == Side::b][d.overwrite];
  for_rows(a, b, s, [=](const Row& row) { map(d.data, dy, row); });
}

}  // namespace holo
