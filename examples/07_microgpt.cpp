// 07_microgpt: the complete algorithm. It adds to 07_adam sampling with a temperature, and a flag
// for every setting. With --exact, its losses equal the losses of microgpt.py to the last bit.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <span>

#include "holo/value.h"
#include "support/corpus.h"
#include "support/progress.h"
#include "support/recorded/command_line.h"
#include "support/values/microgpt_math.h"
#include "support/values/microgpt_settings.h"
#include "support/values/training.h"

using namespace holo;

struct Layer {
  Matrix attn_wq, attn_wk, attn_wv, attn_wo, mlp_fc1, mlp_fc2;
};
struct Cache {  // of one layer: the keys and values of the positions so far
  Matrix keys, values;
};

struct Gpt : MicrogptMath {  // linear, softmax, rmsnorm, dot, sum, divide, relu2
  MicrogptSettings settings;
  Vector parameters;  // all of the following, in the order in which they are made
  Matrix wte, wpe, lm_head;
  std::vector<Layer> layers;

  Gpt(const MicrogptSettings& s, std::size_t vocab_size, PythonRandom& random)
      : MicrogptMath{s.exact}, settings(s) {
    const auto draw = [&](const std::string& name, std::size_t rows, std::size_t columns,
                          double std) {
      return matrix(name, rows, columns, std, random, parameters);
    };
    const std::size_t n = s.n_embd;
    wte = draw("wte", vocab_size, n, s.init_std);
    wpe = draw("wpe", s.block_size, n, s.init_std);
    lm_head = draw("lm_head", vocab_size, n, s.init_std);
    for (std::size_t i = 0; i < s.n_layer; ++i) {
      const std::string layer = fmt::format("layer{}.", i);
      layers.push_back(
          {draw(layer + "attn_wq", n, n, s.init_std), draw(layer + "attn_wk", n, n, s.init_std),
           draw(layer + "attn_wv", n, n, s.init_std), draw(layer + "attn_wo", n, n, s.output_std),
           draw(layer + "mlp_fc1", 4 * n, n, s.init_std),
           draw(layer + "mlp_fc2", n, 4 * n, s.output_std)});
    }
  }

  // For each head softmax(q . k / sqrt(head_dim)) v, over the positions so far.
  Vector attention(const Vector& q, const Cache& cache) const {
    const std::size_t head_dim = settings.n_embd / settings.n_head;
    const double root = std::pow(static_cast<double>(head_dim), 0.5);
    Vector out, column(cache.keys.size());
    for (std::size_t at = 0; at < settings.n_embd; at += head_dim) {
      const auto head = [&](const Vector& x) { return std::span(x).subspan(at, head_dim); };
      Vector scores;
      for (const Vector& k : cache.keys) scores.push_back(divide(dot(head(q), head(k)), root));
      const Vector weights = softmax(scores);
      for (std::size_t j = at; j < at + head_dim; ++j) {
        for (std::size_t t = 0; t < column.size(); ++t) column[t] = cache.values[t][j];
        out.push_back(dot(weights, column));
      }
    }
    return out;
  }

  // The logits of what may follow `token`, which is at `position`.
  Vector logits(int token, std::size_t position, std::vector<Cache>& caches) const {
    Vector x = rmsnorm(add(wte[static_cast<std::size_t>(token)], wpe[position]));
    for (std::size_t i = 0; i < layers.size(); ++i) {
      const Layer& layer = layers[i];
      const Vector y = rmsnorm(x);
      const Vector q = linear(y, layer.attn_wq);
      caches[i].keys.push_back(linear(y, layer.attn_wk));
      caches[i].values.push_back(linear(y, layer.attn_wv));
      x = add(linear(attention(q, caches[i]), layer.attn_wo), x);
      Vector hidden = linear(rmsnorm(x), layer.mlp_fc1);
      for (Value& h : hidden) h = settings.squared_relu ? relu2(h) : relu(h);
      x = add(linear(hidden, layer.mlp_fc2), x);
    }
    return linear(x, lm_head);
  }

  // The mean of -log p(next token) over a document between two BOS, cut to the block.
  Value loss(const std::vector<int>& tokens) const {
    const std::size_t n = std::min(settings.block_size, tokens.size() - 1);
    std::vector<Cache> caches(layers.size());
    Vector losses;
    for (std::size_t i = 0; i < n; ++i) {
      const Vector p = softmax(logits(tokens[i], i, caches));
      losses.push_back(-log(p[static_cast<std::size_t>(tokens[i + 1])]));
    }
    return (1 / static_cast<double>(n)) * sum(losses);
  }
};

// m and v follow the mean and the mean square of each gradient; the step is lr m / sqrt(v), with
// both corrected for their start at 0. Kingma & Ba 2014 (arXiv 1412.6980), algorithm 1.
struct Adam {
  double beta1, beta2, epsilon;
  bool python;  // there x ** 2 and x ** 0.5 are pow(), which rounds differently
  std::vector<double> m, v;

  void step(const Vector& parameters, double learning_rate, std::int64_t t) {
    const std::span<double> data = Tape::current().data_of(parameters);
    const std::span<const double> grad = Tape::current().grad_of(parameters);
    const double m_scale = 1 - std::pow(beta1, t), v_scale = 1 - std::pow(beta2, t);
    m.resize(data.size());
    v.resize(data.size());
    for (std::size_t i = 0; i < data.size(); ++i) {
      m[i] = beta1 * m[i] + (1 - beta1) * grad[i];
      v[i] = beta2 * v[i] + (1 - beta2) * (python ? std::pow(grad[i], 2.0) : grad[i] * grad[i]);
      const double root = python ? std::pow(v[i] / v_scale, 0.5) : std::sqrt(v[i] / v_scale);
      data[i] -= learning_rate * (m[i] / m_scale) / (root + epsilon);
    }
  }
};

void backward(const Gpt& gpt, Value loss) {
  gpt.settings.depth_first ? loss.backward(depth_first(loss)) : loss.backward();
}

// Runs the longest document, for nothing but the memory: after it the tape grows no more.
void warm_up(const Gpt& gpt, const Corpus& corpus) {
  const Tape::Scope scope;
  const auto shorter = [](const auto& a, const auto& b) { return a.size() < b.size(); };
  const auto longest = std::max_element(corpus.documents.begin(), corpus.documents.end(), shorter);
  backward(gpt, gpt.loss(*longest));
}

// One document a step, in order.
void train(const Gpt& gpt, const Corpus& corpus) {
  const MicrogptSettings& s = gpt.settings;
  warm_up(gpt, corpus);
  Adam adam{s.beta1, s.beta2, s.epsilon, s.exact, {}, {}};
  Progress progress(s.steps);
  LossesFile losses(s.losses);
  for (std::int64_t step = 0; step < s.steps; ++step) {
    const Tape::Scope scope;
    const auto document = static_cast<std::size_t>(step) % corpus.documents.size();
    Value loss = gpt.loss(corpus.documents[document]);
    loss.set_label("loss");
    check_loss(loss.data(), step + 1);
    Tape::current().zero_grad();
    backward(gpt, loss);
    const auto now = static_cast<double>(step), end = static_cast<double>(s.steps);
    const double decay =
        s.cosine ? 0.5 * (1 + std::cos(std::numbers::pi * now / end)) : 1 - now / end;
    adam.step(gpt.parameters, s.learning_rate * decay, step + 1);
    progress.update(step + 1, loss.data());
    losses.write(step + 1, loss.data());
  }
  losses.close();
}

std::string sample(const Gpt& gpt, const CharTokenizer& tokenizer, PythonRandom& random) {
  const Tape::Scope scope;
  std::vector<Cache> caches(gpt.layers.size());
  std::vector<int> tokens;
  int token = tokenizer.bos();
  while (tokens.size() < gpt.settings.block_size) {
    Vector logits = gpt.logits(token, tokens.size(), caches);
    for (Value& logit : logits) logit = gpt.divide(logit, gpt.settings.temperature);
    std::vector<double> weights;
    for (Value p : gpt.softmax(logits)) weights.push_back(p.data());
    token = static_cast<int>(random.choices(weights));
    if (token == tokenizer.bos()) break;
    tokens.push_back(token);
  }
  return tokenizer.decode(tokens);
}

void program(int argc, char** argv) {
  const MicrogptSettings settings = read_settings(argc, argv);
  PythonRandom random(settings.seed);
  const Corpus corpus = load_corpus(settings.data, random);
  check_against_data(settings, corpus);
  const Gpt gpt(settings, corpus.vocab_size(), random);
  fmt::print("{} documents, {} tokens, {} parameters\n", corpus.documents.size(),
             corpus.vocab_size(), gpt.parameters.size());
  const auto start = std::chrono::steady_clock::now();
  train(gpt, corpus);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  fmt::print("{} steps in {:.3f} s\n", settings.steps, time.count());
  print_validation_loss(gpt, corpus, settings.steps);
  for (std::int64_t i = 0; i < settings.samples; ++i) {
    fmt::print("sample {:2}: {}\n", i + 1, sample(gpt, corpus.tokenizer, random));
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
