// error.h: what the emulator says of a program that CUDA leaves undefined.
#pragma once

#include <cstring>
#include <stdexcept>
#include <string>

namespace emulator {

/// A line of a kernel.
struct Place {
  const char* file;
  int line;
};
inline bool operator==(const Place& a, const Place& b) {
  return a.line == b.line && (a.file == b.file || std::strcmp(a.file, b.file) == 0);
}
/// As the last parameters of a function: the line that calls it.
#define EMULATOR_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

/// A bug of a kernel or of its caller: what(), with the kernel, its thread and its line.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Prints why CUDA refuses a call, which its status does not tell; with a sanitizer that knows
/// lines also who calls.
void say(const std::string& what);

/// Throws Error; with a sanitizer that knows lines it also prints who calls.
[[noreturn]] void fail(const std::string& what);

}  // namespace emulator
