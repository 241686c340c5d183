// misconception: relu of a negative number is 0, not its absolute value
namespace answer {

double relu(double x) { return x > 0 ? x : -x; }

double relu_backward(double x, double upstream) { return x > 0 ? upstream : -upstream; }

}  // namespace answer
