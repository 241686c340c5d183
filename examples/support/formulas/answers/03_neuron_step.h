// 03_neuron_step.h: the answer of the exercise, from the reader's formulas.
#include "support/formulas/reader_formula.h"

namespace answer {

struct Neuron {
  double w, b;
};

inline Neuron step(Neuron neuron, double x, double target, double rate) {
  const formulas::Given given = {
      {"w", neuron.w}, {"b", neuron.b}, {"x", x}, {"target", target}, {"rate", rate}};
  return {formulas::formula("w_new", given), formulas::formula("b_new", given)};
}

}  // namespace answer
