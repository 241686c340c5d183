// misconception: whether a gradient passes depends on the sign of x, not on the sign of the gradient
namespace answer {

double relu(double x) { return x > 0 ? x : 0; }

double relu_backward(double x, double upstream) { return upstream > 0 ? upstream : 0; }

}  // namespace answer
