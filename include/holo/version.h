// version.h: the library's version, which the Makefile, pkg-config and CMake read from this file,
// how it was built, and its number type. Also checks that a program uses C++20, and the same
// standard containers and number type as the library.
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

#ifndef HOLO_REAL
#define HOLO_REAL float
#endif
#define HOLO_JOIN_EXPANDED(a, b) a##b
#define HOLO_JOIN(a, b) HOLO_JOIN_EXPANDED(a, b)
#define HOLO_BUILT_WITH_REAL HOLO_JOIN(library_is_built_with_REAL_, HOLO_REAL)

namespace holo {

/// The tensor engine's number type: float, or double in a build with `make REAL=double`. The scalar
/// engine does not use this type: a Value is always double.
using real = HOLO_REAL;

// Every object file refers to these names, so linking fails if the library uses other containers or
// another number type.
extern const char HOLO_BUILT, HOLO_BUILT_WITH_REAL;
[[gnu::used]] const char* const built_with[] = {&HOLO_BUILT, &HOLO_BUILT_WITH_REAL};

/// One line with the version, compiler, number type and number of threads, for example:
/// "hologradient 0.2.0, g++ 12.2.0, real = float, OpenMP with 2 threads".
/// A build with CUDA=1 adds ", CUDA 13.0", and one with CUDA=emu adds ", CUDA emulator".
std::string build_info();

}  // namespace holo
