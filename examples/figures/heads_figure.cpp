// heads_figure.cpp: the model of chapter 17.3, trained as there, and its two heads on one name.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/heat_map.h"
#include "figures/letter_pairs.h"
#include "holo/creation.h"
#include "holo/nn/gpt.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"
#include "support/name_batch.h"
#include "support/plots/svg.h"

namespace holo {
namespace {

void train_heads(GPT& model, const Corpus& corpus, Index steps) {
  AdamW optimizer(weight_decay_groups(model, 0.1), 0.01, {.beta2 = 0.99});
  const CosineSchedule rate(0.01, steps, steps / 10, 0.001);
  for (Index step = 0; step < steps; ++step) {
    const NameBatch batch = name_batch(corpus, 32 * static_cast<std::size_t>(step), 32);
    optimizer.set_learning_rate(rate(step));
    optimizer.zero_grad();
    model.loss(batch.tokens, batch.targets).backward();
    clip_grad_norm(optimizer.parameters(), 1);
    optimizer.step();
  }
}

// What goes into the attention of the only block.
Tensor attention_input(GPT& model, const Indices& tokens) {
  const Index T = tokens.shape()[1];
  std::vector<Index> positions;
  for (Index t = 0; t < T; ++t) positions.push_back(t);
  return model.blocks[0]->attention_norm->forward(
      model.token_embedding(tokens) + (*model.position_embedding)(Indices({T}, positions)));
}

// Row t has t + 1 weights.
std::vector<std::vector<double>> head_weights(const MultiHeadAttention& layer, const Tensor& x,
                                              Index head) {
  const Index T = x.size(1), C = layer.embed_dim, D = layer.head_dim;
  const Tensor qkv = reshape(layer.in_proj(x), {T, 3 * C});
  const Tensor q = slice(qkv, 1, head * D, (head + 1) * D);
  const Tensor k = slice(qkv, 1, C + head * D, C + (head + 1) * D);
  const Tensor scores = matmul(q, transpose(k, 0, 1)) * layer.scale;  // [T, T]
  std::vector<std::vector<double>> rows;
  for (Index t = 0; t < T; ++t) {
    const Tensor past = slice(slice(scores, 0, t, t + 1), 1, 0, t + 1);  // [1, t + 1]
    const std::vector<real> weights = softmax(past, -1).to_vector();
    rows.emplace_back(weights.begin(), weights.end());
  }
  return rows;
}

}  // namespace

Figure heads_figure(int steps) {
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  const Index bos = corpus.tokenizer.bos();
  GPT model({.vocab_size = bos + 1,
             .block_size = 16,
             .n_layer = 1,
             .n_head = 2,
             .n_embd = 32,
             .ffn = "swiglu",
             .norm = "rms",
             .bias = false,
             .tied = false},
            random);
  train_heads(model, corpus, steps);

  const NoGrad no_grad;
  const std::string name = "emmanuel";
  std::vector<Index> tokens{bos};
  std::vector<std::string> letters{"."};
  for (const int token : corpus.tokenizer.encode(name)) {
    tokens.push_back(token);
    letters.push_back(token_letter(corpus.tokenizer, token));
  }
  const auto T = static_cast<Index>(tokens.size());
  const Tensor x = attention_input(model, Indices({1, T}, tokens));
  constexpr double square = 36, top = 98;
  const double size = square * static_cast<double>(T);
  std::string body;
  for (const Index head : {0, 1}) {
    const double left = 62 + static_cast<double>(head) * (size + 84);
    HeatMap map{"this position", fmt::format("head {} looks at", head + 1), letters, letters,
                head_weights(*model.blocks[0]->attention, x, head)};
    for (const std::vector<double>& row : map.colour) {
      map.text.emplace_back();
      for (const double weight : row) map.text.back().push_back(fmt::format("{:.2f}", weight));
    }
    body += heat_map_svg(map, left, top, square);
  }
  const double width = 2 * size + 62 + 84 + 24;
  return {"gpt_heads.svg",
          svg::document(width, top + size + 24, "Two heads of the tiny GPT, after the training",
                        fmt::format("The weights of attention of chapter 17.3 after its training, "
                                    "for the name {} with the dot of BOS before it, a table for "
                                    "each head: a row for each position, a column for each that "
                                    "it looks at, the darker the larger the weight.",
                                    name),
                        body)};
}

}  // namespace holo
