// attention_choice.h: which kernels of ops/attention_cuda.h compute attention on a GPU.
#pragma once

#include "backend/backend.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

enum class AttentionKernel { automatic, direct, gemm };

/// automatic when the text is null, empty or "auto". Throws UsageError for a name that is none of
/// them.
AttentionKernel attention_kernel_of(const char* text);

/// The one that the environment variable HOLO_CUDA_ATTENTION names, read on the first use.
AttentionKernel chosen_attention();

/// direct or gemm: the choice, or when that is automatic the one that suits these sizes.
AttentionKernel attention_kernel_for(AttentionKernel choice, const AttentionSizes& s);

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
