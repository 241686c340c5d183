// embedding.cpp: the table of an embedding layer.
#include "holo/nn/embedding.h"

#include "nn/checks.h"

namespace holo {

Embedding::Embedding(Index V, Index C, PythonRandom& random, const Init& init) {
  checked_size("Embedding", "V", V);
  checked_size("Embedding", "C", C);
  weight = init({V, C}, V, random);
  register_parameter("weight", weight, Kind::embedding);
}

}  // namespace holo
