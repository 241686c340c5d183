// softmax.cpp: the softmax of two rows on the CUDA device. `make gdb-kernel EX=softmax` steps
// through one thread of its kernel.
#include <fmt/format.h>

#include "holo/creation.h"
#include "holo/ops.h"

using namespace holo;

int main() {
  const Tensor x = tensor({{0, 1, 2, 3, 4, 5, 6}, {1, 1, 1, 1, 1, 1, 1}}).to(Device::cuda);
  const Tensor y = softmax(x, -1);
  for (const real probability : y.to(Device::cpu).to_vector()) fmt::print("{:.4f} ", probability);
  fmt::print("\n");
}
