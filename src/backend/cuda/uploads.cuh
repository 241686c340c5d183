// uploads.cuh: copies numbers from the host to the GPU.
#pragma once

#include <cstddef>

namespace holo::cuda_uploads {

/// Copies `bytes` bytes of host memory to y in the stream. The host may then change its memory.
void upload(void* y, const void* host, std::size_t bytes);

}  // namespace holo::cuda_uploads
