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

TEST_CASE("cuda memory: what is uploaded is what the host had at the call") {
  if (twins::no_cuda()) return;
  // Through both halves of the memory for uploads, again and again; some are larger than a half.
  const std::size_t sizes[] = {100 << 10, 1, (512 << 10) + 8, 250 << 10, 511 << 10, 512 << 10};
  const std::size_t most = (512 << 10) + 8;
  std::vector<holo::DeviceMemory> there;
  std::vector<unsigned char> host(most);
  for (std::size_t i = 0; i < 24; ++i) {
    const std::size_t bytes = sizes[i % 6];
    there.emplace_back(*cuda(), bytes);
    std::fill(host.begin(), host.end(), static_cast<unsigned char>(i + 1));
    cuda()->upload(there.back().data(), host.data(), bytes);
  }
  std::fill(host.begin(), host.end(), static_cast<unsigned char>(0));
  for (std::size_t i = 0; i < 24; ++i) {
    std::vector<unsigned char> found(sizes[i % 6]);
    cuda()->download(found.data(), there[i].data(), found.size());
    CHECK(std::count(found.begin(), found.end(), static_cast<unsigned char>(i + 1)) ==
          static_cast<std::ptrdiff_t>(found.size()));
  }
}

TEST_CASE("cuda memory: more blocks than a GPU counts are an error, not fewer blocks") {
  if (twins::no_cuda()) return;
  const std::vector<real> before(256, 2);
  const twins::DeviceArray<real> y(*cuda(), before);
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
  const auto after = y.to_vector();
  CHECK(std::vector<real>(after.begin(), after.end()) == before);
}

}  // namespace cuda_memory_test
