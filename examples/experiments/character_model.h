// character_model.h: a small GPT of characters, to compare feed-forward layers in.
#pragma once

#include <string>
#include <vector>

#include "experiments/blocks.h"
#include "experiments/comparison.h"
#include "experiments/feed_forward.h"
#include "holo/nn/layers.h"
#include "holo/tokenizer.h"
#include "support/corpus.h"

namespace holo {

/// Characters of a window, windows of a batch.
inline constexpr Index T = 32, B = 16;

/// Running text as tokens: eight tenths to train on, one for the choice of the rate, one for the
/// table.
struct Text {
  std::string name;
  std::vector<Index> train, choice, valid;
  Index vocab = 0;

  Text(std::string title, const std::string& text) : name(std::move(title)) {
    const CharTokenizer tokenizer(std::vector<std::string>{text});
    vocab = tokenizer.bos();
    std::vector<Index> tokens;
    for (const int id : tokenizer.encode(text)) tokens.push_back(id);
    const auto tenth = static_cast<std::ptrdiff_t>(tokens.size() / 10);
    train.assign(tokens.begin(), tokens.end() - 2 * tenth);
    choice.assign(tokens.end() - 2 * tenth, tokens.end() - tenth);
    valid.assign(tokens.end() - tenth, tokens.end());
    if (tenth < B * T + 1) {
      throw UsageError(name, std::to_string(tokens.size()) + " characters", "at least 5,130");
    }
  }
};

/// All names in one random order, a line each.
inline Text names_text() {
  std::vector<std::string> names = load_documents("");
  PythonRandom(0).shuffle(names);
  std::string text;
  for (const std::string& name : names) text += name + "\n";
  return Text("names", text);
}

struct Batch {
  Indices x, y;  ///< [B, T]; y is x one character later
};

inline Batch batch_at(const std::vector<Index>& tokens, const std::vector<Index>& starts) {
  std::vector<Index> x, y;
  for (const Index start : starts) {
    const auto from = tokens.begin() + start;
    x.insert(x.end(), from, from + T);
    y.insert(y.end(), from + 1, from + T + 1);
  }
  const auto rows = static_cast<Index>(starts.size());
  return {Indices({rows, T}, std::move(x)), Indices({rows, T}, std::move(y))};
}

struct CharacterModel : Module {
  Embedding characters, positions;
  std::unique_ptr<BlockStack> blocks;
  Linear head;

  CharacterModel(Index vocab, const ModelSizes& sizes, Layers layers, PythonRandom& random)
      : characters(vocab, sizes.C, random, Init::normal(0.02)),
        positions(T, sizes.C, random, Init::normal(0.02)),
        blocks(make_blocks(sizes, std::move(layers), true, random)),
        head(sizes.C, vocab, random, {.bias = false}) {
    register_module("characters", characters);
    register_module("positions", positions);
    register_module("blocks", *blocks);
    register_module("head", head);
  }

  Tensor loss(const Batch& batch) {
    std::vector<Index> places(static_cast<std::size_t>(T));
    for (Index t = 0; t < T; ++t) places[static_cast<std::size_t>(t)] = t;
    const Tensor x = characters(batch.x) + positions(Indices({T}, std::move(places)));
    return cross_entropy(head((*blocks)(x)), batch.y);
  }
};

/// nats a character over a text that is cut into windows
inline double loss_over(CharacterModel& model, const std::vector<Index>& tokens) {
  const NoGrad no_grad;
  double sum = 0;
  Index batches = 0, start = 0;
  const auto end = static_cast<Index>(tokens.size());
  for (; start + B * T + 1 <= end; ++batches) {
    std::vector<Index> starts;
    for (Index b = 0; b < B; ++b, start += T) starts.push_back(start);
    sum += static_cast<double>(model.loss(batch_at(tokens, starts)).item());
  }
  return sum / static_cast<double>(batches);
}

/// Seeds: of the feed-forward layers, of the rest of the model, and of the order of the text; the
/// two latter are the same for all layers.
inline RunResult run_once(const Text& text, const ModelSizes& sizes, const std::string& name,
                          Index parameters, Training training, std::uint64_t seed) {
  PythonRandom layer_random(seed), random(seed + 1000), order(seed + 2000);
  Layers layers = feed_forwards(name, sizes.C, sizes.n_layer, parameters, layer_random);
  const Index counted = parameters_of(layers);
  CharacterModel model(text.vocab, sizes, std::move(layers), random);
  const auto last = static_cast<std::uint64_t>(text.train.size()) - static_cast<std::uint64_t>(T);
  train(model, training, [&] {
    std::vector<Index> starts;
    for (Index b = 0; b < B; ++b) starts.push_back(static_cast<Index>(order.randbelow(last)));
    return model.loss(batch_at(text.train, starts));
  });
  return {loss_over(model, text.choice), loss_over(model, text.valid), counted};
}

/// Compares the layers on a text, with `parameters` in all blocks together, and prints the table.
inline std::vector<TableRow> compare_on(const Text& text, const std::vector<std::string>& names,
                                        Index parameters, const ModelSizes& sizes, Index steps,
                                        const Plan& plan) {
  std::vector<TableRow> rows =
      compare(names, plan, [&](const std::string& layer, double rate, std::uint64_t seed) {
        return run_once(text, sizes, layer, parameters, {steps, rate}, seed);
      });
  print_losses(rows);
  return rows;
}

}  // namespace holo
