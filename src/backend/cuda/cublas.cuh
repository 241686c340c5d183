// cublas.cuh: what all calls of cuBLAS share: errors, the precision, and the memory for what it
// computes in between.
#pragma once

#include <cublas_v2.h>

#include <cstddef>

#include "holo/matmul_precision.h"

namespace holo {

/// Throws holo::Error with the text of cuBLAS when a call failed.
void check_cublas(cublasStatus_t status);

/// How it multiplies, in that precision.
cublasComputeType_t cublas_compute_type(MatmulPrecision precision);

/// Taken once, so that it allocates nothing in a step and its sums are the same bits on every run.
/// One for all calls, since they are done in their order.
void* cublas_workspace();
constexpr std::size_t cublas_workspace_bytes = std::size_t{32} << 20;

}  // namespace holo
