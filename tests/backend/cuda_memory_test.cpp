// cuda_memory_test.cpp: the memory of a GPU: how much there is, and what is too much is one clear
// error, after which all goes on.
#include <doctest/doctest.h>

#include <string>

#include "backend/device_array.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"

using namespace holo;

TEST_CASE("cuda memory: what is too much is one clear error") {
  if (twins::no_cuda()) return;
  const MemoryLimit limit = cuda()->memory_limit();
  CHECK(limit.bytes >= 0x1p30);
  CHECK_FALSE(limit.source.empty());
  const auto n = static_cast<Index>(limit.bytes);
  const std::string bytes = std::to_string(static_cast<std::size_t>(n) * sizeof(real));
  const std::string expected = "; expected a block that this machine has; it has " +
                               std::to_string(n) +
                               " bytes. Try: a smaller batch, block size or model";
  const Tensor before = full({3}, 2, Device::cuda);
  try {
    full({n}, 1, Device::cuda);
    FAIL("no error");
  } catch (const ShapeError& error) {
    CHECK(std::string(error.what()) ==
          "full: [" + std::to_string(n) + "] needs " + bytes + " bytes" + expected);
  }
  try {
    cuda()->allocate(bytes_of(n));
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(std::string(error.what()) ==
          "memory: " + bytes + " bytes asked for on the GPU" + expected);
  }
  CHECK((before * before).to_vector() == std::vector<real>(3, 4));
}
