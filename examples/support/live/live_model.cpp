// live_model.cpp: a GPT, with what the page asks of it.
#include "support/live/live_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "base/parse_number.h"
#include "files/text.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/data.h"
#include "holo/nn/gpt.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"
#include "holo/sampling.h"
#include "support/corpus.h"
#include "support/name_batch.h"

namespace holo {
namespace {

// ---- the words of a question, and of an answer ----

std::string word_of(const Question& question, std::size_t place) {
  return place < question.size() ? question[place] : "";
}

Index whole_word(const Question& question, std::size_t place, Index least, Index most) {
  const std::optional<std::int64_t> number = parse_integer(word_of(question, place));
  if (!number || *number < least || *number > most) {
    throw UsageError(question[0], quoted_name(word_of(question, place)),
                     fmt::format("a whole number from {} to {}", least, most));
  }
  return *number;
}

double number_word(const Question& question, std::size_t place) {
  const std::optional<double> number = parse_number(word_of(question, place));
  if (!number) throw UsageError(question[0], quoted_name(word_of(question, place)), "a number");
  return *number;
}

PythonRandom random_of(const Question& question, std::size_t place) {
  return PythonRandom(static_cast<std::uint64_t>(whole_word(question, place, 0, 1'000'000'000)));
}

// Six digits are enough to draw; null is what JSON has for what is no number.
std::string json(double x) { return x - x == 0 ? fmt::format("{:.6g}", x) : std::string("null"); }
std::string json(Index x) { return fmt::format("{}", x); }
std::string json(std::size_t x) { return fmt::format("{}", x); }
std::string json(const std::string& text) { return json_string(text); }
template <class Item>
std::string json(const std::vector<Item>& items) {
  std::string all;
  for (const Item& item : items) all += (all.empty() ? "" : ",") + json(item);
  return "[" + all + "]";
}

// {"step":2,"losses":[3.31,3.27]} of member("step", 2) + member("losses", losses).
template <class T>
std::string member(const char* name, const T& value) {
  return fmt::format(",\"{}\":{}", name, json(value));
}
std::string object(const std::string& members) { return "{" + members.substr(1) + "}"; }

// ---- the model of chapter 17.3 ----

// One block of 32 channels and 2 heads, SwiGLU, RMSNorm, no biases, a head of its own; 16
// positions.
GPTOptions tiny_gpt_options(Index vocab_size) {
  return {.vocab_size = vocab_size,
          .block_size = 16,
          .n_layer = 1,
          .n_head = 2,
          .n_embd = 32,
          .ffn = "swiglu",
          .norm = Norm::rms,
          .bias = false,
          .tied = false};
}

// Step number `step` of the training: names 32 step to 32 step + 31, the gradients clipped to a
// norm of 1. Returns the loss before it; throws as check_finite_loss() does.
real tiny_gpt_step(GPT& model, AdamW& optimizer, const Corpus& corpus, Index step, double rate) {
  const NameBatch batch = name_batch(corpus, 32 * static_cast<std::size_t>(step), 32);
  optimizer.set_learning_rate(rate);
  optimizer.zero_grad();
  const Tensor loss = model.loss(batch.tokens, batch.targets);
  check_finite_loss(loss);
  loss.backward();
  clip_grad_norm(optimizer.parameters(), 1);
  optimizer.step();
  return loss.item();
}

// What goes into the attention of the first block, [1, T, C], for tokens [1, T].
Tensor attention_input(GPT& model, const Indices& tokens) {
  const Tensor positions =
      slice(model.position_embedding->weight, 0, 0, tokens.shape().size(1));  // [T, C]
  return model.blocks[0]->attention_norm->forward(model.token_embedding(tokens) + positions);
}

// softmax(q k^T scale) of a head for x [1, T, C]: row t has t + 1 weights. REQUIRES: no rotary
// positions, no convolution, as many heads of keys as of queries.
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

class LiveGPT {
 public:
  explicit LiveGPT(const Question& question)
      : random_(random_of(question, 1)),
        corpus_(corpus_of(documents(question), random_)),
        held_out_(corpus_),
        model_(tiny_gpt_options(corpus_.tokenizer.vocab_size()), random_),
        optimizer_(weight_decay_groups(model_, 0.1), 0.01, {.beta2 = 0.99}),
        rate_(0.01, planned_steps, 50, 0.001) {
    // One in ten documents, at most 200, is not trained on.
    const auto begin = corpus_.documents.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(
                                                     corpus_.documents.size() / 10, 200));
    held_out_.documents.assign(begin, corpus_.documents.end());
    corpus_.documents.erase(begin, corpus_.documents.end());
  }

  std::string answer(const Question& question) {
    const std::string name = word_of(question, 0);
    if (name == "about") return about();
    if (name == "steps") return steps(whole_word(question, 1, 1, 1000));
    if (name == "names") return names(whole_word(question, 1, 1, 100), number_word(question, 2));
    if (name == "next") return next(tokens_of(question));
    if (name == "attention") return attention(tokens_of(question));
    throw UsageError("question", quoted_name(name), "about, steps, names, next or attention");
  }

 private:
  static constexpr Index positions = 16, planned_steps = 2000;
  static constexpr std::size_t most_bytes = 100'000;

  static std::vector<std::string> documents(const Question& question) {
    if (question.size() < 3) return load_documents("");
    if (question[2].size() > most_bytes) {
      throw UsageError("text", fmt::format("{} bytes", question[2].size()), "at most 100,000");
    }
    return split_documents(question[2], "text");
  }

  std::string about() const {
    std::vector<std::string> letters;
    for (int id = 0; id < corpus_.tokenizer.bos(); ++id) {
      letters.push_back(corpus_.tokenizer.token_text(id));
    }
    letters.emplace_back(".");
    return object(member("parameters", model_.parameter_count()) +
                  member("documents", corpus_.documents.size()) +
                  member("held_out", held_out_.documents.size()) + member("letters", letters));
  }

  std::string steps(Index count) {
    std::vector<double> losses;
    for (; count > 0; --count) {
      const double rate = rate_(std::min(step_, planned_steps - 1));
      losses.push_back(
          static_cast<double>(tiny_gpt_step(model_, optimizer_, corpus_, step_++, rate)));
    }
    return object(member("step", step_) + member("losses", losses) +
                  member("held_out", held_out_loss()));
  }

  // NaN where there is none.
  double held_out_loss() {
    if (held_out_.documents.empty()) return std::nan("");
    const NoGrad no_grad;
    const NameBatch names = name_batch(held_out_, 0, held_out_.documents.size());
    return static_cast<double>(model_.loss(names.tokens, names.targets).item());
  }

  std::string names(Index count, double temperature) {
    const Index bos = corpus_.tokenizer.bos();
    std::vector<std::string> made;
    for (; count > 0; --count) {
      const std::vector<Index> ids =
          generate(model_, {bos}, positions, bos, {.temperature = temperature}, random_);
      made.push_back(corpus_.tokenizer.decode({ids.begin(), ids.end()}));
    }
    return object(member("names", made));
  }

  // BOS and the letters of the word.
  Indices tokens_of(const Question& question) const {
    std::vector<Index> tokens{corpus_.tokenizer.bos()};
    for (const int id : corpus_.tokenizer.encode(word_of(question, 1))) tokens.push_back(id);
    if (std::ssize(tokens) > positions) {
      throw UsageError(question[0], fmt::format("{} letters", tokens.size() - 1),
                       fmt::format("at most {}", positions - 1));
    }
    return Indices({1, std::ssize(tokens)}, tokens);
  }

  std::string next(const Indices& tokens) {
    const NoGrad no_grad;
    const std::vector<real> logits = model_(tokens).to_vector();
    const auto V = static_cast<std::size_t>(model_.options.vocab_size);
    return object(member("p", token_probabilities(std::span(logits).last(V), {})));
  }

  std::string attention(const Indices& tokens) {
    const NoGrad no_grad;
    const MultiHeadAttention& layer = *model_.blocks[0]->attention;
    const auto T = static_cast<std::size_t>(tokens.shape().size(1));
    const Tensor x = attention_input(model_, tokens);
    std::vector<double> weights;
    for (Index head = 0; head < layer.num_heads; ++head) {
      for (std::vector<double>& row : head_weights(layer, x, head)) {
        row.resize(T);  // later positions get 0
        weights.insert(weights.end(), row.begin(), row.end());
      }
    }
    return object(member("heads", layer.num_heads) + member("positions", T) +
                  member("weights", weights));
  }

  PythonRandom random_;
  Corpus corpus_, held_out_;
  GPT model_;
  AdamW optimizer_;
  CosineSchedule rate_;
  Index step_ = 0;
};

LiveSession::LiveSession() = default;
LiveSession::~LiveSession() = default;

std::string LiveSession::ask(const Question& question) {
  try {
    if (word_of(question, 0) == "gpt") {
      model_ = std::make_unique<LiveGPT>(question);
      return model_->answer({"about"});
    }
    if (model_ == nullptr)
      throw UsageError("question", quoted_name(word_of(question, 0)), "gpt, which begins a model");
    return model_->answer(question);
  } catch (const std::exception& error) {
    return object(member("error", std::string(error.what())));
  }
}

}  // namespace holo
