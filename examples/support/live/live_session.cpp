// live_session.cpp: questions to a model, their words checked.
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "holo/check.h"
#include "support/live/live_model.h"

namespace holo {

void check_words(const Question& question, std::size_t least, std::size_t most) {
  const std::size_t words = question.size();
  if (words >= least && words <= most) return;
  throw UsageError(question.empty() ? "question" : question[0], fmt::format("{} words", words),
                   least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most));
}

Index whole_word(const Question& question, std::size_t place, Index least, Index most) {
  const std::string& word = question.at(place);
  Index number = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool all = problem == std::errc() && end == word.data() + word.size();
  if (!all || number < least || number > most) {
    throw UsageError(question[0], quoted_name(word),
                     fmt::format("a whole number from {} to {}", least, most));
  }
  return number;
}

double number_word(const Question& question, std::size_t place) {
  const std::string& word = question.at(place);
  char* end = nullptr;
  const double number = std::strtod(word.c_str(), &end);
  if (word.empty() || end != word.c_str() + word.size() || !std::isfinite(number)) {
    throw UsageError(question[0], quoted_name(word), "a number");
  }
  return number;
}

std::unique_ptr<LiveModel> live_model(const Question& question) {
  const std::string kind = question.empty() ? "" : question[0];
  if (kind == "gpt") return live_gpt(question);
  if (kind == "product") return live_product(question);
  throw UsageError("question", quoted_name(kind), "gpt or product, which begin with a model");
}

std::string LiveSession::ask(const Question& question) {
  try {
    const std::string first = question.empty() ? "" : question[0];
    if (model_ != nullptr && first != "gpt" && first != "product") {
      return model_->answer(question);
    }
    std::unique_ptr<LiveModel> begun = live_model(question);
    model_ = std::move(begun);
    return model_->answer({"about"});
  } catch (const std::exception& error) {
    return Answer().add("error", std::string(error.what())).text();
  }
}

}  // namespace holo
