// ready_gradients_test.cpp: the gradient of a parameter is said to be ready when it is complete,
// not before, and as soon as it is: parameters that are used once, several times, or not at all.
#include "parallel/ready_gradients.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"

namespace ready_gradients_test {
namespace {

using namespace holo;

// Notes which parameter is ready, and its gradient at that moment.
class Notes final : public ReadyGradients {
 public:
  explicit Notes(const std::vector<Tensor>& parameters)
      : ReadyGradients(parameters), parameters_(parameters) {
    watch();
  }
  std::string order;
  std::vector<std::vector<real>> gradients;

 private:
  void on_ready(std::size_t i) override {
    order += static_cast<char>('a' + i);
    gradients.push_back(parameters_[i].grad().to_vector());
  }
  std::vector<Tensor> parameters_;
};

std::vector<Tensor> parameters(int count) {
  std::vector<Tensor> all;
  for (int i = 0; i < count; ++i) {
    all.push_back(tensor({real(i) + 2, real(i) - 1}).set_requires_grad());
  }
  return all;
}

// What was noted is the gradient at the end.
void check_complete(const Notes& notes, const std::vector<Tensor>& p) {
  REQUIRE(notes.gradients.size() == notes.order.size());
  for (std::size_t i = 0; i < notes.order.size(); ++i) {
    const auto which = static_cast<std::size_t>(notes.order[i] - 'a');
    CHECK(notes.gradients[i] == p[which].grad().to_vector());
  }
}

}  // namespace

TEST_CASE("ready gradients: the last one used is the first one ready") {
  const std::vector<Tensor> p = parameters(3);
  Notes notes(p);
  sum(exp(p[0] * 2) * p[1] + p[2]).backward();
  CHECK(notes.order == "cba");
  check_complete(notes, p);
}

TEST_CASE("ready gradients: one used several times is ready after its first use in the forward") {
  const std::vector<Tensor> p = parameters(3);
  Notes notes(p);
  const Tensor x = p[0] * p[1];  // p[0] also at the end, as a tied weight is
  sum(exp(x * p[2]) * p[0]).backward();
  CHECK(notes.order == "cab");
  check_complete(notes, p);
}

TEST_CASE("ready gradients: one that is both inputs of an op is ready once") {
  const std::vector<Tensor> p = parameters(2);
  Notes notes(p);
  sum(p[0] * p[0] * p[1]).backward();
  CHECK(notes.order == "ba");
  check_complete(notes, p);
}

TEST_CASE("ready gradients: without a gradient, or with a use that nothing depends on: never") {
  const std::vector<Tensor> p = parameters(4);
  Notes notes(p);
  const Tensor unused = exp(p[3]);
  const Tensor constant = p[2].detach();
  sum(p[0] * p[3] + constant).backward();
  CHECK(notes.order == "a");
  CHECK(!p[1].grad().defined());
}

TEST_CASE("ready gradients: each forward pass counts anew, and what is not watched is not told") {
  const std::vector<Tensor> p = parameters(2);
  Notes notes(p);
  const Tensor left = sum(p[0] * p[1]);  // its backward never runs
  notes.watch();
  sum(p[0] * p[1]).backward();
  CHECK(notes.order == "ab");
  notes.stop_watching();
  sum(p[0] * p[1]).backward();
  CHECK(notes.order == "ab");
}

}  // namespace ready_gradients_test
