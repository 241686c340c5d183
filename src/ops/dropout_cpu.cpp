// dropout_cpu.cpp: dropout on the CPU. It computes 32 blocks of CounterRandom (holo/random.h) side
// by side, so that the compiler puts them into registers.
#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_loop.h"

namespace holo {
namespace {

constexpr Index blocks_at_a_time = 32;
constexpr Index elements_at_a_time = 2 * blocks_at_a_time;  // a block gives two numbers

using Word = std::uint32_t;
using Long = std::uint64_t;
Word low(Long x) { return static_cast<Word>(x); }
Word high(Long x) { return static_cast<Word>(x >> 32); }

// Block first + i of CounterRandom(seed, stream), in w0[i] ... w3[i]: philox() of random.h.
struct Blocks {
  Word w0[blocks_at_a_time], w1[blocks_at_a_time], w2[blocks_at_a_time], w3[blocks_at_a_time];

  Blocks(Long first, Long seed, Long stream) {
    for (Index i = 0; i < blocks_at_a_time; ++i) {
      const Long counter = first + static_cast<Long>(i);
      w0[i] = low(counter);
      w1[i] = high(counter);
      w2[i] = low(stream);
      w3[i] = high(stream);
    }
    Word key0 = low(seed), key1 = high(seed);
#pragma GCC unroll 10
    for (int round = 0; round < 10; ++round) {
      for (Index i = 0; i < blocks_at_a_time; ++i) {
        const Long product0 = Long{0xD2511F53} * w0[i];
        const Long product1 = Long{0xCD9E8D57} * w2[i];
        w0[i] = high(product1) ^ w1[i] ^ key0;
        w1[i] = low(product1);
        w2[i] = high(product0) ^ w3[i] ^ key1;
        w3[i] = low(product0);
      }
      key0 += 0x9E3779B9;
      key1 += 0xBB67AE85;
    }
  }
};

}  // namespace

// y[i] = or += uniform(i) >= p ? x[i] / (1 - p) : 0
void Cpu::dropout(Output y, const real* x, Index n, const DropoutMask& mask) {
  const real scale = static_cast<real>(1 / (1 - mask.p));
  // uniform(i) is the upper 53 bits of bits(i) times 2^-53, so we can compare the bits
  const Long least = static_cast<Long>(std::ceil(mask.p * 0x1p53)) << 11;
  parallel_for((n + elements_at_a_time - 1) / elements_at_a_time, n, [=](Index task) {
    const Index first = task * elements_at_a_time;
    const Blocks blocks(static_cast<Long>(first / 2), mask.seed, mask.stream);
    real keep[elements_at_a_time];
    for (Index i = 0; i < blocks_at_a_time; ++i) {
      const Long even = Long{blocks.w1[i]} << 32 | blocks.w0[i];
      const Long odd = Long{blocks.w3[i]} << 32 | blocks.w2[i];
      keep[2 * i] = even >= least ? scale : 0;
      keep[2 * i + 1] = odd >= least ? scale : 0;
    }
    for_each_vec(std::min(elements_at_a_time, n - first), [&](Index j, Index lanes) {
      const Index i = first + j;
      const Vec factor = load(keep + j), kept = select(factor != 0, load(x + i, lanes) * factor, 0);
      add(y, i, kept, lanes);
    });
  });
}

}  // namespace holo
