// cuda_linear_test.cpp: the linear layer of the CUDA backend agrees with the plain one, whichever
// of its steps cuBLAS does with the product, and has the same bits in each run.
#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <string>

#include "backend/cuda/gemm.cuh"
#include "backend/cuda/gemm_choice.h"
#include "backend/cuda_twins.h"
#include "holo/matmul_precision.h"
#include "on_device.h"

namespace cuda_linear_test {

using namespace twins;

namespace {

constexpr std::optional<Unary> activations[] = {std::nullopt, Unary::relu,      Unary::relu2,
                                                Unary::gelu,  Unary::gelu_tanh, Unary::silu,
                                                Unary::tanh,  Unary::sigmoid};
constexpr bool in_double = sizeof(real) == sizeof(double);
// cuBLAS does not say how exact its GELU is: no worse than a product in tf32, we expect.
constexpr double gelu_tolerance = 1e-6;

std::string text_of(const LinearSizes& s) {
  return std::to_string(s.rows) + " x " + std::to_string(s.in) + " to " + std::to_string(s.out);
}

// x, W and bias.
struct Layer {
  LinearSizes s;
  Reals x, W, bias;

  Layer(LinearSizes sizes, Random& random)
      : s(sizes),
        x(random.normals(s.rows * s.in)),
        W(random.normals(s.out * s.in)),
        bias(random.normals(s.out)) {}
  Reals z() const { return Reals(static_cast<std::size_t>(s.rows * s.out), real(NAN)); }

  // x W^T, with the bias or without, the arrays `gap` numbers behind the beginning of a block;
  // nothing where cuBLAS has no such kernel.
  std::optional<Reals> by_cublas(bool with_bias, bool gelu_tanh, std::array<Index, 4> gap) const {
    const auto behind = [](Index numbers, const Reals& of) {
      Reals moved(static_cast<std::size_t>(numbers), real(NAN));
      moved.insert(moved.end(), of.begin(), of.end());
      return moved;
    };
    const DeviceArray<real> to(*cuda(), behind(gap[0], z())), x_there(*cuda(), behind(gap[1], x)),
        W_there(*cuda(), behind(gap[2], W)), bias_there(*cuda(), behind(gap[3], bias));
    if (!cuda_gemm::cublas_lt(to.data() + gap[0], x_there.data() + gap[1], W_there.data() + gap[2],
                              with_bias ? bias_there.data() + gap[3] : nullptr, gelu_tanh, s)) {
      return std::nullopt;
    }
    const Reals all = to.to_vector();
    return Reals(all.begin() + gap[0], all.end());
  }
  Reals by_plain(bool with_bias, std::optional<Unary> f) const {
    Reals y = z();
    plain().linear(y.data(), nullptr, x.data(), W.data(), with_bias ? bias.data() : nullptr, f, s);
    return y;
  }
};

}  // namespace

TEST_CASE("cuda linear: with and without a bias, and a slope, each activation agrees with plain") {
  if (no_cuda()) return;
  Random random(21);
  constexpr LinearSizes shapes[] = {{2, 1, 8}, {3, 5, 2}, {7, 16, 33}, {20, 70, 48},
                                    {0, 4, 3}, {4, 0, 3}, {4, 3, 0},   {0, 0, 5}};
  for (const LinearSizes& s : shapes) {
    const Layer layer(s, random);
    for (const std::optional<Unary> f : activations) {
      for (const bool with_bias : {true, false}) {
        for (const bool with_slope : {false, true}) {
          const std::string form = text_of(s) + (with_bias ? ", bias" : "") +
                                   (with_slope ? ", slope" : "") + ", activation " +
                                   (f ? std::to_string(static_cast<int>(*f)) : "none");
          if (with_slope && !f) continue;
          std::vector<Reals> y = {layer.z()};
          if (with_slope) y.push_back(layer.z());
          check("linear", form, y, {layer.x, layer.W, layer.bias},
                [&](Backend& on, const Pointers& to, const Pointers& from) {
                  on.linear(to[0], with_slope ? to[1] : nullptr, from[0], from[1],
                            with_bias ? from[2] : nullptr, f, s);
                });
        }
      }
    }
  }
}

TEST_CASE("cuda linear: cuBLAS adds the bias, and applies gelu_tanh where it has a kernel for it") {
  if (no_cuda()) return;
  if (in_double) return;  // cublas_lt has none
  Random random(22);
  int with_gelu = 0;
  for (const LinearSizes s : {LinearSizes{5, 8, 16}, {33, 20, 6}, {1, 64, 64}, {9, 12, 7}}) {
    const Layer layer(s, random);
    for (const bool with_bias : {true, false}) {
      CAPTURE(text_of(s) + (with_bias ? ", bias" : ""));
      const auto linear = layer.by_cublas(with_bias, false, {});
      REQUIRE(linear.has_value());
      CHECK(distance(*linear, layer.by_plain(with_bias, std::nullopt)) <= kernel_tolerance);
      const auto gelu = layer.by_cublas(with_bias, true, {});
      if (!gelu) continue;
      ++with_gelu;
      CHECK(distance(*gelu, layer.by_plain(with_bias, Unary::gelu_tanh)) <= gelu_tolerance);
    }
  }
  CHECK(with_gelu > 0);
}

// The second call of a shape finds the kernel of the first, which may want more aligned arrays.
TEST_CASE("cuda linear: arrays may begin anywhere, in any order of the calls") {
  if (no_cuda()) return;
  if (in_double) return;
  Random random(23);
  const Layer layer({6, 8, 12}, random);
  const Reals want = layer.by_plain(true, std::nullopt);
  for (const Index gap : {0, 4, 1, 2, 16}) {
    for (std::size_t array = 0; array < 4; ++array) {
      std::array<Index, 4> gaps{};
      gaps[array] = gap;
      CAPTURE(array);
      CAPTURE(gap);
      const auto z = layer.by_cublas(true, false, gaps);
      REQUIRE(z.has_value());
      CHECK(distance(*z, want) <= kernel_tolerance);
    }
  }
}

TEST_CASE("cuda linear: nothing, and no inner dimension, are not for cuBLAS") {
  if (no_cuda()) return;
  Random random(24);
  for (const LinearSizes s : {LinearSizes{0, 2, 3}, {2, 0, 3}, {2, 3, 0}}) {
    CHECK_FALSE(Layer(s, random).by_cublas(true, false, {}).has_value());
  }
  if (in_double) CHECK_FALSE(Layer({2, 3, 4}, random).by_cublas(true, false, {}).has_value());
}

TEST_CASE("cuda linear: the precision that is asked for arrives, also after another one") {
  if (no_cuda()) return;
  if (in_double) return;  // has fp32 alone, see matmul_precision_test.cpp
  const OnDevice on_cuda(Device::cuda);
  Random random(25);
  const Layer layer({32, 64, 32}, random);
  const Reals want = layer.by_plain(true, std::nullopt);
  const auto error_of = [&](MatmulPrecision precision) {
    set_matmul_precision(precision);
    const auto z = layer.by_cublas(true, false, {});
    set_matmul_precision(MatmulPrecision::fp32);
    REQUIRE(z.has_value());
    return distance(*z, want);
  };
  for (int round = 0; round < 2; ++round) {
    CHECK(error_of(MatmulPrecision::fp32) <= kernel_tolerance);
    const double tf32 = error_of(MatmulPrecision::tf32), bf16 = error_of(MatmulPrecision::bf16);
    CHECK(tf32 > 1e-9);
    CHECK(tf32 < 1e-6);
    CHECK(bf16 > 10 * tf32);
    CHECK(bf16 < 1e-4);
  }
}

TEST_CASE("cuda linear: in tf32 gelu_tanh comes with the product, unless there is a slope") {
  if (no_cuda()) return;
  if (in_double) return;
  const OnDevice on_cuda(Device::cuda);
  Random random(27);
  const Layer layer({5, 32, 24}, random);
  Reals slope_there;
  const auto result = [&](bool with_slope) {
    const DeviceArray<real> y(*cuda(), layer.z()), slope(*cuda(), layer.z()), x(*cuda(), layer.x),
        W(*cuda(), layer.W), bias(*cuda(), layer.bias);
    cuda()->linear(y.data(), with_slope ? slope.data() : nullptr, x.data(), W.data(), bias.data(),
                   Unary::gelu_tanh, layer.s);
    slope_there = slope.to_vector();
    return y.to_vector();
  };
  const Reals want = layer.by_plain(true, Unary::gelu_tanh);
  Reals y = layer.z(), want_slope = layer.z();
  plain().linear(y.data(), want_slope.data(), layer.x.data(), layer.W.data(), layer.bias.data(),
                 Unary::gelu_tanh, layer.s);
  for (const MatmulPrecision precision : {MatmulPrecision::fp32, MatmulPrecision::tf32}) {
    set_matmul_precision(precision);
    const auto by_cublas = layer.by_cublas(true, true, {});
    const Reals without = result(false), with = result(true);
    set_matmul_precision(MatmulPrecision::fp32);
    const bool exact = precision == MatmulPrecision::fp32;
    CHECK(distance(without, want) <= (exact ? kernel_tolerance : gelu_tolerance));
    CHECK(distance(with, want) <= (exact ? kernel_tolerance : gelu_tolerance));
    CHECK(distance(slope_there, want_slope) <= (exact ? kernel_tolerance : gelu_tolerance));
    if (chosen_gemm() == GemmChoice::cublas && by_cublas) {
      CHECK((without == *by_cublas) == !exact);
    }
  }
}

TEST_CASE("cuda linear: in tf32 each activation is computed, and once") {
  if (no_cuda()) return;
  if (in_double) return;
  const OnDevice on_cuda(Device::cuda);
  Random random(28);
  const Layer layer({5, 16, 8}, random);
  for (const std::optional<Unary> f : activations) {
    CAPTURE(f ? static_cast<int>(*f) : -1);
    set_matmul_precision(MatmulPrecision::tf32);
    const std::vector<Reals> made =
        made_by(*cuda(), {layer.z()}, {layer.x, layer.W, layer.bias},
                [&](Backend& on, const Pointers& to, const Pointers& from) {
                  on.linear(to[0], nullptr, from[0], from[1], from[2], f, layer.s);
                });
    set_matmul_precision(MatmulPrecision::fp32);
    CHECK(distance(made[0], layer.by_plain(true, f)) <= gelu_tolerance);
  }
}

// The kernel is remembered, the bias is not.
TEST_CASE("cuda linear: a bias of one layer does not stay for the next one") {
  if (no_cuda()) return;
  if (in_double) return;
  Random random(26);
  Layer layer({4, 8, 8}, random);
  const Reals biases[] = {layer.bias, random.normals(8)};
  const DeviceArray<real> x(*cuda(), layer.x), W(*cuda(), layer.W), z(*cuda(), layer.z()),
      first(*cuda(), biases[0]), second(*cuda(), biases[1]);
  for (const int k : {0, 1, 0}) {
    layer.bias = biases[k];
    for (const bool with_bias : {true, false}) {
      const real* const bias = (k == 0 ? first : second).data();
      REQUIRE(cuda_gemm::cublas_lt(z.data(), x.data(), W.data(), with_bias ? bias : nullptr, false,
                                   layer.s));
      CHECK(distance(z.to_vector(), layer.by_plain(with_bias, std::nullopt)) <= kernel_tolerance);
    }
  }
}

}  // namespace cuda_linear_test
