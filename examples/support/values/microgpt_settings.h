// microgpt_settings.h: the settings of 07_microgpt on its command line. Not the algorithm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>

#include "support/corpus.h"

namespace holo {

struct MicrogptSettings {
  std::string data, losses;  // files; empty: the built-in names, none
  std::int64_t seed = 42, steps = 1000, samples = 20;
  std::size_t n_layer = 1, n_embd = 16, n_head = 4, block_size = 16;
  double temperature = 0.5;
  double init_std = 0.08;    // of every matrix,
  double output_std = 0.08;  // except those that end the two branches of a layer
  double learning_rate = 0.01, beta1 = 0.85, beta2 = 0.99, epsilon = 1e-8;
  bool cosine = false;  // the learning rate falls to 0 like a cosine, not like a line
  bool squared_relu = false;
  bool exact = false;        // every operation, its order and its rounding as in microgpt.py
  bool depth_first = false;  // the order of the backward pass, that of microgpt.py

  std::size_t parameter_count(std::size_t vocab_size) const;
};

/// Reads the flags. Throws UsageError for a wrong one, HelpRequested for --help.
MicrogptSettings read_settings(int argc, char** argv);

/// Refuses a model that needs more than about 8 GiB (UsageError), and warns on stderr of documents
/// that the block cuts and of a text with a single letter.
void check_against_data(const MicrogptSettings& settings, const Corpus& corpus);

/// Throws holo::Error when the loss is not a finite number: training on would spoil every
/// parameter.
void check_loss(double loss, std::int64_t step);

/// A file of lines "step, loss as hex float, loss"; with the path "" nothing is written.
/// Throws holo::Error when the file cannot be opened or written.
class LossesFile {
 public:
  explicit LossesFile(const std::string& path);
  void write(std::int64_t step, double loss);
  void close();

 private:
  [[noreturn]] void fail(const char* expected) const;

  std::string path_;
  std::ofstream file_;
};

}  // namespace holo
