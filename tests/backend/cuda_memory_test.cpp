// cuda_memory_test.cpp: the memory of a GPU: how much there is, and what is too much is one clear
// error, after which all goes on. So are more blocks than a kernel can have.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "backend/device_array.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace cuda_memory_test {

using namespace holo;

TEST_CASE("cuda memory: what is too much is one clear error") {
  if (device_array::no_cuda()) return;
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

TEST_CASE("cuda memory: what is uploaded is what the host had at the call") {
  if (device_array::no_cuda()) return;
  std::vector<real> host(1000);
  std::vector<DeviceMemory> there;
  for (int i = 1; i <= 4; ++i) {
    there.emplace_back(*cuda(), host.size() * sizeof(real));
    std::fill(host.begin(), host.end(), static_cast<real>(i));
    cuda()->upload(there.back().data(), host.data(), host.size() * sizeof(real));
  }
  for (int i = 1; i <= 4; ++i) {
    const DeviceMemory& one = there[static_cast<std::size_t>(i - 1)];
    cuda()->download(host.data(), one.data(), host.size() * sizeof(real));
    CHECK(host == std::vector<real>(1000, static_cast<real>(i)));
  }
}

TEST_CASE("cuda memory: more blocks than a GPU counts are an error, not fewer blocks") {
  if (device_array::no_cuda()) return;
  const std::vector<real> before(256, 2);
  const device_array::DeviceArray y(before);
  // In blocks of 256 threads 2^32 and 2^32 + 1 of them: in 32 bits none, and one.
  for (const Index rest : {0, 256}) {
    try {
      cuda()->fill(y.data(), 1, (Index{1} << 40) + rest);
      FAIL_CHECK("no error");
    } catch (const Error& error) {
      CHECK(std::string(error.what()) ==
            "cuda: a kernel of " + std::to_string((Index{1} << 32) + rest / 256) +
                " blocks; expected at most 2147483647. Try: smaller tensors");
    }
  }
  CHECK(y.to_vector() == before);
}

}  // namespace cuda_memory_test
