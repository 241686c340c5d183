// threads.h: how many threads the kernels of tensors may use. The results are the same bits for any
// number of them. While sharing work costs more than it saves, as when another program keeps a core
// busy, a kernel uses the calling thread alone.
#pragma once

namespace holo {

/// 1 in a build without OpenMP; otherwise as OMP_NUM_THREADS says, or one for each logical core.
int num_threads();

/// Throws UsageError outside of 1 to 4096. A build without OpenMP stays with 1. A child of fork()
/// begins with set_num_threads(1), or may wait for ever: "After a fork" in docs/debugging.md.
void set_num_threads(int count);

}  // namespace holo
