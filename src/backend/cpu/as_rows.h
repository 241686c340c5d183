// as_rows.h: a kernel over rows of neighbours does another dimension than the last as well, from a
// copy in which the elements of each result are neighbours.
#pragma once

#include "backend/scratch.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// x [outer, n, inner] as rows [outer * inner, n].
class AsRows {
 public:
  AsRows(const real* x, Axis a) : axis_(a), memory_(a.outer * a.n * a.inner) {
    const Index size[] = {a.outer, a.inner, a.n};
    cpu().move({data(), true}, {a.inner * a.n, a.n, 1}, x, {a.n * a.inner, 1, a.inner}, 3, size);
  }

  real* data() const { return memory_.data(); }
  Axis axis() const { return {axis_.outer * axis_.inner, axis_.n, 1}; }

  /// y [outer, n, inner] = or += the rows
  void put_back(Output y) const {
    const Index n = axis_.n, inner = axis_.inner, size[] = {axis_.outer, n, inner};
    cpu().move(y, {n * inner, inner, 1}, data(), {inner * n, 1, n}, 3, size);
  }

 private:
  Axis axis_;
  Scratch memory_;
};

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
