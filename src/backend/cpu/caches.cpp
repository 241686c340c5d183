// caches.cpp: asks the system for the sizes of the caches.
#include "backend/cpu/caches.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

namespace holo {
namespace {

#if defined(__APPLE__)

long long ask_system() {
  for (const char* const name : {"hw.perflevel0.l2cachesize", "hw.l2cachesize"}) {
    long long bytes = 0;
    std::size_t size = sizeof bytes;
    if (sysctlbyname(name, &bytes, &size, nullptr, 0) == 0 && bytes > 0) return bytes;
  }
  return 0;
}

#else

// On x86 the C library knows the caches. On other machines Linux has a file with text like "1024K".
long long ask_system() {
#ifdef _SC_LEVEL2_CACHE_SIZE
  if (const long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE); bytes > 0) return bytes;
#endif
  std::FILE* const file = std::fopen("/sys/devices/system/cpu/cpu0/cache/index2/size", "r");
  if (file == nullptr) return 0;
  long long kibibytes = 0;
  if (std::fscanf(file, "%lldK", &kibibytes) != 1) kibibytes = 0;
  std::fclose(file);
  return kibibytes * 1024;
}

#endif

}  // namespace

Index usable_l2_cache(long long answer) {
  constexpr Index unknown = Index{1} << 20;
  return answer <= 0 ? unknown : std::clamp<Index>(answer, least_l2_cache, most_l2_cache);
}

Index l2_cache_size() {
  static const Index size = usable_l2_cache(ask_system());
  return size;
}

}  // namespace holo
