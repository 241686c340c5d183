// 17_name_batch: names of different length as one batch of tensors: padding, targets that do not
// count, the gradient of an embedding, the causal mask; the same loss from one name at a time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "support/recorded/command_line.h"

using namespace holo;

constexpr Index bos = 26, vocab_size = 27;  // a is token 0, z is 25
constexpr Index n_embd = 8, block_size = 16;
constexpr double infinity = std::numeric_limits<double>::infinity();
using Names = std::vector<std::string>;

struct Batch {
  Indices tokens, targets;  // [B, T]
};

// A row for each name: BOS and its letters are the tokens, its letters and BOS the targets. Rows
// that are shorter than the longest one are filled up.
Batch batch_of(const Names& names) {
  std::vector<Index> tokens, targets;
  std::size_t longest = 0;
  for (const std::string& name : names) longest = std::max(longest, name.size() + 1);
  for (const std::string& name : names) {
    std::vector<Index> row{bos};
    for (const char letter : name) row.push_back(letter - 'a');
    row.push_back(bos);
    for (std::size_t t = 0; t < longest; ++t) {
      const bool more = t + 1 < row.size();
      tokens.push_back(more ? row[t] : bos);
      targets.push_back(more ? row[t + 1] : -100);
    }
  }
  const Shape shape{static_cast<Index>(names.size()), static_cast<Index>(longest)};
  return {Indices(shape, tokens), Indices(shape, targets)};
}

struct Model {  // each has the same initial weights
  PythonRandom random{42};
  std::vector<Tensor> parameters;
  Tensor token = draw("token", vocab_size), position = draw("position", block_size);
  Tensor wq = draw("wq", n_embd), wk = draw("wk", n_embd), wv = draw("wv", n_embd);
  Tensor head = draw("head", vocab_size);

  Tensor draw(const char* name, Index rows) {
    parameters.push_back(normal({rows, n_embd}, random, 0, 0.5));
    return parameters.back().set_requires_grad().set_label(name);
  }
  // [B, T] -> [B, T, C]: the row of the token and the row of the position.
  Tensor embed(const Indices& tokens) const {
    return embedding(token, tokens) + slice(position, 0, 0, tokens.shape().size(1));
  }
  // [B, T, C] -> [B, T, T]: how much each position takes of each one.
  Tensor weights(const Tensor& x, bool causal) const {
    const Index T = x.size(1);
    std::vector<double> hidden;  // 1 where position s is later than position t
    for (Index t = 0; t < T; ++t) {
      for (Index s = 0; s < T; ++s) hidden.push_back(causal && s > t ? 1 : 0);
    }
    const Tensor q = linear(x, wq), k = linear(x, wk);
    const Tensor scores = matmul(q, transpose(k, 1, 2)) / std::sqrt(n_embd);
    return softmax(masked_fill(scores, tensor(hidden, {T, T}), -infinity), -1);
  }
  // [B, T, C] -> [B, T, V]
  Tensor logits(const Tensor& x, bool causal = true) const {
    return linear(x + matmul(weights(x, causal), linear(x, wv)), head);
  }
};

// The numbers of x [..., T], T in a line.
void print_rows(const char* title, const Tensor& x) {
  const std::vector<real> numbers = x.to_vector();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i % std::size_t(x.size(-1)) == 0) fmt::print("\n{:<20}", i == 0 ? title : "");
    fmt::print("{:7.2g}", numbers[i]);
  }
}

void show_batch(const Batch& batch) {
  const auto letter = [](Index t) { return t == bos ? '.' : t < 0 ? '-' : char('a' + t); };
  const std::vector<Index>&tokens = batch.tokens.values(), &targets = batch.targets.values();
  const auto T = std::size_t(batch.tokens.shape().size(1));
  fmt::print("1. the batch: tokens, and targets\n");
  for (std::size_t first = 0; first < tokens.size(); first += T) {
    for (std::size_t t = 0; t < T; ++t) fmt::print("{} ", letter(tokens[first + t]));
    for (std::size_t t = 0; t < T; ++t) fmt::print(" {}", letter(targets[first + t]));
    fmt::print("\n");
  }
  const auto ignored = std::count(targets.begin(), targets.end(), -100);
  fmt::print("{} positions, {} targets\n", tokens.size(), std::ssize(targets) - ignored);

  fmt::print("\n2. the gradient of the table, when each number of the embedding gets 1\n");
  const Model model;
  sum(embedding(model.token, batch.tokens)).backward();
  for (Index t = 0; t < vocab_size; ++t) {
    const auto places = std::count(tokens.begin(), tokens.end(), t);
    const real gradient = model.token.grad().at({t, 0});
    if (places > 0) fmt::print("{}: places {}, gradient {} ...\n", letter(t), places, gradient);
  }
}

// Does a position depend on later ones? Forward: another second letter. Backward: from the logits
// of position 1 to the embeddings of all.
void show_mask(const std::string& name) {
  const Model model;
  std::string changed = name;
  changed[1] = name[1] == 'z' ? 'a' : 'z';
  const Tensor before = model.embed(batch_of({name}).tokens);
  const Tensor after = model.embed(batch_of({changed}).tokens);
  fmt::print("\n3. the causal mask: .{}, then .{}", name, changed);
  print_rows("weights", model.weights(before, true));
  for (const bool causal : {true, false}) {
    const Tensor x = before.detach().set_requires_grad(), logits = model.logits(x, causal);
    sum(slice(logits, 1, 1, 2)).backward();
    fmt::print("\n{}", causal ? "with the mask" : "without it");
    print_rows("  change of logits", max(abs(model.logits(after, causal) - logits), -1));
    print_rows("  gradient from 1", max(abs(x.grad()), -1));
  }
}

// The batch, and then each name by itself, which sends its share of the gradient.
void show_loss(const Names& names, const Batch& batch) {
  const Model model, alone;
  const Tensor logits = model.logits(model.embed(batch.tokens));
  const Tensor loss = cross_entropy(logits, batch.targets);
  loss.backward(true);
  fmt::print("\n\n4. the gradient of the logits: the largest number of each position");
  print_rows("", max(abs(logits.grad()), -1));

  double count = 0, means = 0, shares = 0, apart = 0;
  for (const std::string& name : names) count += double(name.size() + 1);
  fmt::print("\n\n5. the loss of each name\n");
  for (const std::string& name : names) {
    const Batch one = batch_of({name});
    const Tensor mean = cross_entropy(alone.logits(alone.embed(one.tokens)), one.targets);
    const Tensor share = mean * (double(name.size() + 1) / count);
    share.backward();
    means += double(mean.item()) / double(names.size());
    shares += double(share.item());
    fmt::print("{:<16} {:.4f} for {} targets\n", name, mean.item(), name.size() + 1);
  }
  for (std::size_t i = 0; i < model.parameters.size(); ++i) {
    const Tensor d = model.parameters[i].grad() - alone.parameters[i].grad();
    apart = std::max(apart, double(max(abs(d)).item()));
  }
  fmt::print("mean of these    {:.4f}\nby targets       {:.4f}\n", means, shares);
  fmt::print("the batch        {:.4f}\n", loss.item());
  fmt::print("the last two are {:.0e} apart, the gradients {:.0e}\n",
             std::abs(shares - double(loss.item())), apart);
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Names of different length as one batch of tensors.");
  Names names = cli.texts("--names", "NAME", "2 to 15 letters each (default anna bo emma)");
  cli.finish();
  if (names.empty()) names = {"anna", "bo", "emma"};
  for (const std::string& name : names) {
    const bool fits = name.size() >= 2 && name.size() < block_size;
    if (!fits || name.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != name.npos) {
      throw UsageError("--names", "'" + name + "'", "2 to 15 letters from a to z");
    }
  }
  const Batch batch = batch_of(names);
  show_batch(batch);
  show_mask(names[0]);
  show_loss(names, batch);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
