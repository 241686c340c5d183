// gemm_choice.h: chooses between the two matrix products of gemm.cuh.
#pragma once

namespace holo {

enum class GemmChoice { cublas, tiled };

/// The choice with this name; cublas if it is null or empty. Throws UsageError for other names.
GemmChoice gemm_choice_of(const char* text);

/// The choice in the environment variable HOLO_CUDA_GEMM, read on first use.
GemmChoice chosen_gemm();

}  // namespace holo
