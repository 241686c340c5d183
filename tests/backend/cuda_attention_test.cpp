// cuda_attention_test.cpp: both ways of attention of the CUDA backend, the readable kernels and
// products of matrices, agree with plain at sizes around their tiles and chunks.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "backend/device_array.h"
#include "base/system.h"
#include "ops/attention_cuda.h"

namespace cuda_attention_test {
namespace {

using namespace device_array;

// y, lse and the gradients, as whole arrays: kernels must not change the gaps between rows.
struct Results {
  Reals y, lse, dq, dk, dv;
};

// A kernel that computes attention.
struct Way {
  std::string name;
  std::function<void(const cuda_attention::Forward&, const AttentionSizes&)> forward;
  std::function<void(const cuda_attention::Backward&, const AttentionSizes&)> backward;
};

Way direct_way() {
  return {"direct", [](const auto& a, const auto& s) { cuda_attention::direct(*cuda(), a, s); },
          [](const auto& a, const auto& s) { cuda_attention::direct(*cuda(), a, s); }};
}
Way gemm_way(const cuda_attention::ScoreLimits& limits = {}) {
  return {"gemm, " + std::to_string(limits.scores) + " scores, " +
              std::to_string(limits.causal_queries) + " queries",
          [=](const auto& a, const auto& s) { cuda_attention::gemm(*cuda(), a, s, limits); },
          [=](const auto& a, const auto& s) { cuda_attention::gemm(*cuda(), a, s, limits); }};
}

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
  Results results(const Way& way, bool overwrite, int wanted = 7) const {
    const Results r = empty();
    const DeviceArray y(r.y), lse(r.lse), dq_(dq), dk_(dk), dv_(dv), dy_(dy), q_(q), k_(k), v_(v);
    const auto output = [&](const DeviceArray& x, int bit) {
      return Output{(wanted >> bit & 1) != 0 ? x.data() : nullptr, overwrite};
    };
    way.forward({y.data(), lse.data(), q_.data(), k_.data(), v_.data()}, s);
    way.backward({output(dq_, 0), output(dk_, 1), output(dv_, 2), dy_.data(), q_.data(), k_.data(),
                  v_.data(), y.data(), lse.data()},
                 s);
    return {y.to_vector(), lse.to_vector(), dq_.to_vector(), dk_.to_vector(), dv_.to_vector()};
  }
};

void check(const Case& c, const Way& way) {
  CAPTURE(way.name);
  CAPTURE(c.text());
  for (const bool overwrite : {true, false}) {
    const Results want = c.plain_results(overwrite), got = c.results(way, overwrite);
    for (const auto& array :
         {&Results::y, &Results::lse, &Results::dq, &Results::dk, &Results::dv}) {
      CHECK(distance(got.*array, want.*array) <= kernel_tolerance);
    }
  }
}

// The products with all scores at once, with a query of one sequence, with some of one sequence,
// and with some sequences. With sanitizers, which take long, the last of them.
std::vector<Way> all_ways() {
  if (HOLO_ADDRESS_SANITIZER || HOLO_THREAD_SANITIZER) return {direct_way(), gemm_way({800, 3})};
  return {direct_way(), gemm_way(), gemm_way({1, 256}), gemm_way({500, 7}), gemm_way({800, 3})};
}

void check_all(const Case& c) {
  for (const Way& way : all_ways()) check(c, way);
}

}  // namespace

TEST_CASE("cuda attention: heads of any width") {
  if (no_cuda()) return;
  for (const Index D : {1, 5, 32, 33, 80, 128, 129, 300}) {
    check_all({2, 9, 9, 2, 2, D, true, 0});
    check_all({1, 9, 40, 2, 1, D, false, 1});
  }
}

TEST_CASE("cuda attention: lengths around the 8 warps of a block and the 32 rows of a tile") {
  if (no_cuda()) return;
  for (const Index Tq : {1, 7, 8, 9, 31, 33}) {
    for (const Index Tk : {1, 8, 31, 32, 33, 70}) {
      if (Tq <= Tk) check_all({1, Tq, Tk, 1, 1, 5, true, 0});
      check_all({1, Tq, Tk, 1, 1, 5, false, 0});
    }
  }
}

TEST_CASE("cuda attention: heads that share a head of keys, with gaps between the rows") {
  if (no_cuda()) return;
  for (const Index gap : {0, 3, 4}) {
    check_all({2, 20, 20, 6, 2, 8, true, gap});
    check_all({2, 20, 35, 6, 3, 8, true, gap});
    check_all({3, 6, 20, 6, 2, 8, true, gap});  // 800 scores: two sequences, and the third
    check_all({3, 1, 35, 4, 1, 33, true, gap});
  }
}

TEST_CASE("cuda attention: only the gradients that are asked for") {
  if (no_cuda()) return;
  const Case c(2, 10, 12, 4, 2, 6, true, 0);
  for (const Way& way : all_ways()) {
    const Results all = c.results(way, true);
    for (int wanted = 0; wanted < 8; ++wanted) {
      CAPTURE(wanted);
      const Results some = c.results(way, true, wanted);
      CHECK(some.dq == ((wanted & 1) != 0 ? all.dq : c.dq));
      CHECK(some.dk == ((wanted & 2) != 0 ? all.dk : c.dk));
      CHECK(some.dv == ((wanted & 4) != 0 ? all.dv : c.dv));
    }
  }
}

TEST_CASE("cuda attention: the sizes choose, for the forward and the backward") {
  const auto suits_gemm = [](Index B, Index Tq, Index Tk, Index H, Index D) {
    AttentionSizes s{};
    s.B = B, s.Tq = Tq, s.Tk = Tk, s.H = s.Hkv = H, s.D = D;
    return cuda_attention::suits_gemm(s);
  };
  CHECK(suits_gemm(8, 256, 256, 6, 64));
  CHECK(suits_gemm(1, 256, 256, 4, 64));         // 2^24 products
  CHECK_FALSE(suits_gemm(1, 255, 256, 4, 64));   // fewer
  CHECK_FALSE(suits_gemm(4096, 16, 16, 4, 4));   // short rows, many of them
  CHECK_FALSE(suits_gemm(8, 1, 4096, 32, 128));  // one query
  CHECK_FALSE(suits_gemm(1, 4096, 1, 32, 128));  // one key
  if (no_cuda()) return;
  const Way chosen{"chosen",
                   [](const auto& a, const AttentionSizes& s) {
                     cuda()->attention(a.y, a.lse, a.q, a.k, a.v, s);
                   },
                   [](const auto& a, const AttentionSizes& s) {
                     cuda()->attention_backward(a.dq, a.dk, a.dv, a.dy, a.q, a.k, a.v, a.y, a.lse,
                                                s);
                   }};
  const auto check_chosen = [&](const Case& c, const Way& way) {
    CAPTURE(way.name);
    const Results got = c.results(chosen, true), want = c.results(way, true);
    CHECK(got.y == want.y);
    CHECK(got.dq == want.dq);
    CHECK(got.dk == want.dk);
    CHECK(got.dv == want.dv);
  };
  check_chosen(Case(1, 64, 64, 1, 1, 4, true, 0), direct_way());
  check_chosen(Case(1, 64, 64, 32, 32, 128, true, 0), gemm_way());
}

}  // namespace cuda_attention_test
