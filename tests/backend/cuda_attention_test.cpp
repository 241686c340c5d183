// cuda_attention_test.cpp: attention of the CUDA backend agrees with the plain one for shapes
// around the tiles of its kernels: heads of any width, groups of heads, gaps between rows, one
// query.
#include <doctest/doctest.h>

#include <string>

#include "backend/device_array.h"
#include "backend/twins.h"

namespace cuda_attention_test {

using namespace twins;

namespace {

// y, lse and the gradients, each of all of its array: what stands between the rows stays.
struct Results {
  Reals y, lse, dq, dk, dv;
};

// q, k and v in arrays of their own, with `gap` numbers after each row.
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
  // `wanted`: a bit for each of dq, dk and dv.
  Results results(bool overwrite, int wanted = 7) const {
    const Results r = empty();
    const auto there = [](const Reals& x) { return DeviceArray<real>(*cuda(), x); };
    const DeviceArray<real> y = there(r.y), lse = there(r.lse), dq_ = there(dq), dk_ = there(dk),
                            dv_ = there(dv), dy_ = there(dy), q_ = there(q), k_ = there(k),
                            v_ = there(v);
    const auto output = [&](const DeviceArray<real>& x, int bit) {
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
    CHECK(distance(got.y, want.y) <= kernel_tolerance);
    CHECK(distance(got.lse, want.lse) <= kernel_tolerance);
    CHECK(distance(got.dq, want.dq) <= kernel_tolerance);
    CHECK(distance(got.dk, want.dk) <= kernel_tolerance);
    CHECK(distance(got.dv, want.dv) <= kernel_tolerance);
  }
}

}  // namespace

TEST_CASE("cuda attention: heads of any width") {
  if (no_cuda()) return;
  for (const Index D : {1, 5, 32, 33, 80, 128, 129, 300}) {
    check({2, 9, 9, 2, 2, D, true, 0});
    check({1, 9, 40, 2, 1, D, false, 1});
  }
}

TEST_CASE("cuda attention: lengths around the 8 warps of a block and the 32 rows of a tile") {
  if (no_cuda()) return;
  for (const Index Tq : {1, 7, 8, 9, 31, 33}) {
    for (const Index Tk : {1, 8, 31, 32, 33, 70}) {
      if (Tq <= Tk) check({1, Tq, Tk, 1, 1, 5, true, 0});
      check({1, Tq, Tk, 1, 1, 5, false, 0});
    }
  }
}

TEST_CASE("cuda attention: heads that share a head of keys, with gaps between the rows") {
  if (no_cuda()) return;
  for (const Index gap : {0, 3}) {
    check({2, 20, 20, 6, 2, 8, true, gap});
    check({2, 20, 35, 6, 3, 8, true, gap});
    check({3, 1, 35, 4, 1, 33, true, gap});
  }
}

TEST_CASE("cuda attention: only the gradients that are asked for") {
  if (no_cuda()) return;
  const Case c(2, 10, 12, 4, 2, 6, true, 1);
  const Results all = c.results(true);
  for (int wanted = 0; wanted < 8; ++wanted) {
    CAPTURE(wanted);
    const Results some = c.results(true, wanted);
    CHECK(some.dq == ((wanted & 1) != 0 ? all.dq : c.dq));
    CHECK(some.dk == ((wanted & 2) != 0 ? all.dk : c.dk));
    CHECK(some.dv == ((wanted & 4) != 0 ? all.dv : c.dv));
  }
}

TEST_CASE("cuda attention: a key that comes late and wins") {
  if (no_cuda()) return;
  // The scores grow from tile to tile, so that what was summed is scaled again and again; then they
  // fall; then the first ones are minus infinity.
  for (const int form : {0, 1, 2}) {
    Case c(1, 3, 130, 1, 1, 4, false, 0);
    for (Index j = 0; j < 130; ++j) {
      const double size = form == 1 ? 130 - double(j) : double(j);
      for (Index d = 0; d < 4; ++d) c.k[static_cast<std::size_t>(j * 4 + d)] = real(size / 10);
      if (form == 2 && j < 40) c.k[static_cast<std::size_t>(j * 4)] = -real(INFINITY);
    }
    for (real& x : c.q) x = std::fabs(x);
    const Results want = c.plain_results(true), got = c.results(true);
    CAPTURE(form);
    CHECK(distance(got.y, want.y) <= kernel_tolerance);
    CHECK(distance(got.lse, want.lse) <= kernel_tolerance);
    CHECK(distance(got.dv, want.dv) <= kernel_tolerance);
  }
}

TEST_CASE("cuda attention: a NaN stays with the queries and heads that see it") {
  if (no_cuda()) return;
  Case c(2, 40, 40, 2, 1, 5, true, 0);
  c.k[static_cast<std::size_t>(35 * 5)] = real(NAN);
  c.v[static_cast<std::size_t>(37 * 5)] = real(NAN);
  c.q[static_cast<std::size_t>(c.s.q_batch + 2 * c.s.q_row)] = real(NAN);  // sees 3 keys
  const Results want = c.plain_results(true), got = c.results(true);
  const auto same_places = [](const Reals& a, const Reals& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (std::isnan(a[i]) != std::isnan(b[i])) return false;
    }
    return true;
  };
  CHECK(same_places(got.y, want.y));
  CHECK(same_places(got.dq, want.dq));
  CHECK(same_places(got.dk, want.dk));
  CHECK(same_places(got.dv, want.dv));
}

TEST_CASE("cuda attention: ten runs give the same bits") {
  if (no_cuda()) return;
  const Case c(2, 40, 40, 4, 2, 16, true, 0);
  const Results first = c.results(false);
  for (int run = 1; run < 10; ++run) {
    const Results again = c.results(false);
    CHECK(again.y == first.y);
    CHECK(again.dq == first.dq);
    CHECK(again.dk == first.dk);
    CHECK(again.dv == first.dv);
  }
}

}  // namespace cuda_attention_test
