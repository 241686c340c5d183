// sheet_examples.cpp: what each of them shows is told in docs/playground.md.
#include "playground/sheet.h"

namespace holo {

const std::vector<SheetExample>& sheet_examples() {
  static const std::vector<SheetExample> all = {
      {"chain-rule", R"(x = 3
w = 2
b = -1
y = x * w + b
loss = y^2
)"},
      {"used-twice", R"(x = 3
y = x * x + x
)"},
      {"neuron", R"(x1 = 2
x2 = 0.5
w1 = -3
w2 = 1
b = 6.7
sum = x1 * w1 + x2 * w2 + b
out = tanh(sum)
)"},
      {"descent", R"(x = 5
x1 = x - 0.3 * (2 * x)    # the slope of x^2 is 2 x
x2 = x1 - 0.3 * (2 * x1)
x3 = x2 - 0.3 * (2 * x2)
loss = x3^2
)"},
      {"gate", R"(x = 2
y = 2
open = 3
shut = -3
kept = x * sigmoid(open)
lost = y * sigmoid(shut)
out = kept + lost
)"},
      {"dead-relu", R"(x = 1
w = -2
b = 0.5
h = w * x + b
out = relu(h) + 0.1
)"},
      {"squared-relu", R"(x = 0
a = relu(x)
b = relu2(x)
out = a + b
)"},
      {"vanishing", R"(x = 3
h1 = tanh(2 * x)
h2 = tanh(2 * h1)
h3 = tanh(2 * h2)
h4 = tanh(2 * h3)
)"},
      {"softmax", R"(a = 2
b = 1
c = -1
sum = exp(a) + exp(b) + exp(c)
p = exp(b) / sum          # the probability of b
loss = -log(p)
)"},
      {"nan", R"(x = 2
y = 2
d = x - y
norm = sqrt(d^2)
unit = d / norm
loss = (unit - 1)^2
)"},
  };
  return all;
}

}  // namespace holo
