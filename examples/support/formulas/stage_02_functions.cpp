// stage_02_functions.cpp: the second stage of the project by formulas: the local derivatives of the
// functions. What the engine of a student does besides is done here.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "exercises/project/stage_02_functions/mistakes.h"
#include "exercises/support/judge.h"
#include "support/formulas/reader_formula.h"

namespace formulas::functions {
namespace {

using exercise::Measured;
using Places = std::vector<std::pair<double, double>>;

// y = f(x) or f(a, b). `dx` and `db` are the reader's lines for it; of a function of one number the
// second is "". As in the check of the stage: loss = y^2 + 0.3 y, with y = f(0.8 x, 1.1 b).
void measure(Measured& got, const std::string& name, double (*function)(double, double),
             const std::string& dx, const std::string& db, const Places& places) {
  for (const auto& [x, b] : places) {
    const double u = 0.8 * x, v = 1.1 * b, y = function(u, v);
    const Given given = {{"x", u}, {"y", y}, {"n", v}, {"a", u}, {"b", v}};
    const double upstream = 2 * y + 0.3;
    const std::string where = name + " with x = " + exercise::shown(u) + ": ";
    got.add(where + "value", y);
    got.add(where + "d loss / dx", upstream * formula(dx, given) * 0.8);
    got.add(where + "d loss / db", db.empty() ? 0 : upstream * formula(db, given) * 1.1);
  }
}

void check(Checks& checks) {
  exercise::Measurements all(checks, functions_mistakes);
  const Places any = {{-1.3, 0.7}, {0.4, -1.9}, {1.7, 1.2}};
  const auto group = [&](const std::string& name, double (*function)(double, double),
                         const std::string& dx, const std::string& db, const Places& places) {
    all.group(name, [&](Measured& got) { measure(got, name, function, dx, db, places); });
  };
  group(
      "exp", [](double x, double) { return std::exp(x); }, "d_exp", "", any);
  group("log", [](double x, double) { return std::log(x); }, "d_log", "",
        {{0.35, 0.7}, {1.1, -1.9}, {2.6, 1.2}});
  group("pow", [](double x, double n) { return std::pow(x, n); }, "d_pow", "",
        {{0.35, -0.5 / 1.1},
         {1.1, -0.5 / 1.1},
         {2.6, -0.5 / 1.1},
         {-0.35, 3 / 1.1},
         {2.6, 3 / 1.1},
         {-0.35, 2 / 1.1},
         {2.6, 2 / 1.1}});
  // Its derivative is not asked for: it has two cases.
  all.group("relu", [](Measured& got) {
    for (double x : {-1.3, 0.0, 0.7, 2.2}) {
      const double y = x > 0 ? 0.8 * x : 0;
      got.add("relu", {y, x > 0 ? (2 * y + 0.3) * 0.8 : 0, 0});
    }
  });
  group(
      "tanh", [](double x, double) { return std::tanh(x); }, "d_tanh", "", any);
  group(
      "-x", [](double x, double) { return -x; }, "d_negative", "", any);
  group(
      "a - b", [](double a, double b) { return a - b; }, "d_minus_a", "d_minus_b", any);
  group(
      "a / b", [](double a, double b) { return a / b; }, "d_divide_a", "d_divide_b", any);
  all.judge();
}

[[maybe_unused]] const bool added = exercise::add("stage_02_functions", "", check);

}  // namespace
}  // namespace formulas::functions
