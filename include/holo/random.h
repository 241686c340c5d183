// random.h: two random number generators. PythonRandom draws the same numbers as CPython, bit for
// bit. CounterRandom computes any number in a stream directly from the number's index. Neither
// generator is safe for cryptography.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "holo/version.h"

#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif

namespace holo {

/// Draws the same numbers as CPython 3.11's random.Random(seed), bit for bit. A copy continues from
/// the same state as the original. Seeds never come from the clock, so every run can be repeated.
///
/// If random.cpp is compiled with -ffp-contract=off, all platforms draw the same numbers, except in
/// gauss(), which uses log, sin and cos from the platform's libm (tested with glibc on x86-64).
///
/// Sources: MT19937 of Matsumoto and Nishimura, "Mersenne Twister", ACM TOMACS 8(1), 1998, with the
/// seeding of 2002; CPython's random module for the formulas that use MT19937.
class PythonRandom {
 public:
  /// The seed n is any integer of at most 64 bits; as in CPython, n and -n give the same numbers.
  explicit PythonRandom(std::integral auto n) { seed(n); }

  /// Restarts like a new object, and drops any number that gauss() has stored.
  void seed(std::integral auto n) {
    static_assert(sizeof n <= 8, "a seed is an integer of at most 64 bits");
    const auto bits = static_cast<std::uint64_t>(n);  // n modulo 2^64
    seed_magnitude(std::is_signed_v<decltype(n)> && n < decltype(n){0} ? 0 - bits : bits);
  }

  /// A double in [0, 1), a multiple of 2^-53.
  double random();

  /// k random bits for 0 <= k <= 64; for k = 0, returns 0 and draws nothing. Throws holo::Error if
  /// k < 0 or k > 64.
  std::uint64_t getrandbits(int k);

  /// An integer in [0, n). Like CPython's _randbelow, draws numbers with as many bits as n until
  /// one is below n. Throws holo::Error if n = 0.
  std::uint64_t randbelow(std::uint64_t n);

  /// An integer from a to b, inclusive. Throws holo::Error if a > b.
  std::int64_t randint(std::int64_t a, std::int64_t b);

  /// a + (b - a) * random(); b < a is allowed.
  double uniform(double a, double b);

  /// A normal number with mean mu and standard deviation sigma, by Box-Muller. Every second call
  /// draws two uniform numbers, turns them into two normal ones and stores one for the next call.
  double gauss(double mu = 0.0, double sigma = 1.0);

  /// Shuffles a vector, array or span in place.
  template <class Items>
  void shuffle(Items&& items) {
    using Distance = typename std::iterator_traits<decltype(std::begin(items))>::difference_type;
    const auto first = std::begin(items);
    for (std::size_t i = std::size(items); i-- > 1;) {
      const std::uint64_t j = randbelow(i + 1);
      std::iter_swap(first + static_cast<Distance>(i), first + static_cast<Distance>(j));
    }
  }

  /// An index in [0, size), drawn with probability weights[index] / total, like Python's
  /// choices(range(size), weights)[0]. REQUIRES: no weight is negative. Throws holo::Error if there
  /// are no weights, or if their total is not positive and finite.
  std::size_t choices(std::span<const double> weights);

 private:
  void seed_magnitude(std::uint64_t magnitude);
  std::uint32_t next_word();
  void twist();

  static constexpr std::size_t state_size = 624;

  std::uint32_t state_[state_size];
  std::size_t position_ = state_size;  // index of the next word; if state_size, twist() runs first
  std::optional<double> stored_gauss_;
};

/// Four 32-bit words: the counter or the output of philox().
struct PhiloxBlock {
  std::uint32_t word[4];
};

/// Philox4x32-10: ten rounds that mix a 128-bit counter with a 64-bit key in integer arithmetic.
/// Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011,
/// section 3.3, with the constants of Random123.
HD constexpr PhiloxBlock philox(PhiloxBlock counter, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = std::uint64_t{0xD2511F53} * counter.word[0];
    const std::uint64_t product1 = std::uint64_t{0xCD9E8D57} * counter.word[2];
    const auto high0 = static_cast<std::uint32_t>(product0 >> 32);
    const auto high1 = static_cast<std::uint32_t>(product1 >> 32);
    counter = {{high1 ^ counter.word[1] ^ key0, static_cast<std::uint32_t>(product1),
                high0 ^ counter.word[3] ^ key1, static_cast<std::uint32_t>(product0)}};
    key0 += 0x9E3779B9;  // golden ratio
    key1 += 0xBB67AE85;  // sqrt(3) - 1
  }
  return counter;
}

/// Number i in a stream depends only on (seed, stream, i), so a loop over i produces the same
/// numbers in any order and with any number of threads. Use a separate stream for each purpose (a
/// dropout mask, a weight), because bits(i), uniform(i) and normal(i) use the same random bits. Two
/// streams with the same seed never share a block.
class CounterRandom {
 public:
  HD constexpr explicit CounterRandom(std::uint64_t seed, std::uint64_t stream = 0)
      : seed_(seed), stream_(stream) {}

  HD constexpr std::uint64_t seed() const { return seed_; }
  HD constexpr std::uint64_t stream() const { return stream_; }

  /// Block b is philox(counter = b, stream; key = seed). b, stream and seed are two words each,
  /// with the low word first.
  HD constexpr PhiloxBlock block(std::uint64_t b) const {
    return philox({{low(b), high(b), low(stream_), high(stream_)}}, low(seed_), high(seed_));
  }

  /// 64 random bits: the first half of block i / 2 if i is even, the second half if i is odd.
  HD constexpr std::uint64_t bits(std::uint64_t i) const {
    const PhiloxBlock words = block(i / 2);
    const std::size_t half = 2 * (i % 2);
    return std::uint64_t{words.word[half + 1]} << 32 | words.word[half];
  }

  /// A double in [0, 1): the upper 53 bits of bits(i), times 2^-53.
  HD constexpr double uniform(std::uint64_t i) const {
    return static_cast<double>(bits(i) >> 11) * 0x1p-53;
  }

  /// A normal number with mean 0 and variance 1; its absolute value is below 8.6. Box-Muller with
  /// the two uniform numbers of block i / 2: the cosine if i is even, the sine if i is odd. The
  /// last bits may depend on the math library.
  double normal(std::uint64_t i) const;

 private:
  HD static constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  HD static constexpr std::uint32_t high(std::uint64_t x) { return low(x >> 32); }

  std::uint64_t seed_, stream_;
};

}  // namespace holo

#undef HD
