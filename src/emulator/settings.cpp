// settings.cpp: reads the environment variables, each of them once.
#include "emulator/settings.h"

#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>

#include "emulator/emulator.h"

namespace emulator {
namespace {

// The position of the variable's value among `words`; 0 if the variable is not set.
int choice(const char* name, std::initializer_list<const char*> words) {
  const char* const value = std::getenv(name);
  if (value == nullptr || *value == '\0') return 0;
  int place = 0;
  std::string all;
  for (const char* const word : words) {
    if (std::strcmp(value, word) == 0) return place;
    ++place;
    all += std::string(" ") + word;
  }
  throw Error(std::string(name) + "=" + value + ": unknown; expected one of:" + all);
}

}  // namespace

bool random_order() {
  static const bool random = choice("EMULATOR_ORDER", {"forward", "random"}) == 1;
  return random;
}

bool other_math() {
  static const bool other = choice("EMULATOR_MATH", {"same", "other"}) == 1;
  return other;
}

bool protected_memory() {
  static const bool is = choice("EMULATOR_PROTECT", {"1", "0"}) == 0;
  return is;
}

}  // namespace emulator
