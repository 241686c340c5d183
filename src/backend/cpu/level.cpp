// level.cpp: finds out which levels this machine has, and chooses one. What a level needs is said
// in the x86-64 ABI (System V Application Binary Interface, AMD64 Supplement), section 3.1.1.
#include "backend/cpu/level.h"

#include <cstdlib>
#include <cstring>
#include <string>

#include "base/shortened.h"
#include "holo/check.h"
#include "holo/device.h"

#ifdef HOLO_CPU_LEVELS
#include <cpuid.h>
#endif

namespace holo {

#ifdef HOLO_CPU_LEVELS

Backend& cpu_of_x86_64();
Backend& cpu_of_x86_64_v3();
Backend& cpu_of_x86_64_v4();

namespace {

// For those that not every compiler's __builtin_cpu_supports knows: movbe, f16c and lzcnt.
bool has_bits(unsigned leaf, unsigned bits) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(leaf, &a, &b, &c, &d) != 0 && (c & bits) == bits;
}

bool runs_x86_64() { return true; }

// "avx", "avx512f" and the like are true only when the system keeps these registers as well.
bool runs_x86_64_v3() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx") && __builtin_cpu_supports("avx2") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt") &&
         has_bits(1, 1U << 22 | 1U << 29) && has_bits(0x80000001U, 1U << 5);
}

bool runs_x86_64_v4() {
  return runs_x86_64_v3() && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

constexpr CpuLevel levels_of_build[] = {
    {"x86-64", runs_x86_64, cpu_of_x86_64},
    {"x86-64-v3", runs_x86_64_v3, cpu_of_x86_64_v3},
    {"x86-64-v4", runs_x86_64_v4, cpu_of_x86_64_v4},
};

}  // namespace

#else

Backend& HOLO_CPU_OF_LEVEL();

constexpr CpuLevel levels_of_build[] = {{"", [] { return true; }, HOLO_CPU_OF_LEVEL}};

#endif

namespace {

// "x86-64, x86-64-v3 or x86-64-v4": those that run here.
std::string names_of(std::span<const CpuLevel> levels) {
  std::string names, last;
  for (const CpuLevel& level : levels) {
    if (!level.runs()) continue;
    if (!last.empty()) names += (names.empty() ? "" : ", ") + last;
    last = level.name;
  }
  return names.empty() ? last : names + " or " + last;
}

UsageError refusal(std::span<const CpuLevel> levels, const char* forced, bool known) {
  constexpr const char* where = "HOLO_CPU_LEVEL";
  if (levels.size() == 1) {
    return UsageError(where, in_quotes(forced), "none, in a build with one level of kernels",
                      "make ARCH= on x86-64, which has all levels");
  }
  return UsageError(where, in_quotes(forced) + (known ? ", which this machine does not have" : ""),
                    names_of(levels));
}

}  // namespace

std::span<const CpuLevel> cpu_levels() { return levels_of_build; }

const CpuLevel& choose_level(std::span<const CpuLevel> levels, const char* forced) {
  const bool any = forced == nullptr || *forced == 0;
  bool known = false;
  for (std::size_t i = levels.size(); i-- > 0;) {
    if (!any && std::strcmp(levels[i].name, forced) != 0) continue;
    if (levels[i].runs()) return levels[i];
    known = true;
  }
  throw refusal(levels, forced, known);
}

const CpuLevel& level_of_cpu() {
  static const CpuLevel& level = choose_level(cpu_levels(), std::getenv("HOLO_CPU_LEVEL"));
  return level;
}

Backend& cpu() {
  static Backend& backend = level_of_cpu().backend();
  return backend;
}

const char* cpu_level() { return level_of_cpu().name; }

}  // namespace holo
