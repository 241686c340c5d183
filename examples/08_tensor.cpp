// 08_tensor: one layer of neurons, first with a Value for each number, then with a Tensor for each
// array. The idea is the same; the nodes are larger and fewer.
#include <fmt/format.h>

#include <vector>

#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/tensor_print.h"
#include "holo/value.h"
#include "support/recorded/command_line.h"

using namespace holo;

// y = tanh(W x), loss = sum of y^2, for W of 2 x 3. Every number is a node.
void with_values() {
  std::vector<std::vector<Value>> w = {{Value(0.5), Value(-1.0), Value(0.25)},
                                       {Value(1.0), Value(0.5), Value(-0.5)}};
  std::vector<Value> x = {Value(1.0), Value(2.0), Value(-1.0)};
  Value loss(0.0);
  for (const std::vector<Value>& row : w) {
    const Value y = tanh(dot(row, x));
    loss += y * y;
  }
  loss.backward();
  fmt::print("1. with Values\nloss {:.6f}, {} nodes\n", loss.data(), Tape::current().node_count());
  for (const std::vector<Value>& row : w) {
    fmt::print("dW row: {:9.6f} {:9.6f} {:9.6f}\n", row[0].grad(), row[1].grad(), row[2].grad());
  }
}

// The same with a node for each array.
void with_tensors() {
  Tensor w = tensor({{0.5, -1.0, 0.25}, {1.0, 0.5, -0.5}}).set_requires_grad().set_label("W");
  Tensor x = tensor({1.0, 2.0, -1.0}).set_label("x");
  Tensor y = tanh(matmul(w, x));
  Tensor loss = sum(y * y);
  loss.backward(true);  // true: keep the graph, to look at it
  fmt::print("\n2. with Tensors\nloss {:.6f}\n", loss.item());
  print_graph(loss);
  fmt::print("dW = {}\n", to_string(w.grad()));
}

// Leaves add up what every backward brings, as Values do.
void gradients_add_up() {
  Tensor x = tensor({1, 2, 3}).set_requires_grad();
  sum(x * x).backward();
  fmt::print("\n3. gradients add up\nonce  {}\n", to_string(x.grad()));
  sum(x * x).backward();
  fmt::print("twice {}\n", to_string(x.grad()));
  x.zero_grad();
  sum(x * x).backward();
  fmt::print("after zero_grad {}\n", to_string(x.grad()));
}

// No gradient is asked for: nothing is recorded.
void without_a_graph() {
  Tensor w = ones({2, 2}).set_requires_grad();
  const NoGrad no_grad;
  const Tensor y = w * w;
  fmt::print("\n4. without a graph\ny requires a gradient: {}\n", y.requires_grad());
  w.fill_(0.5);  // what an optimizer does
  fmt::print("w after fill_: {}\n", to_string(w));
}

template <class F>
void refused(F call) {
  try {
    call();
    fmt::print("accepted\n");
  } catch (const Error& error) {
    fmt::print("{}\n", error.what());
  }
}

// Each of these calls is refused before it computes anything.
void what_is_refused() {
  fmt::print("\n5. what is refused\n");
  refused([] { ones({2, 3}) + ones({4, 3}); });
  refused([] { matmul(ones({2, 3}), ones({4, 3})); });
  Tensor x = tensor({1, 2}).set_requires_grad();
  refused([&] { (x * x).backward(); });
  const Tensor loss = sum(exp(x));
  loss.backward();
  refused([&] { loss.backward(); });
}

void program(int argc, char** argv) {
  CommandLine(argc, argv, "One layer of neurons, with Values and with Tensors.").finish();
  with_values();
  with_tensors();
  gradients_add_up();
  without_a_graph();
  what_is_refused();
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
