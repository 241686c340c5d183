// version.h: the library's version, which the Makefile, pkg-config and CMake read from this file,
// and how it was built. Also checks that a program uses C++20 and the same standard containers as
// the library.
#pragma once

#include <cstddef>  // for the standard library's macros
#include <string>

#define HOLO_VERSION_MAJOR 0
#define HOLO_VERSION_MINOR 2
#define HOLO_VERSION_PATCH 0

// Including a missing file stops the compiler; #error would let it print hundreds more errors.
#if __cplusplus < 202002L
#include "hologradient needs C++20. Try: g++ -std=c++20"
#endif

// Some systems define min and max as macros. The standard library removes such macros too.
#undef min
#undef max

#if defined(_GLIBCXX_DEBUG)
#define HOLO_BUILT library_is_built_with_D_GLIBCXX_DEBUG
#elif defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
#define HOLO_BUILT library_is_built_with_D_GLIBCXX_USE_CXX11_ABI_0
#elif defined(_LIBCPP_VERSION)
#define HOLO_BUILT library_is_built_with_libcxx
#else
#define HOLO_BUILT library_is_built_with_libstdcxx
#endif

namespace holo {

// Every object file refers to this name, so linking fails if the library uses other containers.
extern const char HOLO_BUILT;
[[gnu::used]] const char* const built_with_containers = &HOLO_BUILT;

/// One line with the version, compiler, number type and number of threads, for example:
/// "hologradient 0.2.0, g++ 12.2.0, real = float, OpenMP with 2 threads".
/// A build with CUDA=1 adds ", CUDA 13.0", and one with CUDA=emu adds ", CUDA emulator".
std::string build_info();

}  // namespace holo
