// misconception: you give the derivative alone: multiply it by the upstream gradient
namespace answer {

double relu(double x) { return x > 0 ? x : 0; }

double relu_backward(double x, double upstream) { return x > 0 ? 1 : 0; }

}  // namespace answer
