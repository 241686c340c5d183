// live_gpt.cpp: the GPT of chapter 17 on names, or on a text of the reader's, a document a line.
//
//   {"gpt", SEED, TEXT}   a new model: at most 100,000 bytes; no TEXT: the names
//   {"about"}             parameters, documents, held_out, and the letters, "." for BOS
//   {"steps", N}          N training steps; the loss of each, and that of documents held out
//   {"names", N, T}       N documents that it writes at temperature T
//   {"next", TEXT}        the probability of each letter after TEXT
//   {"attention", TEXT}   of each head, row by row, how much each position takes of each
//   {"weight", LETTER, CHANNEL}, and with a VALUE in place of the old one: of the token embedding
#include <algorithm>
#include <cmath>

#include "holo/check.h"
#include "holo/creation.h"
#include "holo/data.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"
#include "holo/sampling.h"
#include "support/corpus.h"
#include "support/live/live_model.h"
#include "support/name_batch.h"
#include "support/tiny_gpt/tiny_gpt.h"

namespace holo {
namespace {

constexpr Index positions = 16, planned_steps = 2000;
constexpr std::size_t most_bytes = 100'000;

class LiveGPT : public LiveModel {
 public:
  explicit LiveGPT(const Question& question)
      : random_(checked_seed(question)),
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

  std::string answer(const Question& question) override {
    const std::string name = question.empty() ? "" : question[0];
    if (name == "about") return about();
    if (name == "steps") return steps(question);
    if (name == "names") return names(question);
    if (name == "next") return next(question);
    if (name == "attention") return attention(question);
    if (name == "weight") return weight(question);
    throw UsageError("question", "'" + name + "'",
                     "about, steps, names, next, attention or weight");
  }

 private:
  static std::uint64_t checked_seed(const Question& question) {
    check_words(question, 2, 3);
    return static_cast<std::uint64_t>(whole_word(question, 1, 0, 1'000'000'000));
  }
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
    return Answer()
        .add("parameters", static_cast<double>(model_.parameter_count()))
        .add("documents", static_cast<double>(corpus_.documents.size()))
        .add("held_out", static_cast<double>(held_out_.documents.size()))
        .add("channels", static_cast<double>(model_.options.n_embd))
        .add("letters", letters)
        .text();
  }

  std::string steps(const Question& question) {
    check_words(question, 2, 2);
    std::vector<double> losses;
    for (Index left = whole_word(question, 1, 1, 1000); left > 0; --left) losses.push_back(step());
    return Answer()
        .add("step", static_cast<double>(step_))
        .add("losses", losses)
        .add("held_out", held_out_loss())
        .text();
  }

  double step() {
    const double rate = rate_(std::min(step_, planned_steps - 1));
    return static_cast<double>(tiny_gpt_step(model_, optimizer_, corpus_, step_++, rate));
  }

  // NaN where there is none.
  double held_out_loss() {
    if (held_out_.documents.empty()) return std::nan("");
    const NoGrad no_grad;
    const NameBatch names = name_batch(held_out_, 0, held_out_.documents.size());
    return static_cast<double>(model_.loss(names.tokens, names.targets).item());
  }

  std::string names(const Question& question) {
    check_words(question, 3, 3);
    const Index count = whole_word(question, 1, 1, 100);
    const double temperature = number_word(question, 2);
    const Index bos = corpus_.tokenizer.bos();
    std::vector<std::string> made;
    for (Index i = 0; i < count; ++i) {
      const std::vector<Index> ids =
          generate(model_, {bos}, positions, bos, {.temperature = temperature}, random_);
      made.push_back(corpus_.tokenizer.decode({ids.begin(), ids.end()}));
    }
    return Answer().add("names", made).text();
  }

  // BOS and the letters of the word.
  Indices tokens_of(const Question& question) const {
    check_words(question, 2, 2);
    std::vector<Index> tokens{corpus_.tokenizer.bos()};
    for (const int id : corpus_.tokenizer.encode(question[1])) tokens.push_back(id);
    if (std::ssize(tokens) > positions) {
      throw UsageError(question[0], fmt::format("{} letters", tokens.size() - 1),
                       fmt::format("at most {}", positions - 1));
    }
    return Indices({1, std::ssize(tokens)}, tokens);
  }

  std::string next(const Question& question) {
    const Indices tokens = tokens_of(question);
    const NoGrad no_grad;
    const std::vector<real> logits = model_(tokens).to_vector();
    const auto V = static_cast<std::size_t>(model_.options.vocab_size);
    return Answer().add("p", token_probabilities(std::span(logits).last(V), {})).text();
  }

  std::string attention(const Question& question) {
    const Indices tokens = tokens_of(question);
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
    return Answer()
        .add("heads", static_cast<double>(layer.num_heads))
        .add("positions", static_cast<double>(T))
        .add("weights", weights)
        .text();
  }

  std::string weight(const Question& question) {
    check_words(question, 3, 4);
    const Tensor all = model_.token_embedding.weight;  // [V, C]
    const Index V = all.size(0), C = all.size(1);
    const int bos = corpus_.tokenizer.bos();
    const std::vector<int> ids =
        question[1] == "." ? std::vector<int>{bos} : corpus_.tokenizer.encode(question[1]);
    if (ids.size() != 1) {
      throw UsageError(question[0], quoted_name(question[1]), "one letter, or . for BOS");
    }
    const Index channel = whole_word(question, 2, 0, C - 1);
    std::vector<real> numbers = all.to_vector();
    real& one = numbers[static_cast<std::size_t>(ids[0] * C + channel)];
    if (question.size() == 4) {
      one = static_cast<real>(number_word(question, 3));
      const NoGrad no_grad;
      Tensor(all).copy_(from_values({V, C}, std::span<const real>(numbers)));
    }
    return Answer().add("value", static_cast<double>(one)).text();
  }

  PythonRandom random_;
  Corpus corpus_, held_out_;
  GPT model_;
  AdamW optimizer_;
  CosineSchedule rate_;
  Index step_ = 0;
};

}  // namespace

std::unique_ptr<LiveModel> live_gpt(const Question& question) {
  return std::make_unique<LiveGPT>(question);
}

}  // namespace holo
