// page_end_test.cpp: kernels read and write nothing behind their arrays. Each array ends where a
// page ends, and the next page may not be touched: a number too many ends the program.
#include <doctest/doctest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <vector>

#include "backend/backend.h"

namespace page_end_test {
namespace {

using namespace holo;

// Numbers in the last bytes before a page without permissions.
class Guarded {
 public:
  Guarded(Index numel, real number) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t bytes = static_cast<std::size_t>(numel) * sizeof(real);
    const std::size_t usable = (bytes + page - 1) / page * page;
    size_ = usable + page;
    memory_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    char* const begin = static_cast<char*>(memory_);
    if (mprotect(begin + usable, page, PROT_NONE) != 0) throw std::bad_alloc();
    data_ = reinterpret_cast<real*>(begin + (usable - bytes));
    std::fill_n(data_, numel, number);
  }
  ~Guarded() { munmap(memory_, size_); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  real* data() const { return data_; }
  Output output() const { return {data_, true}; }

 private:
  void* memory_;
  std::size_t size_;
  real* data_;
};

void attention_at_the_end(Index Tq, Index Tk, Index H, Index Hkv, Index D, bool causal) {
  AttentionSizes s{};
  s.B = 1, s.Tq = Tq, s.Tk = Tk, s.H = H, s.Hkv = Hkv, s.D = D;
  s.q_row = H * D, s.q_batch = Tq * s.q_row;
  s.k_row = s.v_row = Hkv * D, s.k_batch = s.v_batch = Tk * s.k_row;
  s.scale = 1, s.causal = causal;
  const Index q_size = s.q_batch, k_size = s.k_batch;
  const Guarded q(q_size, 1), k(k_size, 1), v(k_size, 2), y(q_size, 0), lse(H * Tq, 0);
  const Guarded dy(q_size, 1), dq(q_size, 0), dk(k_size, 0), dv(k_size, 0);
  cpu().attention(y.data(), lse.data(), q.data(), k.data(), v.data(), s);
  cpu().attention_backward(dq.output(), dk.output(), dv.output(), dy.data(), q.data(), k.data(),
                           v.data(), y.data(), lse.data(), s);
  CHECK(y.data()[q_size - 1] == doctest::Approx(2));  // a mean of twos
  CHECK(std::fabs(dq.data()[q_size - 1]) < 1e-3);     // all keys are alike
}

void matmul_at_the_end(Index M, Index N, Index K, bool transpose_a, bool transpose_b) {
  const Guarded a(M * K, 1), b(K * N, 2), c(M * N, 0);
  cpu().matmul(c.output(), a.data(), b.data(),
               {.M = M,
                .N = N,
                .K = K,
                .transpose_a = transpose_a,
                .transpose_b = transpose_b,
                .lda = transpose_a ? M : K,
                .ldb = transpose_b ? K : N,
                .ldc = N});
  const auto want = static_cast<double>(2 * K);
  CHECK(static_cast<double>(c.data()[0]) == doctest::Approx(want));
  CHECK(static_cast<double>(c.data()[M * N - 1]) == doctest::Approx(want));
}

}  // namespace

TEST_CASE("page end: attention, narrow heads and wide ones, forward and backward") {
  for (const Index D : {1, 2, 3, 4, 7, 8, 15, 16, 17, 33}) {
    for (const Index T : {1, 2, 3, 5, 6, 7, 9, 18, 35}) {
      for (const bool causal : {false, true}) {
        attention_at_the_end(T, T, 1, 1, D, causal);
        attention_at_the_end(T, T + 3, 4, 2, D, causal);
      }
    }
  }
}

TEST_CASE("page end: matrix products, each operand transposed or not") {
  for (const Index M : {1, 2, 9, 10, 65}) {
    for (const Index N : {1, 3, 8, 17, 49}) {
      for (const Index K : {1, 5, 16, 70}) {
        for (const bool transpose_a : {false, true}) {
          for (const bool transpose_b : {false, true}) {
            matmul_at_the_end(M, N, K, transpose_a, transpose_b);
          }
        }
      }
    }
  }
}

}  // namespace page_end_test
