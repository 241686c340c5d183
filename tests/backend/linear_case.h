// linear_case.h: a linear layer on the GPU, by Cuda::linear and by the kernel of cuBLASLt alone,
// beside the plain one.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "backend/cuda/gemm.cuh"
#include "backend/device_array.h"
#include "backend/twins.h"

namespace linear_case {

using namespace twins;

inline constexpr bool in_double = sizeof(real) == sizeof(double);
/// cuBLAS does not say how exact its GELU is: no worse than a product in tf32, we expect.
inline constexpr double gelu_tolerance = 1e-6;

inline std::string text_of(const LinearSizes& s) {
  return std::to_string(s.rows) + " x " + std::to_string(s.in) + " to " + std::to_string(s.out);
}

/// How many numbers behind the beginning of a block the result, x, W and bias begin.
using Gaps = std::array<Index, 4>;

/// x, W and bias.
struct LinearCase {
  LinearSizes s;
  Reals x, W, bias;

  LinearCase(LinearSizes sizes, Random& random)
      : s(sizes),
        x(random.normals(s.rows * s.in)),
        W(random.normals(s.out * s.in)),
        bias(random.normals(s.out)) {}
  /// A result that has not been computed.
  Reals z() const { return Reals(static_cast<std::size_t>(s.rows * s.out), real(NAN)); }

  Reals by_plain(bool with_bias, std::optional<Unary> f) const {
    Reals y = z();
    plain().linear(y.data(), nullptr, x.data(), W.data(), with_bias ? bias.data() : nullptr, f, s);
    return y;
  }
  Reals by_cuda(bool with_bias, std::optional<Unary> f, const Gaps& gap) const {
    return made(gap, [&](real* to, const real* x_there, const real* W_there, const real* b) {
      cuda()->linear(to, nullptr, x_there, W_there, with_bias ? b : nullptr, f, s);
    });
  }
  /// Nothing where cuBLAS has no such kernel: that of the emulator has all but GELU of odd rows, a
  /// GPU may lack any. Then nothing may be written.
  std::optional<Reals> by_cublas(bool with_bias, bool gelu_tanh, const Gaps& gap = {}) const {
    bool done = false;
    const Reals result =
        made(gap, [&](real* to, const real* x_there, const real* W_there, const real* b) {
          done = cuda_gemm::cublas_lt(to, x_there, W_there, with_bias ? b : nullptr, gelu_tanh, s);
        });
    if (done) return result;
    for (const real number : result) CHECK(std::isnan(number));
    return std::nullopt;
  }

 private:
  template <class Call>
  Reals made(const Gaps& gap, const Call& call) const {
    const auto behind = [](Index numbers, const Reals& of) {
      Reals moved(static_cast<std::size_t>(numbers), real(NAN));
      moved.insert(moved.end(), of.begin(), of.end());
      return moved;
    };
    const DeviceArray<real> to(*cuda(), behind(gap[0], z())), x_there(*cuda(), behind(gap[1], x)),
        W_there(*cuda(), behind(gap[2], W)), bias_there(*cuda(), behind(gap[3], bias));
    call(to.data() + gap[0], x_there.data() + gap[1], W_there.data() + gap[2],
         bias_there.data() + gap[3]);
    const Reals all = to.to_vector();
    return Reals(all.begin() + gap[0], all.end());
  }
};

}  // namespace linear_case
