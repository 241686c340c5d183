// cuda_attention_test.cpp: both ways of attention of the CUDA backend agree with the plain one for
// shapes around the tiles of the readable kernels, and around the packs and chunks of the products
// of matrices: heads of any width, groups of heads, gaps between rows, one query.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "backend/attention_case.h"
#include "base/sanitizers.h"

namespace cuda_attention_test {

using namespace attention_case;

namespace {

// The products with all scores at once, with a query of one sequence, with some of one sequence,
// and with some sequences. With sanitizers, which take long, the last of them.
std::vector<Way> all_ways() {
  if (HOLO_ADDRESS_SANITIZER || HOLO_THREAD_SANITIZER) return {direct_way(), gemm_way({800, 3})};
  return {direct_way(), gemm_way(), gemm_way({1, 256}), gemm_way({500, 7}), gemm_way({800, 3})};
}

void check(const Case& c) {
  for (const Way& way : all_ways()) attention_case::check(c, way);
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

TEST_CASE("cuda attention: more keys than the lanes of a warp take at once") {
  if (no_cuda()) return;
  check({1, 9, 300, 2, 1, 6, true, 0});
}

TEST_CASE("cuda attention: heads that share a head of keys, with gaps between the rows") {
  if (no_cuda()) return;
  for (const Index gap : {0, 3, 4}) {
    check({2, 20, 20, 6, 2, 8, true, gap});
    check({2, 20, 35, 6, 3, 8, true, gap});
    check({3, 6, 20, 6, 2, 8, true, gap});  // 800 scores: two sequences, and the third
    check({3, 1, 35, 4, 1, 33, true, gap});
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
    const Results want = c.plain_results(true);
    for (const Way& way : all_ways()) {
      const Results got = c.results(way, true);
      CAPTURE(way.name);
      CAPTURE(form);
      CHECK(distance(got.y, want.y) <= kernel_tolerance);
      CHECK(distance(got.lse, want.lse) <= kernel_tolerance);
      CHECK(distance(got.dv, want.dv) <= kernel_tolerance);
    }
  }
}

TEST_CASE("cuda attention: ten runs give the same bits") {
  if (no_cuda()) return;
  const Case c(2, 40, 40, 4, 2, 16, true, 0);
  for (const Way& way : {direct_way(), gemm_way({3000, 16})}) {
    const Results first = c.results(way, false);
    for (int run = 1; run < 10; ++run) {
      const Results again = c.results(way, false);
      CHECK(again.y == first.y);
      CHECK(again.dq == first.dq);
      CHECK(again.dk == first.dk);
      CHECK(again.dv == first.dv);
    }
  }
}

}  // namespace cuda_attention_test
