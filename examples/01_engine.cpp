// 01_engine: an engine, whole: numbers that remember how they were made, and the loop that follows
// this backward. It includes nothing of the library, so it has none of its flags.
#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <vector>

// ---- the engine ----

struct Edge {
  std::size_t parent;  // its place in the list of nodes
  double local;        // the local derivative: d node / d parent
};

struct Node {
  double data, grad;  // the number; d loss / d number
  std::vector<Edge> edges;
};

std::vector<Node> nodes;  // a node comes after its parents

struct Number {
  std::size_t node;
  double data() const { return nodes[node].data; }
  double grad() const { return nodes[node].grad; }
};

Number record(double data, const std::vector<Edge>& edges) {
  nodes.push_back({data, 0, edges});
  return {nodes.size() - 1};
}

Number operator+(Number a, Number b) {
  return record(a.data() + b.data(), {{a.node, 1}, {b.node, 1}});
}

Number operator*(Number a, Number b) {
  return record(a.data() * b.data(), {{a.node, b.data()}, {b.node, a.data()}});
}

void backward(Number loss) {
  nodes[loss.node].grad = 1;
  for (std::size_t i = loss.node + 1; i-- > 0;) {
    for (const Edge& edge : nodes[i].edges) nodes[edge.parent].grad += edge.local * nodes[i].grad;
  }
}

// ---- two mistakes ----

// A node has its turn before its gradient has arrived.
void backward_oldest_first(Number loss) {
  nodes[loss.node].grad = 1;
  for (std::size_t i = 0; i <= loss.node; ++i) {
    for (const Edge& edge : nodes[i].edges) nodes[edge.parent].grad += edge.local * nodes[i].grad;
  }
}

// = in place of +=: of several parts of a gradient only the last one stays.
void backward_overwriting(Number loss) {
  nodes[loss.node].grad = 1;
  for (std::size_t i = loss.node + 1; i-- > 0;) {
    for (const Edge& edge : nodes[i].edges) nodes[edge.parent].grad = edge.local * nodes[i].grad;
  }
}

// ---- what it is used for ----

double loss_of(double x, double w, double b) {
  const double y = x * w + b;
  return y * y;
}

// The same formula for Numbers, which are also written down.
Number loss_of(Number x, Number w, Number b) {
  const Number y = x * w + b;
  return y * y;
}

void nudge() {
  const double x = 3, w = 2, b = -1, h = 0.001;
  const double loss = loss_of(x, w, b);
  const auto print = [&](char name, double nudged) {
    fmt::print("{} + {}: the loss {} becomes {:.6f}, a change of {:.3f} times {}\n", name, h, loss,
               nudged, (nudged - loss) / h, h);
  };
  fmt::print("1. a nudge\n");
  print('x', loss_of(x + h, w, b));
  print('w', loss_of(x, w + h, b));
  print('b', loss_of(x, w, b + h));
}

void differentiate(const char* title, void (*send_back)(Number)) {
  nodes.clear();
  const Number x = record(3, {}), w = record(2, {}), b = record(-1, {});
  const Number loss = loss_of(x, w, b);
  send_back(loss);
  fmt::print("\n{}\nloss {}: dx {}, dw {}, db {}\n", title, loss.data(), x.grad(), w.grad(),
             b.grad());
}

int main(int argc, char**) {
  if (argc > 1) {
    fmt::print(
        stderr,
        "error: 01_engine: a flag or a word; expected none. Try: 01_value, which has --step\n");
    return 2;
  }
  nudge();
  differentiate("2. backward", backward);
  differentiate("3. a mistake: the oldest node first", backward_oldest_first);
  differentiate("4. a mistake: = in place of +=", backward_overwriting);
}
