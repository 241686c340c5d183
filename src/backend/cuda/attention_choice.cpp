// attention_choice.cpp: reads HOLO_CUDA_ATTENTION, and knows for which sizes products of matrices
// pay.
#include "backend/cuda/attention_choice.h"

#include <cstdlib>
#include <string_view>

#include "base/shortened.h"
#include "holo/check.h"

namespace holo {
namespace {

// Below, the tiles of a product are hardly filled, and its copies cost as much as it saves.
// Estimates: no GPU was asked.
constexpr Index fewest_rows = 64;
constexpr double least_products = 1 << 24;

bool suits_gemm(const AttentionSizes& s) {
  const double scores = double(s.B * s.H) * double(s.Tq) * double(s.Tk);
  return s.Tq >= fewest_rows && s.Tk >= fewest_rows && scores * double(s.D) >= least_products;
}

}  // namespace

AttentionKernel attention_kernel_of(const char* text) {
  const std::string_view name = text == nullptr ? "" : text;
  if (name.empty() || name == "auto") return AttentionKernel::automatic;
  if (name == "direct") return AttentionKernel::direct;
  if (name == "gemm") return AttentionKernel::gemm;
  if (name == "mma") return AttentionKernel::mma;
  throw UsageError("HOLO_CUDA_ATTENTION", in_quotes(name), "auto, direct, gemm or mma");
}

AttentionKernel chosen_attention() {
  static const AttentionKernel choice = attention_kernel_of(std::getenv("HOLO_CUDA_ATTENTION"));
  return choice;
}

AttentionKernel attention_backward_for(AttentionKernel choice, const AttentionSizes& s) {
  if (choice == AttentionKernel::mma) return AttentionKernel::gemm;
  if (choice != AttentionKernel::automatic) return choice;
  return suits_gemm(s) ? AttentionKernel::gemm : AttentionKernel::direct;
}

AttentionKernel attention_forward_for(AttentionKernel choice, const AttentionSizes& s,
                                      bool can_mma) {
  const bool wanted =
      choice == AttentionKernel::mma || (choice == AttentionKernel::automatic && suits_gemm(s));
  return can_mma && wanted ? AttentionKernel::mma : attention_backward_for(choice, s);
}

}  // namespace holo
