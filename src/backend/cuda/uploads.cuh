// uploads.cuh: copies numbers of the host to the GPU.
#pragma once

#include <cstddef>

namespace holo::cuda_uploads {

/// Copies `bytes` bytes of the host to y in the stream. The host may then change them.
void upload(void* y, const void* host, std::size_t bytes);

}  // namespace holo::cuda_uploads
