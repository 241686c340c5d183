// version.h: the version of the library, which the Makefile, pkg-config and CMake read here. It
// also checks that a program uses C++20 and the same standard library containers as the library.
#pragma once

#include <cstddef>  // defines the standard library's macros

#define HOLO_VERSION_MAJOR 0
#define HOLO_VERSION_MINOR 2
#define HOLO_VERSION_PATCH 0

// A missing file stops the compiler. After #error it would go on and print hundreds of errors.
#if __cplusplus < 202002L
#include "hologradient needs C++20. Try: g++ -std=c++20"
#endif

// Some systems define macros with these names. The standard library undefines them too.
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

// Every object file needs this name. A library with other containers lacks it, so linking fails.
extern const char HOLO_BUILT;
[[gnu::used]] const char* const built_with_containers = &HOLO_BUILT;

}  // namespace holo
