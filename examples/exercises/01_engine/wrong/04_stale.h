// misconception: the gradients of the call before are still there: set all of them to 0 when backward begins
#include <vector>

namespace answer {

struct Node {
  double data;
  double grad;
  int a, b;
  double da;
  double db;
};

std::vector<Node> tape;
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
  at(loss.place).grad = 1;
  for (size_t i = tape.size(); i-- > 0;) {
    const Node& node = tape[i];
    if (node.a >= 0) at(node.a).grad += node.grad * node.da;
    if (node.b >= 0) at(node.b).grad += node.grad * node.db;
  }
}

}  // namespace answer
