// threads.h: the number of threads that kernels may use. It does not affect the bits of a result. A
// kernel uses only the calling thread if sharing the work would cost more than it saves, for
// example because another program keeps a core busy.
#pragma once

namespace holo {

/// The number of threads. The default is OMP_NUM_THREADS, or one per logical core if this variable
/// is not set. Without OpenMP, the number is always 1.
int num_threads();

/// Throws UsageError unless `count` is from 1 to 4096. A build without OpenMP always uses 1 thread.
/// After fork(), the child must first call set_num_threads(1), or it may wait forever: see "After a
/// fork" in docs/debugging.md.
void set_num_threads(int count);

}  // namespace holo
