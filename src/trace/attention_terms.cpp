// attention_terms.cpp: softmax(scale q k^T), as attention_plain.cpp computes it.
#include "trace/attention_terms.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace holo {
namespace {

constexpr std::int64_t most_weights = 4096;

// As AttentionSizes: a head of q begins at d = 0, of k at `k_first` and of v at `v_first`, which
// are not 0 where the three are side by side in rows of one tensor.
struct Heads {
  std::int64_t batch, queries, keys, heads, kv_heads, size;
  std::int64_t q_row, kv_row, k_first = 0, v_first = 0;
  bool causal;
  double scale;
};

std::optional<Heads> heads_of(const TraceLog& log, const TracedNode& y) {
  const auto* const options = std::get_if<op_options::Attention>(&y.options);
  const auto shape_of = [&](std::size_t i) { return log.nodes[y.parents[i]].shape; };
  const bool joined = y.op == "self_attention";
  if (options == nullptr || y.parents.size() != (joined ? 1U : 3U) || options->n_head < 1 ||
      options->n_kv_head < 1 || options->n_head % options->n_kv_head != 0 || y.shape.size() != 3 ||
      y.shape[2] % options->n_head != 0) {
    return std::nullopt;
  }
  const std::vector<Index> q = shape_of(0), k = joined ? q : shape_of(1);
  Heads h{.batch = y.shape[0],
          .queries = y.shape[1],
          .keys = k.size() == 3 ? k[1] : 0,
          .heads = options->n_head,
          .kv_heads = options->n_kv_head,
          .size = y.shape[2] / options->n_head,
          .q_row = q.size() == 3 ? q[2] : 0,
          .kv_row = k.size() == 3 ? k[2] : 0,
          .causal = options->causal,
          .scale = options->scale};
  const std::int64_t q_size = h.heads * h.size, kv_size = h.kv_heads * h.size;
  if (joined) h.k_first = q_size, h.v_first = q_size + kv_size;
  const bool fits = joined ? h.q_row == q_size + 2 * kv_size && q[0] == h.batch && q[1] == h.queries
                           : h.q_row == q_size && h.kv_row == kv_size && k[0] == h.batch &&
                                 q[0] == h.batch && q[1] == h.queries && shape_of(2) == k;
  const bool few = h.batch * h.heads <= most_weights && h.queries * h.keys <= most_weights &&
                   h.batch * h.heads * h.queries * h.keys <= most_weights;
  return fits && few && h.queries <= h.keys ? std::optional(h) : std::nullopt;
}

// The weights of one query, from the scores of the keys that it sees.
void add_softmax(std::vector<double>& weights, const std::vector<double>& scores,
                 std::int64_t keys) {
  const double largest = *std::max_element(scores.begin(), scores.end());
  double total = 0;
  for (const double score : scores) total += std::exp(score - largest);
  for (const double score : scores) weights.push_back(std::exp(score - largest) / total);
  weights.resize(weights.size() + static_cast<std::size_t>(keys) - scores.size(), 0);
}

std::vector<double> weights_of(const Heads& h, std::span<const double> q,
                               std::span<const double> k) {
  std::vector<double> weights;
  for (std::int64_t b = 0; b < h.batch; ++b) {
    for (std::int64_t head = 0; head < h.heads; ++head) {
      const std::int64_t kv_head = head / (h.heads / h.kv_heads);
      for (std::int64_t t = 0; t < h.queries; ++t) {
        std::vector<double> scores;
        for (std::int64_t j = 0; j < (h.causal ? t + 1 + h.keys - h.queries : h.keys); ++j) {
          const std::int64_t q_at = (b * h.queries + t) * h.q_row + head * h.size;
          const std::int64_t k_at = (b * h.keys + j) * h.kv_row + h.k_first + kv_head * h.size;
          double score = 0;
          for (std::int64_t d = 0; d < h.size; ++d) {
            score += q[static_cast<std::size_t>(q_at + d)] * k[static_cast<std::size_t>(k_at + d)];
          }
          scores.push_back(h.scale * score);
        }
        add_softmax(weights, scores, h.keys);
      }
    }
  }
  return weights;
}

}  // namespace

std::optional<TraceTerms> attention_terms(const TraceLog& log, const TraceState& state,
                                          const TracedNode& y) {
  const std::optional<Heads> found = heads_of(log, y);
  if (!found) return std::nullopt;
  const Heads& h = *found;
  const std::uint32_t q = y.parents[0], k = y.parents[y.parents.size() > 1 ? 1 : 0];
  TraceTerms out;
  out.weights = weights_of(h, state.value(q), state.value(k));
  out.weights_shape = {h.batch, h.heads, h.queries, h.keys};
  // Batch, key head, query head of that key head, query, key, and place in the head.
  const std::int64_t group = h.heads / h.kv_heads, width = h.heads * h.size,
                     pairs = h.queries * h.keys;
  out.loops = {h.batch, h.kv_heads, group, h.queries, h.keys, h.size};
  const TraceTerms::Place result{0, {h.queries * width, group * h.size, h.size, width, 0, 1}};
  const TraceTerms::Place v{h.v_first, {h.keys * h.kv_row, h.size, 0, 0, h.kv_row, 1}};
  const TraceTerms::Place none{0, {0, 0, 0, 0, 0, 0}};
  out.places = {result, v};
  if (y.parents.size() == 3) out.places = {result, none, none, v};
  out.places.push_back({0, {h.heads * pairs, group * pairs, pairs, h.keys, 1, 0}});
  return out;
}

}  // namespace holo
