// cuda_linear_test.cpp: the linear layer of the CUDA backend agrees with the plain one, whichever
// of its steps cuBLAS does with the product, and has the same bits in each run.
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "backend/cuda/gemm_choice.h"
#include "backend/cuda_twins.h"
#include "backend/linear_case.h"
#include "holo/matmul_precision.h"
#include "on_device.h"

namespace cuda_linear_test {

using namespace linear_case;

namespace {

constexpr std::optional<Unary> activations[] = {std::nullopt, Unary::relu,      Unary::relu2,
                                                Unary::gelu,  Unary::gelu_tanh, Unary::silu,
                                                Unary::tanh,  Unary::sigmoid};

}  // namespace

TEST_CASE("cuda linear: with and without a bias, and a slope, each activation agrees with plain") {
  if (no_cuda()) return;
  Random random(21);
  constexpr LinearSizes shapes[] = {{2, 1, 8}, {3, 5, 2}, {7, 16, 33}, {20, 70, 48},
                                    {0, 4, 3}, {4, 0, 3}, {4, 3, 0},   {0, 0, 5}};
  for (const LinearSizes& s : shapes) {
    const LinearCase layer(s, random);
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

TEST_CASE("cuda linear: in tf32 gelu_tanh comes with the product, unless there is a slope") {
  if (no_cuda()) return;
  if (in_double) return;
  const OnDevice on_cuda(Device::cuda);
  Random random(27);
  const LinearCase layer({5, 32, 24}, random);
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
    const auto by_cublas = layer.by_cublas(true, true);
    const Reals without = result(false), with = result(true);
    set_matmul_precision(MatmulPrecision::fp32);
    const bool exact = precision == MatmulPrecision::fp32;
    CHECK(distance(without, want) <= (exact ? kernel_tolerance : gelu_tolerance));
    CHECK(distance(with, want) <= (exact ? kernel_tolerance : gelu_tolerance));
    CHECK(distance(slope_there, want_slope) <= (exact ? kernel_tolerance : gelu_tolerance));
    if (chosen_gemm() != GemmChoice::cublas || !by_cublas) continue;
    if (!exact) CHECK(without == *by_cublas);
    if (exact && emulated()) CHECK(without != *by_cublas);  // on a GPU both may be the same formula
  }
}

TEST_CASE("cuda linear: in tf32 each activation is computed, and once") {
  if (no_cuda()) return;
  if (in_double) return;
  const OnDevice on_cuda(Device::cuda);
  Random random(28);
  const LinearCase layer({5, 16, 8}, random);
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

}  // namespace cuda_linear_test
