// training_memory.cpp: adds up the numbers that each part of a GPT keeps for the backward pass.
#include "see/training_memory.h"

#include <fmt/format.h>

#include "holo/check.h"
#include "holo/nn/feed_forward.h"
#include "holo/version.h"

namespace holo {
namespace {

// The numbers that the feed-forward layer keeps for a token.
double numbers_of_feed_forward(const GPTOptions& o) {
  const auto C = static_cast<double>(o.n_embd);
  if (o.ffn == "holo_gate_flow") return 15 * C;  // parts, gate, z and its norm, scale, shift, sum
  if (o.ffn == "holo_gate_flow_lite") return 20 * C;
  const bool is_plain = o.ffn == "relu" || o.ffn == "gelu" || o.ffn == "gelu_tanh" ||
                        o.ffn == "silu" || o.ffn == "relu2";
  const auto H = static_cast<double>(feed_forward_hidden(o.ffn, o.n_embd, o.hidden));
  // The result, the activation's input (relu needs none), and the value of a gate.
  return H * (o.ffn == "relu" ? 1 : is_plain ? 2 : 3) + C;
}

// The numbers that the model keeps for a token.
double numbers_of(const GPTOptions& o) {
  const auto C = static_cast<double>(o.n_embd), V = static_cast<double>(o.vocab_size);
  // A block: two norms, two sums, q, k and v, y and its projection. Rotation keeps its halves.
  double block = (o.positions == Positions::rotary ? 26 : 9) * C + numbers_of_feed_forward(o);
  if (o.dropout > 0) block += 2 * C;
  // The embeddings and the last norm; the logits and their gradient.
  return static_cast<double>(o.n_layer) * block + 5 * C + 2 * V;
}

std::string gibibytes(double bytes) {
  constexpr double MiB = 0x1p20, GiB = 0x1p30;
  return bytes < 0.1 * GiB ? fmt::format("{:.1f} MiB", bytes / MiB)
                           : fmt::format("{:.1f} GiB", bytes / GiB);
}

}  // namespace

std::string TrainingMemory::to_string() const {
  return fmt::format(
      "{}: {} for parameters, gradients and optimizer, {} for the activations of a {}",
      gibibytes(peak()), gibibytes(parameters), gibibytes(activations),
      is_shard ? "shard" : "step");
}

TrainingMemory training_memory(const GPTOptions& options, Index batch, Index shards) {
  try {
    const double numbers = static_cast<double>(gpt_parameter_count(options)) * sizeof(real);
    const double tokens = static_cast<double>(batch) / static_cast<double>(shards) *
                          static_cast<double>(options.block_size);
    return {(shards > 1 ? 5 : 4) * numbers, tokens * numbers_of(options) * sizeof(real),
            shards > 1};
  } catch (const UsageError&) {
    throw;
  } catch (const Error&) {
    throw UsageError("model", "more than 2^63 parameters", "a model that fits into memory",
                     "fewer channels or blocks");
  }
}

std::string check_training_memory(const TrainingMemory& need, double limit,
                                  const std::string& source, const std::string& hint) {
  const std::string found = "training needs about " + need.to_string();
  if (need.peak() > training_memory_factor * limit) {
    throw UsageError("memory", found, fmt::format("at most {} ({})", gibibytes(limit), source),
                     hint);
  }
  if (training_memory_factor * need.peak() <= limit) return "";
  return fmt::format("{}; there are {} ({}). If that is too little: {}", found, gibibytes(limit),
                     source, hint);
}

}  // namespace holo
