// cuda_linear_cublas_test.cpp: a linear layer by one kernel of cuBLASLt: what it computes, for
// which arrays, and how exactly. A GPU may have no such kernel, and the layer is right without it;
// so what must be there is asked of the emulator alone.
#include <doctest/doctest.h>

#include <optional>

#include "backend/cuda/gemm.cuh"
#include "backend/linear_case.h"
#include "holo/matmul_precision.h"
#include "on_device.h"

namespace cuda_linear_cublas_test {

using namespace linear_case;

TEST_CASE("cuda linear: cuBLAS adds the bias, and applies gelu_tanh where it has a kernel for it") {
  if (no_cuda()) return;
  if (in_double) return;  // cublas_lt has none
  Random random(22);
  int found = 0, with_gelu = 0;
  for (const LinearSizes s : {LinearSizes{5, 8, 16}, {33, 20, 6}, {1, 64, 64}, {9, 12, 7}}) {
    const LinearCase layer(s, random);
    for (const bool with_bias : {true, false}) {
      CAPTURE(text_of(s) + (with_bias ? ", bias" : ""));
      if (const auto linear = layer.by_cublas(with_bias, false)) {
        ++found;
        CHECK(distance(*linear, layer.by_plain(with_bias, std::nullopt)) <= kernel_tolerance);
      }
      if (const auto gelu = layer.by_cublas(with_bias, true)) {
        ++with_gelu;
        CHECK(distance(*gelu, layer.by_plain(with_bias, Unary::gelu_tanh)) <= gelu_tolerance);
      }
    }
  }
  MESSAGE("kernels for ", found, " of 8 layers, and for ", with_gelu, " with gelu_tanh");
  if (emulated()) CHECK((found == 8 && with_gelu == 6));
}

// The second call of a shape finds the kernel of the first, which may want more aligned arrays.
TEST_CASE("cuda linear: arrays may begin anywhere, in any order of the calls") {
  if (no_cuda()) return;
  if (in_double) return;
  Random random(23);
  const LinearCase layer({6, 8, 12}, random);
  const Reals want = layer.by_plain(true, std::nullopt);
  for (const Index gap : {0, 4, 1, 2, 16}) {
    for (std::size_t array = 0; array < 4; ++array) {
      Gaps gaps{};
      gaps[array] = gap;
      CAPTURE(array);
      CAPTURE(gap);
      const auto z = layer.by_cublas(true, false, gaps);
      if (z || emulated()) CHECK(distance(z.value(), want) <= kernel_tolerance);
      CHECK(distance(layer.by_cuda(true, std::nullopt, gaps), want) <= kernel_tolerance);
    }
  }
}

TEST_CASE("cuda linear: nothing, and no inner dimension, are not for cuBLAS") {
  if (no_cuda()) return;
  Random random(24);
  for (const LinearSizes s : {LinearSizes{0, 2, 3}, {2, 0, 3}, {2, 3, 0}}) {
    CHECK_FALSE(LinearCase(s, random).by_cublas(true, false).has_value());
  }
  if (in_double) CHECK_FALSE(LinearCase({2, 3, 4}, random).by_cublas(true, false).has_value());
}

TEST_CASE("cuda linear: the precision that is asked for arrives, also after another one") {
  if (no_cuda()) return;
  if (in_double) return;  // has fp32 alone, see matmul_precision_test.cpp
  const OnDevice on_cuda(Device::cuda);
  Random random(25);
  const LinearCase layer({32, 64, 32}, random);
  const Reals want = layer.by_plain(true, std::nullopt);
  const auto error_of = [&](MatmulPrecision precision) {
    set_matmul_precision(precision);
    const auto z = layer.by_cublas(true, false);
    set_matmul_precision(MatmulPrecision::fp32);
    return z || emulated() ? distance(z.value(), want) : 0;
  };
  for (int round = 0; round < 2; ++round) {
    CHECK(error_of(MatmulPrecision::fp32) <= kernel_tolerance);
    const double tf32 = error_of(MatmulPrecision::tf32), bf16 = error_of(MatmulPrecision::bf16);
    CHECK(tf32 < 1e-6);
    CHECK(bf16 < 1e-4);
    check_rounded(tf32, 1e-9);
    check_rounded(bf16, 10 * tf32);
  }
}

// The kernel is remembered, the bias is not.
TEST_CASE("cuda linear: a bias of one layer does not stay for the next one") {
  if (no_cuda()) return;
  if (in_double) return;
  Random random(26);
  LinearCase layer({4, 8, 8}, random);
  const Reals biases[] = {layer.bias, random.normals(8)};
  const DeviceArray<real> x(*cuda(), layer.x), W(*cuda(), layer.W), z(*cuda(), layer.z()),
      first(*cuda(), biases[0]), second(*cuda(), biases[1]);
  for (const int k : {0, 1, 0}) {
    layer.bias = biases[k];
    for (const bool with_bias : {true, false}) {
      const real* const bias = (k == 0 ? first : second).data();
      const bool done = cuda_gemm::cublas_lt(z.data(), x.data(), W.data(),
                                             with_bias ? bias : nullptr, false, layer.s);
      if (emulated()) CHECK(done);
      if (!done) continue;
      CHECK(distance(z.to_vector(), layer.by_plain(with_bias, std::nullopt)) <= kernel_tolerance);
    }
  }
}

}  // namespace cuda_linear_cublas_test
