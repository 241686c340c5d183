// stage_02_functions.cpp: the second stage of the project by formulas: the local derivatives of the
// functions. What the engine of a student does besides is done here, and what a wrong one gives is
// in the model of the stage, which its check uses too.
#include <string>
#include <utility>
#include <vector>

#include "exercises/project/stage_02_functions/model.h"
#include "exercises/support/check.h"
#include "support/formulas/reader_formula.h"

namespace formulas::functions {
namespace {

namespace model = project::functions;
using Places = std::vector<std::pair<double, double>>;

// y = f(x) or f(a, b). `dx` and `db` are the reader's lines for it; of a function of one number the
// second is "".
struct Function {
  std::string name, dx, db;
  Places places;
  const std::vector<model::Rule>& rules;
};

// As in the check of the stage: loss = y^2 + 0.3 y, with y = f(0.8 x, 1.1 b).
void check_function(Checks& checks, const Function& function) {
  project::Measured got;
  for (const auto& [x, b] : function.places) {
    const double u = 0.8 * x, v = 1.1 * b, y = function.rules[0].value(u, v);
    const Given given = {{"x", u}, {"y", y}, {"n", v}, {"a", u}, {"b", v}};
    const double upstream = 2 * y + 0.3;
    const std::string where = function.name + " with x = " + exercise::shown(u) + ": ";
    got.add(where + "value", y);
    got.add(where + "d loss / dx", upstream * formula(function.dx, given) * 0.8);
    got.add(where + "d loss / db",
            function.db.empty() ? 0 : upstream * formula(function.db, given) * 1.1);
  }
  std::vector<std::string> sentences;
  for (std::size_t i = 1; i < function.rules.size(); ++i)
    sentences.push_back(function.name + ": " + function.rules[i].sentence);
  exercise::judge(
      checks, got,
      [&](const project::Made& made) {
        std::size_t rule = 0;
        for (std::size_t i = 1; i < function.rules.size(); ++i) {
          if (made(static_cast<int>(i) - 1)) rule = i;
        }
        std::vector<double> numbers;
        for (const auto& [x, b] : function.places) {
          for (const double number : model::numbers_by(function.rules[rule], x, b))
            numbers.push_back(number);
        }
        return numbers;
      },
      sentences);
}

void check(Checks& checks) {
  const Places any = {{-1.3, 0.7}, {0.4, -1.9}, {1.7, 1.2}},
               positive = {{0.35, 0.7}, {1.1, -1.9}, {2.6, 1.2}},
               powers = {{0.35, -0.5 / 1.1}, {2.6, 3 / 1.1}, {1.9, 2 / 1.1}};
  for (const Function& function :
       {Function{"exp", "d_exp", "", any, model::exp_rules},
        {"log", "d_log", "", positive, model::log_rules},
        {"pow", "d_pow", "", powers, model::pow_rules},
        {"tanh", "d_tanh", "", any, model::tanh_rules},
        {"-x", "d_negative", "", any, model::negative_rules},
        {"a - b", "d_minus_a", "d_minus_b", any, model::minus_rules},
        {"a / b", "d_divide_a", "d_divide_b", any, model::quotient_rules}}) {
    check_function(checks, function);
  }
}

[[maybe_unused]] const bool added = exercise::add("stage_02_functions", "", check);

}  // namespace
}  // namespace formulas::functions
