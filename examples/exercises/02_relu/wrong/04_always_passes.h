// misconception: where x < 0 the result is 0 whatever x is: no gradient passes there
namespace answer {

double relu(double x) { return x > 0 ? x : 0; }

double relu_backward(double x, double upstream) { return upstream; }

}  // namespace answer
