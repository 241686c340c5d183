// attention_choice.cpp: reads HOLO_CUDA_ATTENTION, and knows for which sizes products of matrices
// pay.
#include "backend/cuda/attention_choice.h"

#include <cstdlib>
#include <string_view>

#include "base/shortened.h"
#include "holo/check.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
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
  throw UsageError("HOLO_CUDA_ATTENTION", in_quotes(name), "auto, direct or gemm");
}

AttentionKernel chosen_attention() {
  static const AttentionKernel choice = attention_kernel_of(std::getenv("HOLO_CUDA_ATTENTION"));
  return choice;
}

AttentionKernel attention_kernel_for(AttentionKernel choice, const AttentionSizes& s) {
  if (choice != AttentionKernel::automatic) return choice;
  return suits_gemm(s) ? AttentionKernel::gemm : AttentionKernel::direct;
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
