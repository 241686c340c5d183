// main.cpp: the test program. Every *_test.cpp beside it says what is promised.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

// LLVM's OpenMP keeps what its threads need to the end, where LeakSanitizer takes it for lost.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libomp\n"; }
