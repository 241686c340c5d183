// ---- stage 10: tensors ----

#include <stdexcept>

// A table of numbers that is one entry of a tape of its own. Its numbers are row after row.
struct Tensor {
  Tensor(int rows, int columns, const std::vector<double>& numbers) {
    throw std::logic_error("not written yet: a Tensor of numbers");
  }
  std::vector<double> data() const {
    throw std::logic_error("not written yet: data() of a Tensor");
  }

  // d loss / d each number, after backward(loss).
  std::vector<double> grad() const {
    throw std::logic_error("not written yet: grad() of a Tensor");
  }
};

// Element by element. A Tensor of one row meets each row of the other one, a Tensor of one column
// each column, one of a single number all numbers.
Tensor operator+(Tensor a, Tensor b) { throw std::logic_error("not written yet: + of Tensors"); }
Tensor operator*(Tensor a, Tensor b) { throw std::logic_error("not written yet: * of Tensors"); }

// All numbers added up: a Tensor of one row and one column.
Tensor sum(Tensor x) { throw std::logic_error("not written yet: sum of a Tensor"); }

// The number (i, j) is the sum of the products of row i of a and column j of b.
Tensor matmul(Tensor a, Tensor b) { throw std::logic_error("not written yet: matmul"); }

// The loss is a Tensor of one number.
void backward(Tensor loss) { throw std::logic_error("not written yet: backward of a Tensor"); }
