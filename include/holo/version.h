// version.h: the version, in one place: the Makefile, pkg-config and CMake get it from here. And
// what a program shares with the library: C++20, and containers that lie in memory in the same way.
#pragma once

#include <cstddef>  // makes the macros of the standard library known

#define HOLO_VERSION_MAJOR 0
#define HOLO_VERSION_MINOR 2
#define HOLO_VERSION_PATCH 0

// The compiler stops at a missing file; after #error it would go on, with hundreds of errors.
#if __cplusplus < 202002L
#include "hologradient needs C++20. Try: g++ -std=c++20"
#endif

// Some systems have macros of these names. The standard library takes them away too.
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

// Each object of a program refers to this name. A library with other containers has another name.
extern const char HOLO_BUILT;
[[gnu::used]] const char* const built_with_containers = &HOLO_BUILT;

}  // namespace holo
