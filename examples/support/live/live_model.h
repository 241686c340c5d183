// live_model.h: models that are trained a few steps at a time and answer questions in between, as a
// page of the book asks them. Answers are JSON. A question is its name and what belongs to it:
//
//   {"gpt", SEED, TEXT}   the GPT of chapter 17 on a text of at most 100,000 bytes, a document a
//                         line; without TEXT on the names
//   {"about"}             parameters, documents, held_out, and the letters, "." for BOS
//   {"steps", N}          N training steps; the loss of each, and of the documents held out
//   {"names", N, T}       N documents that it writes at temperature T
//   {"next", TEXT}        the probability of each letter after TEXT
//   {"attention", TEXT}   of each head, row by row, how much each position takes of each
//   {"weight", LETTER, CHANNEL}, of the token embedding; with a VALUE it is set
//
//   {"product", LAYER, SEED, UNITS}   a feed-forward layer that learns y = x1 x2 on a grid in
//                              [-1, 1]^2: GELU, ReLU, squared ReLU, SiLU-gated or bilinear, with so
//                              many hidden units, or HoloGateFlow; UNITS may be missing
//   {"about"}                  its parameters
//   {"steps", N}               N training steps: the rmse after each
//   {"surface", SIDE, WIDTH}   its outputs on SIDE x SIDE points of [-WIDTH, WIDTH]^2, row by row
//   {"kernel"}                 the best quadratic polynomial: the coefficients of 1, x1, x2, x1^2,
//                              x1 x2, x2^2, the share of the variance that it explains, and the
//                              eigenvalues of its quadratic form
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace holo {

using Question = std::vector<std::string>;

class LiveModel {
 public:
  virtual ~LiveModel() = default;
  /// Throws UsageError, with the wrong word, for a question that it does not know.
  virtual std::string answer(const Question& question) = 0;
};

/// "gpt" or "product" begins with a new model, and answers "about"; any other question is for the
/// one that was begun. A question that fails is {"error": "..."} and changes nothing.
class LiveSession {
 public:
  std::string ask(const Question& question);

 private:
  std::unique_ptr<LiveModel> model_;
};

}  // namespace holo
