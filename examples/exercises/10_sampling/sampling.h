// sampling.h: draw a token with a temperature. Write the three functions.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace answer {

using Vector = std::vector<double>;

// The softmax of logits / temperature. The temperature is above 0.
Vector probabilities(const Vector& logits, double temperature) {
  throw std::logic_error("not written yet");
}

// The token that `random` falls on, a number from 0 on and below 1: token 0 has the numbers below
// p[0], token 1 those from there on and below p[0] + p[1], and so on.
size_t sample(const Vector& logits, double temperature, double random) {
  throw std::logic_error("not written yet");
}

// A token for each of the random numbers.
std::vector<size_t> samples(const Vector& logits, double temperature, const Vector& randoms) {
  throw std::logic_error("not written yet");
}

}  // namespace answer
