#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>

using answer::gate_backward;
using answer::gated_mlp;
using answer::silu;
using answer::Vector;

const double log3 = std::log(3);  // sigmoid(log3) is 0.75

void check_forward(Checks& checks) {
  checks.equal("silu of log 3", silu(log3), 0.75 * log3,
               {{0.75, "SiLU is z * sigmoid(z): yours is the sigmoid"}});
  checks.equal("silu of 0", silu(0), 0);
  const double s = std::exp(2) / (1 + std::exp(2)) * 2;  // silu(2)
  checks.equal(
      "x = 1, value 2, gate log 3, w2 = 1", gated_mlp({1}, {{2}, {log3}}, {{1}}), 1.5 * log3,
      {{s * log3, "the activation is for the gate, the second half: yours is on the value"},
       {2 + 0.75 * log3, "the gate multiplies the value: yours is added"},
       {2 * log3, "the gate goes through SiLU before it multiplies: yours is bilinear"},
       {1.5, "SiLU is z * sigmoid(z): yours is the sigmoid"},
       {s * 0.75 * log3, "the value has no activation: SiLU is for the gate alone"}});
  checks.equal("values 1 and 2, gates log 3 and 0, w2 = (10, 100)",
               gated_mlp({1}, {{1}, {2}, {log3}, {0}}, {{10, 100}}), 7.5 * log3,
               {{10 * s, "the first half of the rows is the value: yours take turns"}});
  checks.equal("x = (1, 2), w1 = (3, 4), (log 3, 0), w2 = (1), (-2)",
               gated_mlp({1, 2}, {{3, 4}, {log3, 0}}, {{1}, {-2}}),
               {11 * 0.75 * log3, -22 * 0.75 * log3});
}

// The derivative of SiLU at log 3 is 0.75 + log3 * 0.75 * 0.25.
void check_backward(Checks& checks) {
  const double derivative = 0.75 + log3 * 0.1875;
  const auto at = gate_backward({2, 2}, {log3, 0}, {10, 10});
  checks.equal("value (2, 2), gate (log 3, 0), gradient (10, 10): d(loss)/d(value)", at.value,
               {7.5 * log3, 0},
               {{{10 * log3, 0}, "the value was multiplied by silu(gate), so its gradient is too"},
                {{20 * derivative, 10}, "the gradients of value and gate are exchanged"},
                {{0.75 * log3, 0}, "multiply by the gradient that comes from above"}});
  checks.equal(
      "value (2, 2), gate (log 3, 0), gradient (10, 10): d(loss)/d(gate)", at.gate,
      {20 * derivative, 10},
      {{{20, 20}, "the gradient of the gate goes through SiLU: its derivative is missing"},
       {{20 * 0.1875 * log3, 0},
        "the derivative of SiLU has two terms: z occurs twice in z * sigmoid(z)"},
       {{15, 10}, "the sigmoid in SiLU depends on z too: add z * sigmoid * (1 - sigmoid)"},
       {{20 * 0.1875, 5}, "this is the derivative of the sigmoid: take that of z * sigmoid(z)"},
       {{2 * derivative, 1}, "multiply by the gradient that comes from above"},
       {{10 * derivative, 5},
        "the gate multiplied the value: the value is missing in its gradient"}});
}

void check(Checks& checks) {
  check_forward(checks);
  check_backward(checks);
}

HOLO_EXERCISE("14_gated_mlp", check)
