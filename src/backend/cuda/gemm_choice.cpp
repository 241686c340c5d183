// gemm_choice.cpp: reads the environment variable HOLO_CUDA_GEMM.
#include "backend/cuda/gemm_choice.h"

#include <cstdlib>
#include <string_view>

#include "base/words.h"
#include "holo/check.h"

namespace holo {

GemmChoice gemm_choice_of(const char* text) {
  const std::string_view name = text == nullptr ? "" : text;
  if (name.empty() || name == "cublas") return GemmChoice::cublas;
  if (name == "tiled") return GemmChoice::tiled;
  throw UsageError("HOLO_CUDA_GEMM", in_quotes(name), "cublas or tiled");
}

GemmChoice chosen_gemm() {
  static const GemmChoice choice = gemm_choice_of(std::getenv("HOLO_CUDA_GEMM"));
  return choice;
}

}  // namespace holo
