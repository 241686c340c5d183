// attention_gemm_heads_cuda.cu: the copies of attention by products of matrices, in the order
// [B, Hkv, T, width] of attention_gemm_cuda.cuh, and what is in them that a product could spread.
#include <cmath>
#include <limits>

#include "ops/attention_gemm_cuda.cuh"

namespace holo::cuda_attention {
namespace {

// Half of the largest number: none below it becomes infinite by rounding.
constexpr real safe = std::numeric_limits<real>::max() / 2;

// Where number c of row t of sequence b is in the array of heads.
__device__ Index place_of(Index b, Index t, Index c, const Layout& at) {
  return ((b * at.Hkv + c / at.width) * at.T + t) * at.width + c % at.width;
}

// to = factor x; unsafe_r: how many numbers of row r are not safe; unsafe [B, T]. A warp has a row.
template <int N>
__global__ void copy_kernel(real* __restrict__ to, real* unsafe, const real* __restrict__ x,
                            real factor, Layout at) {
  const Index r = row_of_warp(), b = r / at.T, t = r % at.T;
  if (b >= at.B) return;
  real found = 0;
  for (Index c = N * lane(); c < at.Hkv * at.width; c += N * 32) {
    Pack<N> pack = read<N>(x + b * at.batch + t * at.row + c);
    for (real& v : pack) {
      const real product = factor * v;
      if (!(std::fabs(v) < safe && std::fabs(product) < safe)) ++found;
      v = product;
    }
    write(to + place_of(b, t, c, at), pack);
  }
  found = warp_sum(found);
  if (lane() == 0) unsafe[r] = found;
}

// x = or += factor from, unless *unsafe != 0. A warp has a row.
template <int N>
__global__ void put_kernel(Output x, const real* __restrict__ from, real factor, Layout at,
                           const real* unsafe) {
  const Index r = row_of_warp(), b = r / at.T, t = r % at.T;
  if (b >= at.B || *unsafe != 0) return;
  for (Index c = N * lane(); c < at.Hkv * at.width; c += N * 32) {
    Pack<N> pack = read<N>(from + place_of(b, t, c, at));
    for (real& v : pack) v *= factor;
    put(x, b * at.batch + t * at.row + c, pack);
  }
}

}  // namespace

Scratch array_of_heads(Backend& cuda, const Layout& layout) {
  return Scratch(cuda, layout.B * layout.T * layout.Hkv * layout.width);
}

Scratch no_count(Backend& cuda) {
  Scratch count(cuda, 1);
  cuda.fill(count.data(), 0, 1);
  return count;
}

Scratch copy_of_heads(Backend& cuda, const real* x, real factor, const Layout& layout,
                      real* unsafe) {
  Scratch to = array_of_heads(cuda, layout);
  const Index rows = layout.B * layout.T;
  const Scratch found(cuda, rows);
  const bool packs = has_packs(x, layout.batch, layout.row, layout.width);
  launch_rows(rows, packs ? copy_kernel<four> : copy_kernel<1>, to.data(), found.data(), x, factor,
              layout);
  cuda.sum({unsafe, false}, found.data(), {1, rows, 1}, 1);
  return to;
}

void put_heads(Output x, const real* from, real factor, const Layout& layout, const real* unsafe) {
  if (x.data == nullptr) return;
  const bool packs = has_packs(x.data, layout.batch, layout.row, layout.width);
  launch_rows(layout.B * layout.T, packs ? put_kernel<four> : put_kernel<1>, x, from, factor,
              layout, unsafe);
}

}  // namespace holo::cuda_attention
