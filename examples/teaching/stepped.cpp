// stepped.cpp: each has the lines of a listing as they are in the chapter, with what these lines
// need before them and the names of the results behind. The slides find it by these lines.
#include "teaching/stepped.h"

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/value.h"

namespace holo {
namespace {

void loss_of_values() {
  const Value x(3.0, "x"), w(2.0, "w"), b(-1.0, "b");
  Value y = x * w + b;
  Value loss = y * y;
  loss.backward();
  y.set_label("y");
  loss.set_label("loss");
}

void loss_of_tensors() {
  Tensor w = tensor({{0.5, -1.0, 0.25}, {1.0, 0.5, -0.5}}).set_requires_grad().set_label("W");
  Tensor x = tensor({1.0, 2.0, -1.0}).set_label("x");
  Tensor y = tanh(matmul(w, x));
  Tensor loss = sum(y * y);
  loss.backward(true);  // true: keep the graph, to look at it
  y.set_label("y");
  loss.set_label("loss");
}

}  // namespace

std::vector<SteppedProgram> stepped_programs() {
  return {{"loss_of_values", loss_of_values}, {"loss_of_tensors", loss_of_tensors}};
}

}  // namespace holo
