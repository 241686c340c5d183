// elementwise_binary_cpu.cpp: functions of two inputs, element by element, on the CPU. holo/math.h
// has the formulas; broadcast.cpp decides which shapes fit.
#include <algorithm>

#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_math.h"
#include "backend/formula.h"

namespace holo {
namespace {

// ---- a loop over the elements of a result and its two inputs, row by row along the last
// dimension ----

// The elements at ... at + n - 1 of the result. Their inputs begin at a and b. A step of 0 repeats
// the same number; a step of 1 goes to the next number.
struct Row {
  Index at, n;
  const real *a, *b;
  Index a_step, b_step;
};

// for (Rows rows(...); rows.more(); rows.next()) visits the rows of the elements first ... last -
// 1. The first and the last row may be incomplete.
class Rows {
 public:
  Rows(const real* a, const real* b, const Broadcast& s, Index first, Index last)
      : row_{first, last - first, a, b, 1, 1}, s_(s), inner_(s.ndim - 1), last_(last) {
    if (inner_ < 0) return;
    row_.a_step = s.a.stride[inner_];
    row_.b_step = s.b.stride[inner_];
    if (first > 0) go_to(first);
    row_.n = std::min(s.size[inner_] - column_, last - first);
  }

  bool more() const { return row_.at < last_; }
  const Row& row() const { return row_; }
  void next() {
    row_.at += row_.n;
    if (row_.at < last_) go_on();
  }

 private:
  void go_to(Index first) {
    for (int d = inner_; d >= 0 && first > 0; --d) {
      digit_[d] = first % s_.size[d];
      first /= s_.size[d];
      row_.a += digit_[d] * s_.a.stride[d];
      row_.b += digit_[d] * s_.b.stride[d];
    }
    column_ = digit_[inner_];
  }

  // Goes to the next row. The outer dimensions count like the digits of an odometer.
  void go_on() {
    row_.a -= column_ * row_.a_step;
    row_.b -= column_ * row_.b_step;
    column_ = 0;
    for (int d = inner_ - 1; d >= 0; --d) {
      row_.a += s_.a.stride[d];
      row_.b += s_.b.stride[d];
      if (++digit_[d] < s_.size[d]) break;
      row_.a -= s_.size[d] * s_.a.stride[d];
      row_.b -= s_.size[d] * s_.b.stride[d];
      digit_[d] = 0;
    }
    row_.n = std::min(s_.size[inner_], last_ - row_.at);
  }

  Row row_;
  const Broadcast& s_;
  int inner_;  // index of the last dimension
  Index last_, column_ = 0;
  Index digit_[max_ndim] = {};
};

// ---- the loops of a row ----

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
