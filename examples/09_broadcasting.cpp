// 09_broadcasting: arrays of different shapes in one formula, and its backward: what was repeated
// in the forward pass is summed in the backward pass.
#include <fmt/format.h>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/tensor_print.h"
#include "support/recorded/command_line.h"

using namespace holo;

// Shapes are aligned at their last dimension. A size of 1, or a dimension that is not there, is
// repeated.
void the_rule() {
  fmt::print("1. the rule\n");
  const Tensor matrix = tensor({{1, 2, 3}, {4, 5, 6}});
  const Tensor row = tensor({10, 20, 30});
  const Tensor column = tensor({{100}, {200}});
  fmt::print("[2,3] + [3]   = {}\n", to_string(matrix + row));
  fmt::print("[2,3] + [2,1] = {}\n", to_string(matrix + column));
  fmt::print("[2,1] + [3]   = {}\n", to_string(column + row));
}

// y = x + b with b repeated for both rows: each b[j] is used twice, so its gradient is the sum of
// two.
void repeated_then_summed() {
  Tensor x = tensor({{1, 2, 3}, {4, 5, 6}}).set_requires_grad();
  Tensor b = tensor({0.5, -0.5, 0}).set_requires_grad();
  const Tensor y = x + b;
  y.backward(tensor({{1, 2, 3}, {10, 20, 30}}));
  fmt::print("\n2. repeated, then summed\ndy = [[1, 2, 3], [10, 20, 30]]\n");
  fmt::print("dx = {}\ndb = {}\n", to_string(x.grad()), to_string(b.grad()));
}

// The same bias, repeated by hand: one op that repeats, one that adds. broadcast_to has a backward
// of its own, and it is the sum.
void by_hand() {
  Tensor b = tensor({0.5, -0.5, 0}).set_requires_grad();
  const Tensor repeated = broadcast_to(b, {2, 3});
  repeated.backward(tensor({{1, 2, 3}, {10, 20, 30}}));
  fmt::print("\n3. the same by hand\ndb = {}\n", to_string(b.grad()));
}

// A product with a column: the gradient of the column sums over its row, with the other factor.
void a_product() {
  const Tensor x = tensor({{1, 2, 3}, {4, 5, 6}});
  Tensor scale = tensor({{2}, {3}}).set_requires_grad();
  sum(x * scale).backward();
  fmt::print("\n4. a product\nd(sum(x scale))/dscale = {}\n", to_string(scale.grad()));
}

// What a layer norm is made of: means keep their dimension with size 1, and are repeated.
void centred() {
  const Tensor x = tensor({{1, 2, 3}, {4, 5, 9}});
  const Tensor y = x - mean(x, -1, true);
  fmt::print("\n5. keepdim\nx - mean(x, -1, true) = {}\n", to_string(y));
}

void program(int argc, char** argv) {
  CommandLine(argc, argv, "Arrays of different shapes in one formula.").finish();
  the_rule();
  repeated_then_summed();
  by_hand();
  a_product();
  centred();
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
