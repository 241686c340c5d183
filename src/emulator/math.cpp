// math.cpp: with EMULATOR_MATH=other, elementary functions in kernels are wrong by up to two units
// in the last place, about as much as CUDA documents for its functions. So a test that needs the
// last bits fails here as it would on a GPU. The linker redirects the calls of the whole program
// (--wrap in src/make/compile.mk). Calls from the host get exact results.
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "emulator/emulator.h"

namespace emulator {

bool other_math() {
  static const bool other = chooses("EMULATOR_MATH", "same", "other");
  return other;
}

namespace {

// Results that are exact in every library stay: 0, 1, -1, infinity and NaN.
template <class T>
T off(T y) {
  if (now == nullptr || !other_math() || !std::isnormal(y) || std::fabs(y) == 1) return y;
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const Bits bits = std::bit_cast<Bits>(y);
  return std::bit_cast<T>(bits - bits % 3);  // towards 0, so that no tanh is above 1
}

}  // namespace
}  // namespace emulator

// Without --wrap nobody calls these functions, and the functions that they call do not exist.
#define FUNCTION(name, type, parameters, ...)             \
  extern "C" [[gnu::weak]] type __real_##name parameters; \
  extern "C" type __wrap_##name parameters;               \
  extern "C" type __wrap_##name parameters { return emulator::off(__real_##name(__VA_ARGS__)); }
#define FUNCTION_OF_X(name)             \
  FUNCTION(name, double, (double x), x) \
  FUNCTION(name##f, float, (float x), x)
FUNCTION_OF_X(exp)
FUNCTION_OF_X(log)
FUNCTION_OF_X(log1p)
FUNCTION_OF_X(tanh)
FUNCTION_OF_X(sin)
FUNCTION_OF_X(cos)
FUNCTION(pow, double, (double x, double y), x, y)
FUNCTION(powf, float, (float x, float y), x, y)
