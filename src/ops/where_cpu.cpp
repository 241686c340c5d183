// where_cpu.cpp: one of two numbers, chosen by a condition, on the CPU.

#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_loop.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

// y[i] = or += condition[i] != 0 ? a[i] : b[i], with `other` for the one that is null
void Cpu::where(Output y, const real* condition, const real* a, const real* b, real other,
                Index n) {
  const auto choose = [=](Index first, Index size) {
    for_each_vec(size, [&](Index j, Index m) {
      const Index i = first + j;
      const Vec if_true = a == nullptr ? Vec(other) : load(a + i, m);
      const Vec if_false = b == nullptr ? Vec(other) : load(b + i, m);
      const Vec chosen = select(load(condition + i, m) != 0, if_true, if_false);
      add(y, i, chosen, m);
    });
  };
  parallel_ranges(n, choose);
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
