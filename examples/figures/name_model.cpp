// name_model.cpp: the models, written as in their chapters, and the counts.
#include "figures/name_model.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace holo {
namespace {

constexpr std::size_t n_embd = 16, n_hidden = 4 * n_embd, block_size = 16;

Vector mlp(const Vector& x, const Matrix& fc1, const Matrix& fc2, bool squared_relu) {
  Vector hidden = linear(x, fc1);
  for (Value& h : hidden) h = squared_relu ? relu2(h) : relu(h);
  return linear(hidden, fc2);
}

Value loss_of_next(const Vector& logits, int next) {
  return -log(softmax(logits)[static_cast<std::size_t>(next)]);
}

}  // namespace

PairNetwork::PairNetwork(std::size_t vocab_size, bool squared, PythonRandom& random)
    : squared_relu(squared) {
  const auto draw = [&](const char* name, std::size_t rows, std::size_t columns) {
    return matrix(name, rows, columns, 0.3, random, parameters);
  };
  wte = draw("wte", vocab_size, n_embd);
  mlp_fc1 = draw("mlp_fc1", n_hidden, n_embd);
  mlp_fc2 = draw("mlp_fc2", n_embd, n_hidden);
  lm_head = draw("lm_head", vocab_size, n_embd);
}

Value PairNetwork::loss(const std::vector<int>& tokens) const {
  Vector losses;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const Vector& x = wte[static_cast<std::size_t>(tokens[i])];
    losses.push_back(
        loss_of_next(linear(mlp(x, mlp_fc1, mlp_fc2, squared_relu), lm_head), tokens[i + 1]));
  }
  return sum(losses) / static_cast<double>(losses.size());
}

NameGpt::NameGpt(std::size_t vocab_size, const Parts& parts_, PythonRandom& random)
    : parts(parts_) {
  const auto draw = [&](const char* name, std::size_t rows, std::size_t columns) {
    return matrix(name, rows, columns, parts.std, random, parameters);
  };
  wte = draw("wte", vocab_size, n_embd);
  wpe = draw("wpe", block_size, n_embd);
  lm_head = draw("lm_head", vocab_size, n_embd);
  attn_wq = draw("attn_wq", n_embd, n_embd);
  attn_wk = draw("attn_wk", n_embd, n_embd);
  attn_wv = draw("attn_wv", n_embd, n_embd);
  attn_wo = draw("attn_wo", n_embd, n_embd);
  mlp_fc1 = draw("mlp_fc1", n_hidden, n_embd);
  mlp_fc2 = draw("mlp_fc2", n_embd, n_hidden);
}

Value NameGpt::loss(const std::vector<int>& tokens, Matrix* weights_of_all) const {
  const auto normed = [&](const Vector& x) { return parts.norm ? rmsnorm(x) : x; };
  const auto joined = [&](const Vector& y, const Vector& x) {
    return parts.residual ? add(y, x) : y;
  };
  const std::size_t head_dim = n_embd / parts.heads;
  Matrix keys, values;
  Vector losses;
  for (std::size_t t = 0; t < std::min(block_size, tokens.size() - 1); ++t) {
    Vector x = normed(add(wte[static_cast<std::size_t>(tokens[t])], wpe[t]));
    const Vector y = normed(x), q = linear(y, attn_wq);
    keys.push_back(linear(y, attn_wk));
    values.push_back(linear(y, attn_wv));
    Vector mean, column(keys.size());
    for (std::size_t at = 0; at < n_embd; at += head_dim) {
      const auto head = [&](const Vector& v) { return std::span(v).subspan(at, head_dim); };
      Vector scores;
      for (const Vector& k : keys) scores.push_back(dot(head(q), head(k)) / std::sqrt(head_dim));
      const Vector weights = softmax(scores);
      if (weights_of_all != nullptr) weights_of_all->push_back(weights);
      for (std::size_t j = at; j < at + head_dim; ++j) {
        for (std::size_t s = 0; s < column.size(); ++s) column[s] = values[s][j];
        mean.push_back(dot(weights, column));
      }
    }
    x = joined(linear(mean, attn_wo), x);
    x = joined(mlp(normed(x), mlp_fc1, mlp_fc2, false), x);
    losses.push_back(loss_of_next(linear(x, lm_head), tokens[t + 1]));
  }
  return sum(losses) / static_cast<double>(losses.size());
}

std::vector<double> train_names(const Corpus& corpus, int steps,
                                const std::function<Value(const std::vector<int>& document)>& loss,
                                const std::function<void(int step)>& update) {
  std::vector<double> losses;
  for (int step = 0; step < steps; ++step) {
    const Tape::Scope scope;
    const Value now =
        loss(corpus.documents[static_cast<std::size_t>(step) % corpus.documents.size()]);
    losses.push_back(now.data());
    Tape::current().zero_grad();
    now.backward();
    update(step);
  }
  return losses;
}

std::function<void(int step)> plain_descent(Vector& parameters, double rate, int steps) {
  return [&parameters, rate, steps](int step) {
    const double now = rate * (1 - static_cast<double>(step) / static_cast<double>(steps));
    for (Value& p : parameters) p.set_data(p.data() - now * p.grad());
  };
}

Series mean_losses(const std::string& name, const std::vector<double>& losses, int window) {
  Series series{name, {}, {}};
  const auto size = static_cast<std::size_t>(window);
  for (std::size_t begin = 0; begin + size <= losses.size(); begin += size) {
    double sum = 0;
    for (std::size_t i = begin; i < begin + size; ++i) sum += losses[i];
    series.x.push_back(static_cast<double>(begin) + window / 2.0);
    series.y.push_back(sum / window);
  }
  return series;
}

double last_losses(const std::vector<double>& losses, std::size_t count) {
  double sum = 0;
  count = std::min(count, losses.size());
  for (std::size_t i = losses.size() - count; i < losses.size(); ++i) sum += losses[i];
  return sum / static_cast<double>(count);
}

LetterPairs count_letter_pairs(const Corpus& corpus) {
  const std::size_t n = corpus.vocab_size();
  LetterPairs pairs{std::vector(n, std::vector<double>(n)), std::vector<double>(n)};
  for (const std::vector<int>& tokens : corpus.documents) {
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      const auto a = static_cast<std::size_t>(tokens[i]),
                 b = static_cast<std::size_t>(tokens[i + 1]);
      pairs.counts[a][b] += 1;
      pairs.totals[a] += 1;
    }
  }
  return pairs;
}

double LetterPairs::loss() const {
  double sum = 0, count = 0;
  for (std::size_t a = 0; a < counts.size(); ++a) {
    for (const double n : counts[a]) {
      if (n > 0) sum -= n * std::log(n / totals[a]);
      count += n;
    }
  }
  return sum / count;
}

std::string token_letter(const CharTokenizer& tokenizer, int token) {
  return token == tokenizer.bos() ? "." : tokenizer.token_text(token);
}

}  // namespace holo
