// live_model.h: a model that is trained a few steps at a time and answers questions in between, as
// a page of the book asks them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holo/shape.h"

namespace holo {

/// The words of a question: its name, then what belongs to it.
using Question = std::vector<std::string>;

class LiveModel {
 public:
  virtual ~LiveModel() = default;
  /// JSON. Throws UsageError for a question that is none, with the place of the wrong word.
  virtual std::string answer(const Question& question) = 0;
};

/// A question {"gpt", SEED} or {"gpt", SEED, TEXT}: live_gpt.cpp. A question {"product", LAYER,
/// SEED}: live_product.cpp. Throws UsageError for any other.
std::unique_ptr<LiveModel> live_model(const Question& question);
std::unique_ptr<LiveModel> live_gpt(const Question& question);
std::unique_ptr<LiveModel> live_product(const Question& question);

/// Word `place` of a question, a whole number from `least` to `most`, or any finite number. Throws
/// UsageError.
Index whole_word(const Question& question, std::size_t place, Index least, Index most);
double number_word(const Question& question, std::size_t place);

/// Throws UsageError unless the question has this many words.
void check_words(const Question& question, std::size_t least, std::size_t most);

/// What the page and the program `live` ask: the first word "gpt" or "product" begins with a new
/// model, any other asks the one that was begun. A question that fails is {"error": "..."} and
/// changes nothing.
class LiveSession {
 public:
  std::string ask(const Question& question);

 private:
  std::unique_ptr<LiveModel> model_;
};

}  // namespace holo
