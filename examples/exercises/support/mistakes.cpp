#include "exercises/support/mistakes.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "exercises/support/diagnosis.h"

namespace exercise {

using diagnosis::equal;

Mistakes::Mistakes(const Measured& got, const Model& model,
                   const std::vector<std::string>& sentences)
    : got_(got), model_(model), sentences_(sentences), right_(model(Made())) {
  for (size_t i = 0; i < sentences.size(); ++i)
    models_.push_back(model(Made({static_cast<int>(i)})));
}

std::string Mistakes::one() const {
  // Zeros alone have too many causes.
  const bool zeros = got_.numbers.size() > 1 &&
                     diagnosis::all(got_.numbers, [](double number) { return number == 0; });
  for (size_t i = 0; i < models_.size() && !zeros; ++i) {
    if (equal(got_.numbers, models_[i])) return sentences_[i];
  }
  return "";
}

std::string Mistakes::two() const {
  // Many mistakes in common give zeros: they say nothing of any of them.
  bool zeros = got_.numbers.size() > 1;
  for (size_t i = 0; i < right_.size() && i < got_.numbers.size(); ++i) {
    zeros = zeros && (got_.numbers[i] == 0 || near(got_.numbers[i], right_[i]));
  }
  if (zeros) return "";
  const int count = static_cast<int>(sentences_.size());
  for (int i = 0; i < count; ++i) {
    for (int j = i + 1; j < count; ++j) {
      if (!equal(got_.numbers, model_(Made({i, j})))) continue;
      return "two mistakes. " + sentences_[static_cast<size_t>(i)] + "; and " +
             sentences_[static_cast<size_t>(j)];
    }
  }
  return "";
}

// The places of the wrong numbers that this mistake gives; none when it would make a number wrong
// that is right.
Mistakes::Places Mistakes::given_by(size_t mistake, const Places& wrong) const {
  const Numbers& numbers = with(mistake);
  Places given;
  if (numbers.size() != right_.size()) return given;
  for (size_t i = 0; i < right_.size(); ++i) {
    if (near(got_.numbers[i], right_[i]) && !near(numbers[i], right_[i])) return given;
  }
  for (size_t i : wrong) {
    if (near(got_.numbers[i], numbers[i])) given.push_back(i);
  }
  return given;
}

// The mistake that gives most of these places; sentences_.size() where none gives two numbers, or
// a single one that may be so by chance.
size_t Mistakes::best_for(const Places& wrong, Places& given) const {
  size_t best = sentences_.size();
  given.clear();
  for (size_t i = 0; i < sentences_.size(); ++i) {
    const Places places = given_by(i, wrong);
    if (places.size() > given.size()) best = i, given = places;
  }
  double different = 0;
  for (size_t i : given) {
    const double number = std::abs(got_.numbers[i]);
    if (number != 0 && number != 1 && std::isfinite(number)) ++different;
  }
  return different > 0 ? best : sentences_.size();
}

std::string Mistakes::of_parts() const {
  Places wrong, given;
  for (size_t i = 0; i < right_.size(); ++i) {
    if (!near(got_.numbers[i], right_[i])) wrong.push_back(i);
  }
  std::string told;
  int count = 0;
  while (!wrong.empty() && count < 3) {
    const size_t mistake = best_for(wrong, given);
    if (mistake == sentences_.size()) return "";
    told += (told.empty() ? "" : "; and ") + sentences_[mistake];
    ++count;
    Places rest;
    std::set_difference(wrong.begin(), wrong.end(), given.begin(), given.end(),
                        std::back_inserter(rest));
    wrong = rest;
  }
  if (!wrong.empty()) return "";
  return (count == 1 ? "" : count == 2 ? "two mistakes. " : "three mistakes. ") + told;
}

std::string Mistakes::and_change() const {
  for (size_t i = 0; i < models_.size(); ++i) {
    const Numbers& numbers = models_[i];
    if (numbers.size() != got_.numbers.size() || equal(numbers, right_)) continue;
    std::string change = diagnosis::function_of(got_.numbers, numbers);
    if (change.empty()) change = diagnosis::constant(got_.numbers, numbers);
    if (change.empty()) continue;
    return "two mistakes. " + sentences_[i] + "; and then " + change;
  }
  return "";
}

std::string Mistakes::of_most() const {
  Places wrong, given;
  for (size_t i = 0; i < right_.size(); ++i) {
    if (!near(got_.numbers[i], right_[i])) wrong.push_back(i);
  }
  const size_t mistake = best_for(wrong, given);
  if (mistake == sentences_.size() || given.size() < 3 || 2 * given.size() < wrong.size())
    return "";
  Places rest;
  std::set_difference(wrong.begin(), wrong.end(), given.begin(), given.end(),
                      std::back_inserter(rest));
  return sentences_[mistake] + "; what it does not explain, " + got_.names[rest.front()] +
         " first, may have another cause";
}

}  // namespace exercise
