// fuzzer.cpp: the program of libFuzzer, for `make fuzz` alone. HOLO_FUZZ names the target; an input
// that was found is tried again by HOLO_FUZZ=text build/.../bin/fuzz FILE.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "fuzz/targets.h"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {
void (*run)(std::string_view) = nullptr;
}

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* const wanted = std::getenv("HOLO_FUZZ");
  std::string names;
  for (const fuzz::Target& target : fuzz::targets()) {
    if (wanted != nullptr && target.name == wanted) run = target.run;
    names.append(" ").append(target.name);
  }
  if (run != nullptr) return 0;
  std::fprintf(stderr, "error: HOLO_FUZZ names no target; expected one of:%s\n", names.c_str());
  std::exit(2);
}

// An exception that leaves it ends the program; libFuzzer reports that, and keeps the input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  run({reinterpret_cast<const char*>(data), size});
  return 0;
}
