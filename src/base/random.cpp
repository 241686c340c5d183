// random.cpp: the Mersenne Twister, with the same functions as CPython's random module, and
// CounterRandom's normally distributed numbers. Compile with -ffp-contract=off, because a fused
// multiply-add would change the last bits.
#include "holo/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "holo/check.h"

namespace holo {

static constexpr double two_pi = 0x1.921fb54442d18p+2;

// Fills the state with a fixed sequence, mixes the words of the seed into it, then mixes it once
// more, like init_genrand and init_by_array in the 2002 version of MT19937.
void PythonRandom::seed_magnitude(std::uint64_t magnitude) {
  const std::uint32_t key[2] = {static_cast<std::uint32_t>(magnitude),
                                static_cast<std::uint32_t>(magnitude >> 32)};
  const std::uint32_t key_size = key[1] != 0 ? 2 : 1;
  const auto previous = [this](std::size_t i) { return state_[i - 1] ^ (state_[i - 1] >> 30); };

  state_[0] = 19650218;
  for (std::uint32_t i = 1; i < state_size; ++i) state_[i] = 1812433253 * previous(i) + i;

  std::size_t i = 1;
  const auto advance = [this, &i] {
    if (++i == state_size) {
      state_[0] = state_[state_size - 1];
      i = 1;
    }
  };
  for (std::uint32_t step = 0; step < state_size; ++step) {
    const std::uint32_t j = step % key_size;
    state_[i] = (state_[i] ^ (previous(i) * 1664525)) + key[j] + j;
    advance();
  }
  for (std::size_t step = 1; step < state_size; ++step) {
    state_[i] = (state_[i] ^ (previous(i) * 1566083941)) - static_cast<std::uint32_t>(i);
    advance();
  }
  state_[0] = 0x80000000;  // ensures that the state is not all zeros

  position_ = state_size;
  stored_gauss_.reset();
}

// Computes the next 624 words in place. Word i + 624 depends on words i, i + 1 and i + 397.
void PythonRandom::twist() {
  constexpr std::size_t shift = 397;
  for (std::size_t i = 0; i < state_size; ++i) {
    const std::uint32_t joined =
        (state_[i] & 0x80000000) | (state_[(i + 1) % state_size] & 0x7fffffff);
    const std::uint32_t matrix = (joined & 1) != 0 ? 0x9908b0df : 0;
    state_[i] = state_[(i + shift) % state_size] ^ (joined >> 1) ^ matrix;
  }
  position_ = 0;
}

// Returns the next word of the state after tempering.
std::uint32_t PythonRandom::next_word() {
  if (position_ == state_size) twist();
  std::uint32_t word = state_[position_++];
  word ^= word >> 11;
  word ^= (word << 7) & 0x9d2c5680;
  word ^= (word << 15) & 0xefc60000;
  return word ^ (word >> 18);
}

double PythonRandom::random() {
  const std::uint64_t high = next_word() >> 5;  // 27 bits
  const std::uint64_t low = next_word() >> 6;   // 26 bits
  return static_cast<double>(high << 26 | low) * 0x1p-53;
}

std::uint64_t PythonRandom::getrandbits(int k) {
  if (k < 0 || k > 64) {
    throw Error("PythonRandom::getrandbits", fmt::format("k = {}", k), "0 <= k <= 64");
  }
  if (k == 0) return 0;
  if (k <= 32) return next_word() >> (32 - k);
  const std::uint64_t low = next_word();
  const std::uint64_t high = next_word() >> (64 - k);
  return high << 32 | low;
}

std::uint64_t PythonRandom::randbelow(std::uint64_t n) {
  if (n == 0) throw Error("PythonRandom::randbelow", "n = 0", "n >= 1");
  const int bits = static_cast<int>(std::bit_width(n));
  std::uint64_t x = getrandbits(bits);
  while (x >= n) x = getrandbits(bits);
  return x;
}

std::int64_t PythonRandom::randint(std::int64_t a, std::int64_t b) {
  if (a > b) {
    throw Error("PythonRandom::randint", fmt::format("a = {}, b = {}", a, b), "a <= b");
  }
  const auto start = static_cast<std::uint64_t>(a);
  const std::uint64_t width = static_cast<std::uint64_t>(b) - start + 1;
  if (width != 0) return static_cast<std::int64_t>(start + randbelow(width));

  // For a range of 2^64 values, CPython draws 65 bits, and draws again while the top bit is set.
  std::uint64_t x = getrandbits(64);
  while (getrandbits(1) != 0) x = getrandbits(64);
  return static_cast<std::int64_t>(start + x);
}

double PythonRandom::uniform(double a, double b) { return a + (b - a) * random(); }

double PythonRandom::gauss(double mu, double sigma) {
  if (stored_gauss_) return mu + *std::exchange(stored_gauss_, std::nullopt) * sigma;
  const double angle = random() * two_pi;
  const double radius = std::sqrt(-2.0 * std::log(1.0 - random()));
  stored_gauss_ = std::sin(angle) * radius;
  return mu + std::cos(angle) * radius * sigma;
}

std::size_t PythonRandom::choices(std::span<const double> weights) {
  const char* where = "PythonRandom::choices";
  if (weights.empty()) throw Error(where, "no weights", "at least one weight");
  std::vector<double> sums(weights.size());  // weights[0], weights[0] + weights[1], ...
  std::partial_sum(weights.begin(), weights.end(), sums.begin());
  if (!(sums.back() > 0.0) || !std::isfinite(sums.back())) {
    throw Error(where, fmt::format("the weights add up to {}", sums.back()),
                "a finite total greater than 0");
  }
  // The first index whose sum is greater than x, or the last index if no sum is.
  const double x = random() * sums.back();
  const auto found = std::upper_bound(sums.begin(), sums.end() - 1, x);
  return static_cast<std::size_t>(found - sums.begin());
}

double CounterRandom::normal(std::uint64_t i) const {
  const std::uint64_t first = i - i % 2;
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform(first)));
  const double angle = two_pi * uniform(first + 1);
  return radius * (i % 2 == 0 ? std::cos(angle) : std::sin(angle));
}

}  // namespace holo
