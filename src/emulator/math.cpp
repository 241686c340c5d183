// math.cpp: with EMULATOR_MATH=other, elementary functions in kernels are wrong by some units in
// the last place, as much as CUDA documents for its functions. So a test that needs the last bits
// fails here as it would on a GPU. The linker redirects the calls of the whole program (--wrap in
// src/make/compile.mk). Calls from the host get exact results.
#include <cmath>
#include <cstdint>
#include <cstring>

#include "emulator/emulator.h"
#include "emulator/settings.h"

namespace {

// Changes y by at most `most` units in the last place, by the same amount for the same x. Results
// that are exact in every library stay: y for x = 0, and 0, 1, -1, infinity and NaN.
template <class T>
T off(T y, T x, unsigned most, bool below_one) {
  if (emulator::now == nullptr || !emulator::other_math()) return y;
  if (x == 0 || y == 0 || std::fabs(y) == 1 || !std::isfinite(y)) return y;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof x);
  bits *= 0x9e3779b97f4a7c15u;
  const auto units = static_cast<int>((bits >> 40) % (2 * most + 1)) - static_cast<int>(most);
  T other = y;
  for (int i = 0; i != units; i += units > 0 ? 1 : -1) {
    other = std::nextafter(other, units > 0 ? T(INFINITY) : -T(INFINITY));
  }
  return below_one && std::fabs(other) > 1 ? y : other;
}

}  // namespace

// Without --wrap nobody calls these functions, and the functions that they call do not exist.
#define FUNCTION(name, type, most, below_one)          \
  extern "C" [[gnu::weak]] type __real_##name(type x); \
  extern "C" type __wrap_##name(type x);               \
  extern "C" type __wrap_##name(type x) { return off(__real_##name(x), x, most, below_one); }
FUNCTION(expf, float, 2, false)
FUNCTION(logf, float, 1, false)
FUNCTION(log1pf, float, 1, false)
FUNCTION(tanhf, float, 2, true)
FUNCTION(sinf, float, 2, true)
FUNCTION(cosf, float, 2, true)
FUNCTION(exp, double, 1, false)
FUNCTION(log, double, 1, false)
FUNCTION(log1p, double, 1, false)
FUNCTION(tanh, double, 1, true)
FUNCTION(sin, double, 2, true)
FUNCTION(cos, double, 2, true)
#undef FUNCTION

extern "C" [[gnu::weak]] float __real_powf(float x, float y);
extern "C" float __wrap_powf(float x, float y);
extern "C" float __wrap_powf(float x, float y) { return off(__real_powf(x, y), x, 4, false); }
extern "C" [[gnu::weak]] double __real_pow(double x, double y);
extern "C" double __wrap_pow(double x, double y);
extern "C" double __wrap_pow(double x, double y) { return off(__real_pow(x, y), x, 2, false); }
