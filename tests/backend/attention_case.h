// attention_case.h: compares each attention kernel of the CUDA backend with the plain one.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <string>

#include "backend/device_array.h"
#include "backend/twins.h"
#include "ops/attention_cuda.h"

namespace attention_case {

using namespace twins;

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

inline Way direct_way() {
  return {"direct", [](const auto& a, const auto& s) { cuda_attention::direct(*cuda(), a, s); },
          [](const auto& a, const auto& s) { cuda_attention::direct(*cuda(), a, s); }};
}
inline Way gemm_way(const cuda_attention::ScoreLimits& limits = {}) {
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
    return "B " + std::to_string(s.B) + ", Tq " + std::to_string(s.Tq) + ", Tk " +
           std::to_string(s.Tk) + ", H " + std::to_string(s.H) + ", Hkv " + std::to_string(s.Hkv) +
           ", D " + std::to_string(s.D) + (s.causal ? ", causal" : "");
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
    const auto there = [](const Reals& x) { return DeviceArray<real>(*cuda(), x); };
    const DeviceArray<real> y = there(r.y), lse = there(r.lse), dq_ = there(dq), dk_ = there(dk),
                            dv_ = there(dv), dy_ = there(dy), q_ = there(q), k_ = there(k),
                            v_ = there(v);
    const auto output = [&](const DeviceArray<real>& x, int bit) {
      return Output{(wanted >> bit & 1) != 0 ? x.data() : nullptr, overwrite};
    };
    way.forward({y.data(), lse.data(), q_.data(), k_.data(), v_.data()}, s);
    way.backward({output(dq_, 0), output(dk_, 1), output(dv_, 2), dy_.data(), q_.data(), k_.data(),
                  v_.data(), y.data(), lse.data()},
                 s);
    return {y.to_vector(), lse.to_vector(), dq_.to_vector(), dk_.to_vector(), dv_.to_vector()};
  }
};

inline void check(const Case& c, const Way& way) {
  CAPTURE(way.name);
  CAPTURE(c.text());
  for (const bool overwrite : {true, false}) {
    const Results want = c.plain_results(overwrite), got = c.results(way, overwrite);
    CHECK(distance(got.y, want.y) <= kernel_tolerance);
    CHECK(distance(got.lse, want.lse) <= kernel_tolerance);
    CHECK(distance(got.dq, want.dq) <= kernel_tolerance);
    CHECK(distance(got.dk, want.dk) <= kernel_tolerance);
    CHECK(distance(got.dv, want.dv) <= kernel_tolerance);
  }
}

}  // namespace attention_case
