// training_memory.cpp: adds up the memory that each part of a GPT keeps for the backward pass.
#include "see/training_memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "backend/pool.h"
#include "holo/check.h"
#include "holo/nn/feed_forward.h"

namespace holo {
namespace {

// The bytes of a tensor, rounded up like in the pool.
double bytes_of(double numbers) {
  const double bytes = numbers * sizeof(real);
  if (bytes > 0x1p50) return bytes;
  return static_cast<double>(pool::rounded(static_cast<std::size_t>(bytes)));
}

// The bytes of all tensors that a layer keeps for `rows` tokens.
struct Kept {
  double rows, bytes = 0;

  void add(double channels, int tensors = 1) { bytes += tensors * bytes_of(rows * channels); }
};

// Adds the tensors that the layer keeps. Returns the most gradients that exist at one time.
double add_feed_forward(Kept& kept, const GPTOptions& o) {
  const auto C = static_cast<double>(o.n_embd);
  if (o.ffn == "holo_gate_flow") {
    kept.add(C, 11);     // the parts, z's parts, gate, y; scale and its product, shift, sum
    kept.add(2 * C, 2);  // z and normalised z
    return 6 * C;
  }
  if (o.ffn == "holo_gate_flow_lite") {
    kept.add(3 * C);
    kept.add(C, 13);
    kept.add(2 * C, 2);
    return 6 * C;
  }
  const bool plain = o.ffn == "relu" || o.ffn == "gelu" || o.ffn == "gelu_tanh" ||
                     o.ffn == "silu" || o.ffn == "relu2";
  const auto H = static_cast<double>(feed_forward_hidden(o.ffn, o.n_embd, o.hidden));
  kept.add(H, o.ffn == "relu" ? 1 : 2);  // the result; for all others also the activation's input
  if (!plain) kept.add(H);
  kept.add(C);
  return plain ? H : 3 * H;
}

void add_attention(Kept& kept, const GPTOptions& o) {
  const auto C = static_cast<double>(o.n_embd);
  kept.add(3 * C);
  if (o.positions == Positions::rotary) {
    kept.add(C, 3);          // q, k and v
    kept.add(C, 2 * 5);      // for q and k: the rotated part, its halves, rotated and joined
    kept.add(C / 2, 2 * 4);  // each half times cosine and sine
  }
  kept.add(C, 2);                           // y and its projection
  kept.add(static_cast<double>(o.n_head));  // logsumexp
}

double activations_of(const GPTOptions& o, double batch) {
  const auto C = static_cast<double>(o.n_embd), V = static_cast<double>(o.vocab_size);
  Kept kept{batch * static_cast<double>(o.block_size)};
  const int dropout = o.dropout > 0 ? 1 : 0;
  // 1. A block has two norms, two sums, attention and feed-forward.
  const double norm_numbers = o.norm == Norm::layer ? 2 : 1;
  kept.add(C, 4 + 2 * dropout);
  kept.add(norm_numbers, 2);
  add_attention(kept, o);
  const double widest = add_feed_forward(kept, o);
  kept.bytes *= static_cast<double>(o.n_layer);
  // 2. The embeddings, their sum, and the norms before and after the blocks.
  kept.add(C, (o.positions == Positions::learned ? 2 : 1) + dropout);
  if (o.positions == Positions::learned)
    kept.bytes += bytes_of(static_cast<double>(o.block_size) * C);
  if (o.norm_embedding) kept.add(C);
  if (o.norm_final) kept.add(C);
  // 3. The logits, their gradient, and three numbers for each row of the loss.
  kept.add(V, 2);
  kept.add(3);
  // 4. The last block's gradients appear after the logits' gradients have been freed.
  const double later = widest + 3 * C - 2 * V;
  if (later > 0) kept.add(later);
  return kept.bytes;
}

std::string gibibytes(double bytes) {
  constexpr double MiB = 0x1p20, GiB = 0x1p30;
  return bytes < 0.1 * GiB ? fmt::format("{:.1f} MiB", bytes / MiB)
                           : fmt::format("{:.1f} GiB", bytes / GiB);
}

}  // namespace

double TrainingMemory::peak() const { return parameters + std::max(copy(), sum + activations); }

std::string TrainingMemory::to_string() const {
  const bool few_tokens = sum + activations < copy();
  return fmt::format("{}: {} for parameters, gradients and optimizer, {} for {}", gibibytes(peak()),
                     gibibytes(parameters), gibibytes(few_tokens ? copy() : sum + activations),
                     few_tokens ? "a copy while the optimizer is made"
                     : sum > 0  ? "the sum of gradients and the activations of a shard"
                                : "the activations of a step");
}

TrainingMemory training_memory(const GPTOptions& options, Index batch, Index shards) {
  try {
    const double bytes = static_cast<double>(gpt_parameter_count(options)) * sizeof(real);
    const double rows = static_cast<double>(batch) / static_cast<double>(shards);
    return {4 * bytes, activations_of(options, rows), shards > 1 ? bytes : 0};
  } catch (const UsageError&) {
    throw;
  } catch (const Error&) {
    throw UsageError("model", "more than 2^63 parameters", "a model that fits into memory",
                     "fewer channels or blocks");
  }
}

std::string check_training_memory(const TrainingMemory& need, double limit,
                                  const std::string& source, const std::string& hint) {
  constexpr double factor = training_memory_factor;
  const std::string found = "training needs about " + need.to_string();
  if (need.peak() > factor * limit) {
    throw UsageError("memory", found, fmt::format("at most {} ({})", gibibytes(limit), source),
                     hint);
  }
  if (factor * need.peak() <= limit) return "";
  return fmt::format("{}; there are {} ({}). If that is too little: {}", found, gibibytes(limit),
                     source, hint);
}

}  // namespace holo
