// softmax_cpu.cpp: softmax, log_softmax and logsumexp over rows of n neighbours on the CPU, a block
// of rows at a time. A pass of a backward has the number of the forward pass that it undoes. Over
// another dimension than the last they do the rows of a copy.
#include <limits>

#include "backend/cpu/as_rows.h"
#include "backend/cpu/cpu.h"
#include "backend/cpu/row_block.h"
#include "backend/cpu/vec_math.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

constexpr real infinity = std::numeric_limits<real>::infinity();

// y = e^x / sum e^x, each [rows, n]
[[gnu::noinline]] void softmax_rows(real* y, const real* x, Index rows, Index n) {
  const Index ahead = next_block(rows, n);
  RowResults largest, total;
  // 1. the largest
  for (Index r = 0; r < rows; ++r) largest.of[r] = largest_of_row(x + r * n, n);
  // 2. e^(x - largest), and its sum
  for (Index r = 0; r < rows; ++r) {
    total.of[r] = sum_of_row(n, [&](Index i, Index lanes) {
      const Index at = r * n + i;
      prefetch(x + at + ahead);
      prefetch_to_write(y + at + ahead);
      const Vec e = exp_of_negative(load(x + at, lanes) - largest.of[r]);
      store(y + at, e, lanes);
      return e;
    });
  }
  // 3. divided by the sum
  for_each_vec(rows, [&](Index r, Index lanes) {
    store(total.of + r, 1 / load(total.of + r, lanes), lanes);
  });
  for_each_vec(rows, n, [&](Index r, Index i, Index lanes) {
    const Index at = r * n + i;
    store(y + at, load(y + at, lanes) * total.of[r], lanes);
  });
}

// dx += y (dy - sum dy y), each [rows, n]
[[gnu::noinline]] void softmax_backward_rows(Output dx, const real* dy, const real* y, Index rows,
                                             Index n) {
  const Index ahead = next_block(rows, n);
  RowResults total;
  // 3. sum dy y
  for (Index r = 0; r < rows; ++r) {
    total.of[r] = sum_of_row(n, [&](Index i, Index lanes) {
      const Index at = r * n + i;
      prefetch_to_write(dx.data + at + ahead);
      return load(dy + at, lanes) * load(y + at, lanes);
    });
  }
  // 2. dx
  for_each_vec(rows, n, [&](Index r, Index i, Index lanes) {
    const Index at = r * n + i;
    prefetch(dy + at + ahead);
    prefetch(y + at + ahead);
    add(dx, at, load(y + at, lanes) * (load(dy + at, lanes) - total.of[r]), lanes);
  });
}

// y = x - log sum e^x, each [rows, n]
[[gnu::noinline]] void log_softmax_rows(real* y, const real* x, Index rows, Index n) {
  const Index ahead = next_block(rows, n);
  RowResults largest, log_sum;
  // 1. the largest
  for (Index r = 0; r < rows; ++r) largest.of[r] = largest_of_row(x + r * n, n);
  // 2. log sum e^(x - largest)
  for (Index r = 0; r < rows; ++r) {
    log_sum.of[r] = sum_of_row(n, [&](Index i, Index lanes) {
      const Index at = r * n + i;
      prefetch(x + at + ahead);
      prefetch_to_write(y + at + ahead);
      return exp_of_negative(load(x + at, lanes) - largest.of[r]);
    });
  }
  for_each_vec(rows, [&](Index r, Index lanes) {
    store(log_sum.of + r, log(load(log_sum.of + r, lanes)), lanes);
  });
  // 3. both subtracted
  for_each_vec(rows, n, [&](Index r, Index i, Index lanes) {
    const Index at = r * n + i;
    store(y + at, load(x + at, lanes) - largest.of[r] - log_sum.of[r], lanes);
  });
}

// dx += dy - e^y sum dy, each [rows, n]
[[gnu::noinline]] void log_softmax_backward_rows(Output dx, const real* dy, const real* y,
                                                 Index rows, Index n) {
  const Index ahead = next_block(rows, n);
  RowResults total;
  // 3. sum dy
  for (Index r = 0; r < rows; ++r) {
    total.of[r] = sum_of_row(n, [&](Index i, Index lanes) {
      const Index at = r * n + i;
      prefetch_to_write(dx.data + at + ahead);
      return load(dy + at, lanes);
    });
  }
  // 2. dx
  for_each_vec(rows, n, [&](Index r, Index i, Index lanes) {
    const Index at = r * n + i;
    prefetch(dy + at + ahead);
    prefetch(y + at + ahead);
    add(dx, at, load(dy + at, lanes) - exp_of_negative(load(y + at, lanes)) * total.of[r], lanes);
  });
}

// y [rows] = log sum e^x, x [rows, n]
[[gnu::noinline]] void logsumexp_rows(real* y, const real* x, Index rows, Index n) {
  const Index ahead = next_block(rows, n);
  RowResults largest, shift, total;
  // 1. the largest
  for (Index r = 0; r < rows; ++r) largest.of[r] = largest_of_row(x + r * n, n);
  // 2. sum e^(x - shift). The shift is the largest where that is finite; where it is not, it only
  //    matters whether there is a NaN
  for_each_vec(rows, [&](Index r, Index lanes) {
    const Vec top = load(largest.of + r, lanes);
    store(shift.of + r, select(abs(top) < infinity, top, 0), lanes);
  });
  for (Index r = 0; r < rows; ++r) {
    total.of[r] = sum_of_row(n, [&](Index i, Index lanes) {
      const Index at = r * n + i;
      prefetch(x + at + ahead);
      return exp_of_negative(min(Vec(0), load(x + at, lanes) - shift.of[r]));
    });
  }
  // 3. the logarithm
  for_each_vec(rows, [&](Index r, Index lanes) {
    store(y + r, load(largest.of + r, lanes) + log(load(total.of + r, lanes)), lanes);
  });
}

// dx += dy e^x / sum e^x;  dy e^(x - y) where y is infinite. dx, x [rows, n], dy, y [rows]
[[gnu::noinline]] void logsumexp_backward_rows(Output dx, const real* dy, const real* x,
                                               const real* y, Index rows, Index n) {
  const Index ahead = next_block(rows, n);
  RowResults largest, factor;
  // 1. the largest. y would do, but it is rounded
  for (Index r = 0; r < rows; ++r) largest.of[r] = largest_of_row(x + r * n, n);
  for_each_vec(rows, [&](Index r, Index lanes) {
    const Vec value = load(y + r, lanes);
    store(largest.of + r, select(abs(value) < infinity, load(largest.of + r, lanes), value), lanes);
  });
  // 3. and 2. sum e^(x - largest), and the factor dy / that sum
  for (Index r = 0; r < rows; ++r) {
    factor.of[r] = sum_of_row(n, [&](Index i, Index lanes) {
      const Index at = r * n + i;
      prefetch(x + at + ahead);
      prefetch_to_write(dx.data + at + ahead);
      return exp_of_negative(load(x + at, lanes) - largest.of[r]);
    });
  }
  for_each_vec(rows, [&](Index r, Index lanes) {
    const Vec value = load(y + r, lanes), d = load(dy + r, lanes);
    store(factor.of + r, select(abs(value) < infinity, d / load(factor.of + r, lanes), d), lanes);
  });
  for_each_vec(rows, n, [&](Index r, Index i, Index lanes) {
    const Index at = r * n + i;
    add(dx, at, exp_of_negative(load(x + at, lanes) - largest.of[r]) * factor.of[r], lanes);
  });
}

}  // namespace

void Cpu::softmax(real* y, const real* x, Axis axis) {
  if (axis.inner != 1) {
    const AsRows rows(x, axis);
    softmax(rows.data(), rows.data(), rows.axis());
    return rows.put_back({y, true});
  }
  const Index n = axis.n;
  for_row_blocks(axis.outer, n, [=](Index first, Index count) {
    softmax_rows(y + first * n, x + first * n, count, n);
  });
}
void Cpu::softmax_backward(Output dx, const real* dy, const real* y, Axis axis) {
  if (axis.inner != 1) {
    const AsRows dy_rows(dy, axis), y_rows(y, axis);
    softmax_backward({dy_rows.data(), true}, dy_rows.data(), y_rows.data(), y_rows.axis());
    return dy_rows.put_back(dx);
  }
  const Index n = axis.n;
  for_row_blocks(axis.outer, n, [=](Index first, Index count) {
    const Index at = first * n;
    softmax_backward_rows({dx.data + at, dx.overwrite}, dy + at, y + at, count, n);
  });
}
void Cpu::log_softmax(real* y, const real* x, Axis axis) {
  if (axis.inner != 1) {
    const AsRows rows(x, axis);
    log_softmax(rows.data(), rows.data(), rows.axis());
    return rows.put_back({y, true});
  }
  const Index n = axis.n;
  for_row_blocks(axis.outer, n, [=](Index first, Index count) {
    log_softmax_rows(y + first * n, x + first * n, count, n);
  });
}
void Cpu::log_softmax_backward(Output dx, const real* dy, const real* y, Axis axis) {
  if (axis.inner != 1) {
    const AsRows dy_rows(dy, axis), y_rows(y, axis);
    log_softmax_backward({dy_rows.data(), true}, dy_rows.data(), y_rows.data(), y_rows.axis());
    return dy_rows.put_back(dx);
  }
  const Index n = axis.n;
  for_row_blocks(axis.outer, n, [=](Index first, Index count) {
    const Index at = first * n;
    log_softmax_backward_rows({dx.data + at, dx.overwrite}, dy + at, y + at, count, n);
  });
}
void Cpu::logsumexp(real* y, const real* x, Axis axis) {
  if (axis.inner != 1) {
    const AsRows rows(x, axis);
    return logsumexp(y, rows.data(), rows.axis());
  }
  const Index n = axis.n;
  for_row_blocks(axis.outer, n, [=](Index first, Index count) {
    logsumexp_rows(y + first, x + first * n, count, n);
  });
}
void Cpu::logsumexp_backward(Output dx, const real* dy, const real* x, const real* y, Axis axis) {
  if (axis.inner != 1) {
    const AsRows rows(x, axis);
    logsumexp_backward({rows.data(), true}, dy, rows.data(), y, rows.axis());
    return rows.put_back(dx);
  }
  const Index n = axis.n;
  for_row_blocks(axis.outer, n, [=](Index first, Index count) {
    const Index at = first * n;
    logsumexp_backward_rows({dx.data + at, dx.overwrite}, dy + first, x + at, y + first, count, n);
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
