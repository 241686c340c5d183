// error.h: what the emulator says of a program that CUDA leaves undefined.
#pragma once

#include <stdexcept>
#include <string>

namespace emulator {

/// A line of a kernel.
struct Place {
  const char* file;
  int line;
};
/// As the last parameters of a function: the line that calls it.
#define EMULATOR_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

/// A bug of a kernel or of its caller: what(), with the kernel, its thread and its line.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws Error; with a sanitizer that knows lines it also prints who calls.
[[noreturn]] void fail(const std::string& what);

}  // namespace emulator
