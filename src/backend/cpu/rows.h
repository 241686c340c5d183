// rows.h: a loop over the elements of a result and its two inputs, row by row along the last
// dimension. broadcast.h decides which shapes fit; the kernels decide what to do with a row.
#pragma once

#include <algorithm>

#include "backend/backend.h"

namespace holo {

/// The elements at ... at + n - 1 of the result. Their inputs begin at a and b. A step of 0 repeats
/// the same number; a step of 1 goes to the next number.
struct Row {
  Index at, n;
  const real *a, *b;
  Index a_step, b_step;
};

/// for (Rows rows(...); rows.more(); rows.next()) visits the rows of the elements first ... last -
/// 1. The first and the last row may be incomplete.
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

}  // namespace holo
