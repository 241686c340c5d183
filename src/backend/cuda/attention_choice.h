// attention_choice.h: which kernels of ops/attention_cuda.h compute attention on a GPU.
#pragma once

#include "backend/backend.h"

namespace holo {

enum class AttentionKernel { automatic, direct, gemm, mma };

/// automatic when the text is null, empty or "auto". Throws UsageError for a name that is none of
/// them.
AttentionKernel attention_kernel_of(const char* text);

/// The one that the environment variable HOLO_CUDA_ATTENTION names, read on the first use.
AttentionKernel chosen_attention();

/// Of a backward, direct or gemm: the choice, or when that is automatic the one that suits these
/// sizes. For mma it is gemm, which does not read the rounded y: so one key alone gets no gradient.
AttentionKernel attention_backward_for(AttentionKernel choice, const AttentionSizes& s);

/// Of a forward: where `can_mma` mma, when that is the choice or in place of an automatic gemm;
/// else as of a backward.
AttentionKernel attention_forward_for(AttentionKernel choice, const AttentionSizes& s,
                                      bool can_mma);

}  // namespace holo
