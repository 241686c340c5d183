// misconception: at x = 0 this course takes the derivative 0, as PyTorch does: ask for x > 0, not x >= 0
namespace answer {

double relu(double x) { return x > 0 ? x : 0; }

double relu_backward(double x, double upstream) { return x >= 0 ? upstream : 0; }

}  // namespace answer
