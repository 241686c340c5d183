// threads.cpp: reads and sets the number of OpenMP threads.
#include "holo/threads.h"

#include <fmt/format.h>

#include "holo/check.h"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace holo {

#ifdef _OPENMP
int num_threads() { return omp_get_max_threads(); }
#else
int num_threads() { return 1; }
#endif

void set_num_threads(int count) {
  if (count < 1 || count > 4096) {
    throw UsageError("threads", fmt::format("{}", count), "1 to 4096");
  }
#ifdef _OPENMP
  omp_set_num_threads(count);
#endif
}

}  // namespace holo
