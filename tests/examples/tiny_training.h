// tiny_training.h: for the tests of the trainer: data of a few words, a model of a few hundred
// numbers, and a second copy of the model, to compute the result of a step by hand; and the
// settings of train_gpt for a line of flags.
#pragma once

#include <cmath>
#include <iomanip>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "gpt/training/train_run.h"
#include "helpers.h"
#include "text/texts.h"

namespace tiny_training {

using holo::Index;

/// Words of 1 to 5 letters, so that batches are padded and a mean over batches is not a mean over
/// tokens.
inline std::string words() {
  return "a\nab\nabc\nbad\ncabed\ndeb\ne\nbeada\nce\ndad\naced\nfa\ncafe\nfed\nb\nef\ndeaf\nbe\n"
         "face\nadd\n";
}

/// Training with every feature of a step: a schedule, weight decay, unusual betas.
inline holo::TrainSettings settings_of(const std::string& data) {
  holo::TrainSettings s;
  s.model = {.block_size = 6,
             .n_layer = 1,
             .n_head = 2,
             .n_embd = 8,
             .ffn = "gelu",
             .norm = holo::Norm::layer,
             .tied = false,
             .init_std = 0.3};
  s.batch = 3;
  s.steps = 8;
  s.schedule = "constant";
  s.learning_rate = 0.02;
  s.min_learning_rate = 0;
  s.warmup = 0;
  s.clip = 0;
  s.weight_decay = 0.2;
  s.beta1 = 0.8;
  s.beta2 = 0.95;
  s.seed = 7;
  s.eval_every = 0;
  s.eval_batches = 100;
  s.sampling = {};
  s.samples = 2;
  s.sample_length = 12;
  s.progress = holo::ProgressMode::off;
  s.data = {.files = {data}, .validation = 0.25, .block_size = 6, .batch_size = 3, .seed = 7};
  return s;
}

struct TinyTraining {
  TemporaryFolder folder;
  holo::TrainSettings settings = settings_of(folder.write("words", words()));

  holo::Dataset data() const { return holo::Dataset(settings.data); }
};

/// The model that a trainer begins with. As in microgpt.py, one generator orders the documents and
/// then draws the weights; dropout has the same seed.
inline std::unique_ptr<holo::GPT> first_model(const holo::TrainSettings& settings,
                                              const holo::Dataset& data) {
  holo::GPTOptions options = settings.model;
  options.vocab_size = data.tokenizer().vocab_size();
  options.dropout_seed = static_cast<std::uint64_t>(settings.seed);
  holo::PythonRandom random(settings.seed);
  std::vector<int> documents(static_cast<std::size_t>(data.train_rows()));
  random.shuffle(documents);
  return std::make_unique<holo::GPT>(options, random);
}

using Arrays = std::vector<std::vector<double>>;  // one for each of named_parameters()

inline Arrays numbers_of(const holo::Module& model) {
  Arrays all;
  for (const holo::Tensor& parameter : model.parameters()) {
    const std::vector<holo::real> values = parameter.to_vector();
    all.emplace_back(values.begin(), values.end());
  }
  return all;
}

inline void set_parameter(holo::Tensor parameter, const std::vector<holo::real>& values) {
  const holo::NoGrad no_grad;
  parameter.copy_(values);
}

inline void copy_parameters(const holo::Module& from, const holo::Module& to) {
  const std::vector<holo::Tensor> source = from.parameters(), target = to.parameters();
  for (std::size_t i = 0; i < source.size(); ++i) set_parameter(target[i], source[i].to_vector());
}

/// The largest difference of two numbers in the same place.
inline double distance(const Arrays& a, const Arrays& b) {
  double most = a.size() == b.size() ? 0 : HUGE_VAL;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i].size() != b[i].size()) return HUGE_VAL;
    for (std::size_t k = 0; k < a[i].size(); ++k) {
      const double far = std::abs(a[i][k] - b[i][k]);
      most = far <= most ? most : far;  // NaN is far
    }
  }
  return most;
}

}  // namespace tiny_training

namespace train_flags {

/// A path as one word of a line of flags.
inline std::string word(const std::string& path) {
  std::ostringstream out;
  out << std::quoted(path);
  return out.str();
}

/// The settings for a line of words and for the checkpoint of --resume.
inline holo::TrainSettings settings_for(
    const std::string& line, const std::string& resume = "",
    holo::SavedRun (*saved_run)(const std::string&) = holo::saved_run_in) {
  std::vector<std::string> words = {"train_gpt"};
  if (!resume.empty()) words.insert(words.end(), {"--resume", resume});
  std::istringstream all(line);
  for (std::string word; all >> std::quoted(word);) words.push_back(word);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  return holo::read_train_settings(static_cast<int>(pointers.size()), pointers.data(), saved_run);
}

/// The message that refuses the flags; "" if they are accepted.
inline std::string refusal_of(const std::string& line, const std::string& resume = "") {
  return texts::message_of([&] { settings_for(line, resume); });
}

}  // namespace train_flags
