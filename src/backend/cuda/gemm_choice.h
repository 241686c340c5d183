// gemm_choice.h: which of the two products of matrices of gemm.cuh the CUDA backend calls.
#pragma once

namespace holo {

enum class GemmChoice { cublas, tiled };

/// cublas when the text is null or empty. Throws UsageError for a name that is none of them.
GemmChoice gemm_choice_of(const char* text);

/// The one that the environment variable HOLO_CUDA_GEMM names, read on the first use.
GemmChoice chosen_gemm();

}  // namespace holo
