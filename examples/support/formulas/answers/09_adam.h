// 09_adam.h: the answer of the exercise, from the reader's formulas: those of one parameter.
#include <cmath>

#include "support/formulas/reader_formula.h"

namespace answer {

using Vector = std::vector<double>;

struct Adam {
  double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0;
  Vector m, v;
  int steps = 0;

  void step(Vector& parameters, const Vector& gradients) {
    m.resize(parameters.size());
    v.resize(parameters.size());
    ++steps;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const formulas::Given given = {{"p", parameters[i]},
                                     {"g", gradients[i]},
                                     {"m", m[i]},
                                     {"v", v[i]},
                                     {"rate", rate},
                                     {"beta1", beta1},
                                     {"beta2", beta2},
                                     {"beta1_t", std::pow(beta1, steps)},
                                     {"beta2_t", std::pow(beta2, steps)},
                                     {"epsilon", epsilon},
                                     {"decay", decay}};
      m[i] = formulas::formula("m_new", given);
      v[i] = formulas::formula("v_new", given);
      parameters[i] = formulas::formula("p_new", given);
    }
  }
};

}  // namespace answer
