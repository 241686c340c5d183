// misconception: the derivative of relu where x > 0 is 1, not x
namespace answer {

double relu(double x) { return x > 0 ? x : 0; }

double relu_backward(double x, double upstream) { return x > 0 ? x * upstream : 0; }

}  // namespace answer
