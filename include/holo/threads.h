// threads.h: how many threads the kernels may use. The bits of a result are the same for any number
// of threads. While sharing the work costs more than it saves, for example because another program
// keeps a core busy, a kernel runs on the calling thread only.
#pragma once

namespace holo {

/// The number of threads. Default: OMP_NUM_THREADS, or one per logical core; 1 without OpenMP.
int num_threads();

/// Throws UsageError unless `count` is from 1 to 4096. A build without OpenMP keeps 1 thread. After
/// fork(), the child must call set_num_threads(1) first, or it may wait forever: see "After a fork"
/// in docs/debugging.md.
void set_num_threads(int count);

}  // namespace holo
