// 17_tiny_gpt: a GPT of tensors taken apart: what each part makes of the letters of a name, before
// a short training and after it; the cache; how a letter is drawn; what another layer costs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holo/check.h"
#include "holo/creation.h"
#include "holo/nn/feed_forward.h"
#include "holo/nn/gpt.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"
#include "holo/sampling.h"
#include "support/name_batch.h"
#include "support/recorded/command_line.h"

using namespace holo;

// 32 names a step, others in each.
void train(GPT& model, const Corpus& corpus, Index steps) {
  AdamW optimizer(weight_decay_groups(model, 0.1), 0.01, {.beta2 = 0.99});
  const CosineSchedule rate(0.01, steps, steps / 10, 0.001);
  for (Index step = 0; step < steps; ++step) {
    const NameBatch batch = name_batch(corpus, 32 * static_cast<std::size_t>(step), 32);
    optimizer.set_learning_rate(rate(step));
    optimizer.zero_grad();
    const Tensor loss = model.loss(batch.tokens, batch.targets);
    check_finite_loss(loss);
    loss.backward();
    clip_grad_norm(optimizer.parameters(), 1);
    optimizer.step();
  }
}

struct Stage {
  const char* name;
  Tensor x;  // [1, T, C]
};

// A model of one block, step by step: what its parts pass on. Further blocks are left out.
std::vector<Stage> stages_of(GPT& model, const Indices& tokens) {
  const Block& block = *model.blocks[0];
  const Tensor token = model.token_embedding(tokens);
  const Tensor x0 = token + slice(model.position_embedding->weight, 0, 0, token.size(1));
  const Tensor normed = block.attention_norm->forward(x0);
  const Tensor attended = (*block.attention)(normed);
  const Tensor x1 = x0 + attended;
  const Tensor fed = block.feed_forward->forward(block.feed_forward_norm->forward(x1));
  const Tensor x2 = x1 + fed;
  const Tensor logits = (*model.head)(model.final_norm->forward(x2));
  return {{"token", token},         {"token + position", x0}, {"attention_norm", normed},
          {"attention", attended},  {"x + attention", x1},    {"feed-forward", fed},
          {"x + feed-forward", x2}, {"logits", logits}};
}

double root_mean_square(const Tensor& x) {
  return std::sqrt(static_cast<double>(mean(square(x)).item()));
}

std::string letter(const CharTokenizer& tokenizer, Index token) {
  const int id = static_cast<int>(token);
  return id == tokenizer.bos() ? "." : tokenizer.token_text(id);
}

// BOS and the letters of `text`.
std::vector<Index> tokens_of(const CharTokenizer& tokenizer, const std::string& text) {
  std::vector<Index> tokens{tokenizer.bos()};
  for (const int id : tokenizer.encode(text)) tokens.push_back(id);
  return tokens;
}

// How much each position takes of itself and of earlier ones, in one head.
void print_attention(const MultiHeadAttention& layer, const Tensor& normed, Index head,
                     const std::vector<std::string>& letters) {
  const Index T = normed.size(1), C = layer.embed_dim, D = layer.head_dim;
  const Tensor qkv = reshape(layer.in_proj(normed), {T, 3 * C});
  const Tensor q = slice(qkv, 1, head * D, (head + 1) * D);
  const Tensor k = slice(qkv, 1, C + head * D, C + (head + 1) * D);
  const Tensor scores = matmul(q, transpose(k, 0, 1)) * layer.scale;  // [T, T]
  fmt::print("head {}     ", head + 1);
  for (const std::string& past : letters) fmt::print("{:>5}", past);
  fmt::print("\n");
  for (Index t = 0; t < T; ++t) {
    const Tensor past = slice(slice(scores, 0, t, t + 1), 1, 0, t + 1);  // [1, t + 1]
    fmt::print("{} looks at ", letters[static_cast<std::size_t>(t)]);
    for (const real weight : softmax(past, -1).to_vector()) fmt::print("{:5.2f}", weight);
    fmt::print("\n");
  }
}

// The most probable letters of `logits` [1, T, V], in percent.
std::string next_letters(const Tensor& logits, const CharTokenizer& tokenizer) {
  const std::vector<real> all = logits.to_vector();
  const auto V = static_cast<std::size_t>(logits.size(-1));
  const std::vector<double> p = token_probabilities(std::span(all).last(V), {});
  std::vector<std::pair<double, Index>> order;
  for (std::size_t i = 0; i < V; ++i) order.push_back({-p[i], static_cast<Index>(i)});
  std::sort(order.begin(), order.end());
  std::string text;
  for (std::size_t i = 0; i < 5; ++i) {
    text += fmt::format("  {} {:4.1f}", letter(tokenizer, order[i].second), -100 * order[i].first);
  }
  return text;
}

// All positions again for each new one, and each position once, with what was remembered.
void compare_cache(GPT& model, const std::vector<Index>& tokens) {
  GPTCache cache;
  Index computed = 0;
  double difference = 0;
  std::vector<Index> past;
  for (const Index token : tokens) {
    past.push_back(token);
    const auto length = static_cast<Index>(past.size());
    const Tensor all = model(Indices({1, length}, past));
    const Tensor one = model(Indices({1, 1}, {token}), &cache);
    const Tensor apart = max(abs(slice(all, 1, length - 1, length) - one));
    difference = std::max(difference, static_cast<double>(apart.item()));
    computed += length;
  }
  fmt::print("\n5. the cache: {} positions computed in place of {}\n", cache.length(), computed);
  fmt::print("the logits are {:.1g} apart\n", difference);
}

void show_sampling() {
  const std::vector<real> logits = log(tensor({0.4, 0.3, 0.15, 0.1, 0.05})).to_vector();
  fmt::print("\n6. how one of five letters is drawn: their weights\n");
  const auto show = [&](const char* name, const SamplingOptions& options) {
    fmt::print("{:<16}", name);
    for (const double weight : token_probabilities(logits, options)) fmt::print("{:6.2f}", weight);
    fmt::print("\n");
  };
  show("as they are", {});
  show("temperature 0.5", {.temperature = 0.5});
  show("temperature 2", {.temperature = 2});
  show("top-k 2", {.top_k = 2});
  show("top-p 0.8", {.top_p = 0.8});
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "A GPT taken apart, before a short training and after it.");
  const Index steps = cli.integer("--steps", 500, 1, 1'000'000, "training steps");
  const std::int64_t seed = cli.integer("--seed", 42, 0, INT64_MAX, "seed of the random numbers");
  const Index n_layer = cli.integer("--n-layer", 1, 1, 16, "blocks; parts 2 and 3 show the first");
  const std::string text = cli.text("--text", "emm", "TEXT", "the letters of parts 2 to 4");
  cli.finish();
  if (text.size() > 15 || text.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != text.npos) {
    throw UsageError("--text", "'" + text + "'", "1 to 15 letters from a to z");
  }

  PythonRandom random(seed);
  const Corpus corpus = load_corpus("", random);
  const Index bos = corpus.tokenizer.bos();
  GPTOptions options{.vocab_size = bos + 1,
                     .block_size = 16,
                     .n_layer = n_layer,
                     .n_head = 2,
                     .n_embd = 32,
                     .ffn = "swiglu",
                     .norm = Norm::rms,
                     .bias = false,
                     .tied = false};
  GPT model(options, random);
  fmt::print("1. the parameters\n");
  for (const NamedParameter& parameter : model.named_parameters()) {
    fmt::print("{:<36}{}\n", parameter.name, parameter.tensor.shape().to_string());
  }
  fmt::print("together {}\n", model.parameter_count());

  const std::vector<Index> start = tokens_of(corpus.tokenizer, text);
  const Indices tokens({1, std::ssize(start)}, start);
  std::vector<std::string> letters;
  for (const Index token : start) letters.push_back(letter(corpus.tokenizer, token));
  const NameBatch names = name_batch(corpus, 0, 1000);
  const real loss_before = model.loss(names.tokens, names.targets).item();
  const std::vector<Stage> before = stages_of(model, tokens);
  const std::string next = next_letters(model(tokens), corpus.tokenizer);

  train(model, corpus, steps);
  const NoGrad no_grad;
  const std::vector<Stage> after = stages_of(model, tokens);
  fmt::print("\n2. \".{}\" through the model: size of the numbers before and after {} steps\n",
             text, steps);
  for (std::size_t i = 0; i < before.size(); ++i) {
    fmt::print("{:<18}{:<10}{:6.2f}{:6.2f}\n", before[i].name, before[i].x.shape().to_string(),
               root_mean_square(before[i].x), root_mean_square(after[i].x));
  }
  const double apart = static_cast<double>(max(abs(after.back().x - model(tokens))).item());
  fmt::print("the logits of one call are {:.1g} apart\n", apart);

  fmt::print("\n3. who looks at whom, after the training\n");
  for (Index head : {0, 1}) {
    print_attention(*model.blocks[0]->attention, after[2].x, head, letters);
  }
  fmt::print("\n4. the next letter, in percent\nbefore{}\nafter {}\n", next,
             next_letters(model(tokens), corpus.tokenizer));
  fmt::print("loss {:.2f}, then {:.2f}\n", loss_before,
             model.loss(names.tokens, names.targets).item());
  compare_cache(model, tokens_of(corpus.tokenizer, "alexandra"));
  show_sampling();

  fmt::print("\n7. parameters with another feed-forward layer\n");
  for (const std::string& name : feed_forward_names()) {
    options.ffn = name;
    fmt::print("{:<20} {}\n", name, gpt_parameter_count(options));
  }
  fmt::print("\n8. names\n");
  for (int i = 0; i < 8; ++i) {
    const std::vector<Index> name =
        generate(model, {bos}, 16, bos, {.temperature = 0.7, .top_k = 10}, random);
    fmt::print("{}\n", corpus.tokenizer.decode({name.begin(), name.end()}));
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
