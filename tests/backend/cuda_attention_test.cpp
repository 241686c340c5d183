// cuda_attention_test.cpp: both ways of attention of the CUDA backend, row by row and products of
// matrices, agree with plain: rows with gaps, heads that share keys, and gradients that nobody
// asked for. From 64 queries and 64 keys on, attention is products.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "backend/device_array.h"

namespace cuda_attention_test {
namespace {

using namespace device_array;

// y, lse and the gradients, as whole arrays: kernels must not change the gaps between rows.
struct Results {
  Reals y, lse, dq, dk, dv;
};

// q, k and v in separate arrays, with `gap` numbers after every row or two.
struct Case {
  AttentionSizes s{};
  Reals q, k, v, dy, dq, dk, dv;

  Case(Index B, Index Tq, Index Tk, Index H, Index Hkv, Index D, bool causal, Index gap) {
    s = {.B = B,
         .Tq = Tq,
         .Tk = Tk,
         .H = H,
         .Hkv = Hkv,
         .D = D,
         .q_batch = Tq * (H * D + gap),
         .q_row = H * D + gap,
         .k_batch = Tk * (Hkv * D + gap) + gap,
         .k_row = Hkv * D + gap,
         .v_batch = Tk * (Hkv * D + 2 * gap),
         .v_row = Hkv * D + 2 * gap,
         .scale = real(1 / std::sqrt(double(D))),
         .causal = causal};
    Random random(21);
    q = random.normals(B * s.q_batch), dq = random.normals(B * s.q_batch);
    k = random.normals(B * s.k_batch), dk = random.normals(B * s.k_batch);
    v = random.normals(B * s.v_batch), dv = random.normals(B * s.v_batch);
    dy = random.normals(B * Tq * H * D);
    hide_gaps(q, Tq, H * D, s.q_row, s.q_batch);
    hide_gaps(k, Tk, Hkv * D, s.k_row, s.k_batch);
    hide_gaps(v, Tk, Hkv * D, s.v_row, s.v_batch);
  }
  // Writes NaN between the rows [T, C] of x and between the sequences, where no kernel may read.
  void hide_gaps(Reals& x, Index T, Index C, Index row, Index batch) const {
    for (Index i = 0; i < s.B * batch; ++i) {
      const Index in_batch = i % batch;
      if (in_batch / row < T && in_batch % row < C) continue;
      x[static_cast<std::size_t>(i)] = real(NAN);
    }
  }
  std::string text() const {
    return "[B,Tq,Tk,H,Hkv,D] " + Shape{s.B, s.Tq, s.Tk, s.H, s.Hkv, s.D}.to_string() +
           (s.causal ? ", causal" : "");
  }
  Results empty() const {
    return {Reals(dy.size()), Reals(static_cast<std::size_t>(s.B * s.H * s.Tq)), dq, dk, dv};
  }
  Results plain_results(bool overwrite) const {
    Results r = empty();
    plain().attention(r.y.data(), r.lse.data(), q.data(), k.data(), v.data(), s);
    plain().attention_backward({r.dq.data(), overwrite}, {r.dk.data(), overwrite},
                               {r.dv.data(), overwrite}, dy.data(), q.data(), k.data(), v.data(),
                               r.y.data(), r.lse.data(), s);
    return r;
  }
  // `wanted` has a bit for each of dq, dk and dv.
  Results results(bool overwrite, int wanted = 7) const {
    const Results r = empty();
    const DeviceArray y(r.y), lse(r.lse), dq_(dq), dk_(dk), dv_(dv), dy_(dy), q_(q), k_(k), v_(v);
    const auto output = [&](const DeviceArray& x, int bit) {
      return Output{(wanted >> bit & 1) != 0 ? x.data() : nullptr, overwrite};
    };
    cuda()->attention(y.data(), lse.data(), q_.data(), k_.data(), v_.data(), s);
    cuda()->attention_backward(output(dq_, 0), output(dk_, 1), output(dv_, 2), dy_.data(),
                               q_.data(), k_.data(), v_.data(), y.data(), lse.data(), s);
    return {y.to_vector(), lse.to_vector(), dq_.to_vector(), dk_.to_vector(), dv_.to_vector()};
  }
};

void check(const Case& c) {
  CAPTURE(c.text());
  for (const bool overwrite : {true, false}) {
    const Results want = c.plain_results(overwrite), got = c.results(overwrite);
    for (const auto& array :
         {&Results::y, &Results::lse, &Results::dq, &Results::dk, &Results::dv}) {
      CHECK(distance(got.*array, want.*array) <= kernel_tolerance);
    }
  }
}

}  // namespace

TEST_CASE("cuda attention: lengths around the 8 warps of a block and the 32 rows of a tile") {
  if (no_cuda()) return;
  for (const Index Tq : {1, 7, 8, 9, 31, 33, 64, 65}) {
    for (const Index Tk : {1, 8, 31, 32, 33, 70}) {
      if (Tq <= Tk) check({1, Tq, Tk, 1, 1, 5, true, 0});
      check({1, Tq, Tk, 1, 1, 5, false, 0});
    }
  }
}

TEST_CASE("cuda attention: heads of any width") {
  if (no_cuda()) return;
  for (const Index D : {1, 31, 32, 33, 80, 128, 129}) {
    check({2, 9, 9, 2, 2, D, true, 0});
    check({1, 9, 40, 2, 1, D, false, 1});
  }
}

TEST_CASE("cuda attention: heads that share a head of keys, with gaps between the rows") {
  if (no_cuda()) return;
  for (const Index gap : {0, 3}) {
    check({2, 20, 20, 6, 2, 8, true, gap});
    check({2, 20, 35, 6, 3, 8, true, gap});
    check({3, 1, 35, 4, 1, 33, true, gap});
    check({2, 64, 66, 6, 2, 8, true, gap});
  }
}

TEST_CASE("cuda attention: only the gradients that are asked for") {
  if (no_cuda()) return;
  for (const Case& c : {Case(2, 10, 12, 4, 2, 6, true, 0), Case(1, 64, 64, 4, 2, 6, true, 0)}) {
    const Results all = c.results(true);
    for (int wanted = 0; wanted < 8; ++wanted) {
      CAPTURE(wanted);
      const Results some = c.results(true, wanted);
      CHECK(some.dq == ((wanted & 1) != 0 ? all.dq : c.dq));
      CHECK(some.dk == ((wanted & 2) != 0 ? all.dk : c.dk));
      CHECK(some.dv == ((wanted & 4) != 0 ? all.dv : c.dv));
    }
  }
}

TEST_CASE("cuda attention: only products of matrices spread the NaN of a masked value") {
  if (no_cuda()) return;
  for (const Index T : {63, 64}) {
    CAPTURE(T);
    Case c(1, T, T, 1, 1, 5, true, 0);
    c.v.back() = real(NAN);
    const Results got = c.results(true);
    CHECK(std::isfinite(got.y[4]) == (T < 64));  // of the first query
    CHECK_FALSE(std::isfinite(got.y.back()));
  }
}

}  // namespace cuda_attention_test
