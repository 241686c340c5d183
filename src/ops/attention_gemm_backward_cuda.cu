// attention_gemm_backward_cuda.cu: the backward of attention by products of matrices. A pass has
// the number of the forward pass that it undoes.
#include <cmath>

#include "ops/attention_gemm_cuda.cuh"

namespace holo::cuda_attention {
namespace {

// ds_tj = p_tj (dp_tj - sum_i p_ti dp_ti), in place of dp; 0 for keys that are not seen. One key
// alone gets 0: p is 1, and the sum is its dp. A warp has a row.
__global__ void ds_kernel(real* scores, const real* __restrict__ p, Chunk c, AttentionSizes s) {
  const ScoreRow row(c, s);
  if (!row.exists) return;
  real* const dp = scores + row.begin;
  double total = 0;
  for (Index j = four * lane(); j < row.seen; j += four * 32) {
    Pack<four> d = read_below(row.seen, dp, j, 0);
    const Pack<four> shares = read<four>(p + row.begin + j);
    for_each_number<four>([&](int k) { d[k] *= shares[k]; });
    total += sum(d);
  }
  const real along = real(warp_sum(total));
  for (Index j = four * lane(); j < c.keys; j += four * 32) {
    Pack<four> d = read_below(row.seen, dp, j, 0);
    const Pack<four> shares = read<four>(p + row.begin + j);
    for (int k = 0; k < four; ++k) d[k] = j + k < row.seen ? shares[k] * (d[k] - along) : 0;
    write(dp + j, d);
  }
}

}  // namespace

// dv_j += sum_t p_tj dy_t,   dp_tj = dy_t . v_j,   ds_tj = p_tj (dp_tj - sum_i p_ti dp_ti)
// dq_t += scale sum_j ds_tj k_j,   dk_j += sum_t ds_tj scale q_t
void gemm(Backend& cuda, const Backward& a, const AttentionSizes& s, const ScoreLimits& limits) {
  const Scratch unsafe = no_count(cuda);
  const Scratch q = copy_of_heads(cuda, a.q, s.scale, layout_of_q(s), unsafe.data()),
                k = copy_of_heads(cuda, a.k, 1, layout_of_k(s), unsafe.data()),
                v = copy_of_heads(cuda, a.v, 1, layout_of_v(s), unsafe.data()),
                dy = copy_of_heads(cuda, a.dy, 1, layout_of_y(s), unsafe.data());
  const Scratch dk = array_of_heads(cuda, layout_of_k(s)),
                dv = array_of_heads(cuda, layout_of_v(s));
  const std::vector<Chunk> chunks = chunks_of(s, limits);
  const Scratch p = room_for(cuda, chunks, s), ds = room_for(cuda, chunks, s);
  for (const Chunk& c : chunks) {
    const Products products{s, c};
    products.by_channels(p.data(), q.data(), k.data());  // once more: it was not kept
    softmax_of_scores(p.data(), nullptr, c, s);
    // 3. the values: dv, dp
    products.by_queries(dv.data(), p.data(), dy.data());
    products.by_channels(ds.data(), dy.data(), v.data());
    // 2. softmax: ds
    launch_score_rows(c, s, ds_kernel, ds.data(), p.data());
    // 1. the scores: dk, and dq in place of the queries, which are no longer needed
    products.by_queries(dk.data(), ds.data(), q.data());
    products.by_keys(q.data(), ds.data(), k.data());
  }
  put_heads(a.dq, q.data(), s.scale, layout_of_q(s), unsafe.data());
  put_heads(a.dk, dk.data(), 1, layout_of_k(s), unsafe.data());
  put_heads(a.dv, dv.data(), 1, layout_of_v(s), unsafe.data());
  direct(cuda, a, s, unsafe.data());
}

}  // namespace holo::cuda_attention
