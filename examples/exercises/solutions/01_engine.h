// The solution of 01_engine.
#include <vector>

namespace answer {

struct Node {
  double data;
  double grad;  // d(loss) / d(this number), after backward
  int a, b;     // the two numbers that it was made of: their places on the tape, or -1
  double da;    // d(this number) / d(the number a)
  double db;    // d(this number) / d(the number b)
};

std::vector<Node> tape;  // in the order in which the numbers were made
Node& at(int place) { return tape[static_cast<size_t>(place)]; }

struct Number {
  int place;
  double data() const { return at(place).data; }
  double grad() const { return at(place).grad; }
};

Number push(Node node) {
  tape.push_back(node);
  return {static_cast<int>(tape.size()) - 1};
}

Number number(double data) { return push({data, 0, -1, -1, 0, 0}); }

Number operator+(Number x, Number y) {
  return push({x.data() + y.data(), 0, x.place, y.place, 1, 1});
}
Number operator*(Number x, Number y) {
  return push({x.data() * y.data(), 0, x.place, y.place, y.data(), x.data()});
}

void backward(Number loss) {
  for (Node& node : tape) node.grad = 0;
  at(loss.place).grad = 1;
  for (size_t i = tape.size(); i-- > 0;) {
    const Node& node = tape[i];
    if (node.a >= 0) at(node.a).grad += node.grad * node.da;
    if (node.b >= 0) at(node.b).grad += node.grad * node.db;
  }
}

}  // namespace answer
