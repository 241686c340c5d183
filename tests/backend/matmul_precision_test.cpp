// matmul_precision_test.cpp: the precision of products by its name, and where another than fp32 is
// refused.
#include "holo/device.h"

#include <doctest/doctest.h>

#include <string>

#include "backend/device_array.h"
#include "helpers.h"
#include "holo/check.h"

namespace matmul_precision_test {

using namespace holo;

namespace {

template <class F>
std::string refusal(F&& call) {
  try {
    call();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("matmul precision: each has a name, and no other name is one") {
  for (const char* name : {"fp32", "tf32", "bf16"}) {
    CHECK(matmul_precision_name(matmul_precision_of(name)) == std::string(name));
  }
  CHECK(refusal([] { matmul_precision_of("FP32", "--matmul-precision"); }) ==
        "--matmul-precision: 'FP32'; expected fp32, tf32 or bf16");
}

TEST_CASE("matmul precision: only the device cuda has others than fp32") {
  for (const Device device : {Device::cpu, Device::plain}) {
    const OnDevice on_device(device);
    set_matmul_precision(MatmulPrecision::fp32);
    CHECK(refusal([] { set_matmul_precision(MatmulPrecision::tf32, "--matmul-precision"); }) ==
          std::string("--matmul-precision: tf32 on the device ") + device_name(device) +
              "; expected fp32, or the device cuda");
    CHECK(refusal([] { set_matmul_precision(MatmulPrecision::bf16); }) ==
          std::string("matmul precision: bf16 on the device ") + device_name(device) +
              "; expected fp32, or the device cuda");
    CHECK(matmul_precision() == MatmulPrecision::fp32);
  }
}

TEST_CASE("matmul precision: it is kept, and a build in double has fp32 alone") {
  if (twins::no_cuda()) return;
  const OnDevice on_cuda(Device::cuda);
  for (const MatmulPrecision precision : {MatmulPrecision::tf32, MatmulPrecision::bf16}) {
    if (sizeof(real) == sizeof(double)) {
      CHECK(refusal([&] { set_matmul_precision(precision); }) ==
            std::string("matmul precision: ") + matmul_precision_name(precision) +
                " in a build with REAL=double; expected fp32");
      continue;
    }
    set_matmul_precision(precision);
    CHECK(matmul_precision() == precision);
  }
  set_matmul_precision(MatmulPrecision::fp32);
  CHECK(matmul_precision() == MatmulPrecision::fp32);
}

}  // namespace matmul_precision_test
