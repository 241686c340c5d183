// formula_exercise.cpp: the list, and a verdict in words.
#include "support/formulas/formula_exercise.h"

#include <fmt/format.h>

#include "files/text.h"

namespace holo {

const std::vector<FormulaExercise>& formula_exercises() {
  static const std::vector<FormulaExercise> all = {
      {"03_neuron_step", {"w", "b", "x", "target", "rate"}, {"w_new", "b_new"}, ""},
      {"09_adam",
       {"p", "g", "m", "v", "rate", "beta1", "beta2", "beta1_t", "beta2_t", "epsilon", "decay"},
       {"m_new", "v_new", "p_new"},
       "beta1_t is beta1 to the power of the steps with this one, beta2_t that of beta2."},
      {"14_squared_relu", {"z", "gradient"}, {"squared_relu", "derivative", "backward"}, ""},
      {"17_holo_gate_flow_inverse",
       {"x2", "y2", "s", "t"},
       {"forward", "inverse"},
       "They are those of one number: its x2 or y2, its scale and its shift."},
      {"stage_02_functions",
       {"x", "y", "n", "a", "b"},
       {"d_exp", "d_log", "d_pow", "d_tanh", "d_negative", "d_minus_a", "d_minus_b", "d_divide_a",
        "d_divide_b"},
       "Each is a local derivative: d_exp that of y = exp(x) for x, d_pow that of x to the power "
       "n, "
       "d_divide_b that of y = a / b for b. That of relu is no formula, and is left out."},
  };
  return all;
}

std::string FormulaVerdict::text(const std::string& exercise) const {
  if (right()) return fmt::format("{}: done, {} checks\n", exercise, passed);
  std::string out = exercise + ": not yet\n";
  if (!sentence.empty()) out += "  " + sentence + '\n';
  for (const std::string& line : lines) out += "  " + line + '\n';
  return out;
}

std::string FormulaVerdict::json() const {
  std::string all;
  for (const std::string& line : lines) all += (all.empty() ? "" : ",") + json_string(line);
  return fmt::format("{{\"passed\":{},\"sentence\":{},\"lines\":[{}]}}\n", passed,
                     json_string(sentence), all);
}

}  // namespace holo
