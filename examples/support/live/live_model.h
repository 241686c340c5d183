// live_model.h: a model that is trained a few steps at a time and answers questions in between, as
// a page of the book asks them.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "files/text.h"
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

/// An answer as JSON, one member after the other: {"step":2,"losses":[3.31,3.27]}.
class Answer {
 public:
  Answer& add(const char* name, double number) { return member(name, text_of(number)); }
  Answer& add(const char* name, const std::vector<double>& numbers) {
    return list(name, numbers, text_of);
  }
  Answer& add(const char* name, const std::vector<std::string>& texts) {
    return list(name, texts, [](const std::string& text) { return json_string(text); });
  }
  Answer& add(const char* name, const std::string& text) { return member(name, json_string(text)); }
  std::string text() const { return "{" + members_ + "}"; }

 private:
  // Six digits are enough to draw; null is what JSON has for what is no number.
  static std::string text_of(double x) {
    return x - x == 0 ? fmt::format("{:.6g}", x) : std::string("null");
  }
  Answer& member(const char* name, const std::string& text) {
    members_ += (members_.empty() ? "" : ",") + json_string(name) + ":" + text;
    return *this;
  }
  template <class Item, class TextOf>
  Answer& list(const char* name, const std::vector<Item>& items, TextOf text_of_item) {
    std::string all;
    for (const Item& item : items) {
      if (!all.empty()) all += ',';
      all += text_of_item(item);
    }
    return member(name, "[" + all + "]");
  }

  std::string members_;
};

}  // namespace holo
