// model.h: functions and their local derivatives, right and wrong: what a check compares an answer
// with.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "exercises/project/judge.h"

namespace project::functions {

// One way to calculate a function of x (and of n or b): its value, and its local derivatives.
struct Rule {
  std::string sentence;  // empty for the right one
  double (*value)(double x, double b);
  double (*dx)(double x, double b, double y);
  double (*db)(double x, double b, double y);
};

inline double zero(double, double, double) { return 0; }
inline double one(double, double, double) { return 1; }

inline const char* cut =
    "the result does not remember what it was made of: make it as you make a sum, not as a new "
    "number of a double";
inline const char* at_output =
    "the local derivative is taken at the result: it belongs to the number that goes in";
inline const char* is_one = "the local derivative is 1: how fast does the result grow with x here?";

inline double exp_of(double x, double) { return std::exp(x); }
inline double log_of(double x, double) { return std::log(x); }
inline double pow_of(double x, double n) { return std::pow(x, n); }
inline double relu_of(double x, double) { return x > 0 ? x : 0; }
inline double tanh_of(double x, double) { return std::tanh(x); }
inline double negative(double x, double) { return -x; }
inline double minus(double a, double b) { return a - b; }
inline double quotient(double a, double b) { return a / b; }

using D = double;
inline const std::vector<Rule> exp_rules = {
    {"", exp_of, [](D, D, D y) { return y; }, zero},
    {cut, exp_of, zero, zero},
    {at_output, exp_of, [](D, D, D y) { return std::exp(y); }, zero},
    {is_one, exp_of, one, zero},
    {"exp grows as fast as its result, not as fast as x", exp_of, [](D x, D, D) { return x; },
     zero},
    {"exp is no power of x: x * e^(x - 1) is the rule for x^n", exp_of,
     [](D x, D, D) { return x * std::exp(x - 1); }, zero}};
inline const std::vector<Rule> log_rules = {
    {"", log_of, [](D x, D, D) { return 1 / x; }, zero},
    {cut, log_of, zero, zero},
    {at_output, log_of, [](D, D, D y) { return 1 / y; }, zero},
    {is_one, log_of, one, zero},
    {"log grows more slowly where x is large: yours grows faster there", log_of,
     [](D x, D, D) { return x; }, zero},
    {"that is the logarithm with base 2: the course uses the natural one, std::log",
     [](D x, D) { return std::log2(x); }, [](D x, D, D) { return 1 / (x * std::log(2.0)); }, zero},
    {"that is the logarithm with base 10: the course uses the natural one, std::log",
     [](D x, D) { return std::log10(x); }, [](D x, D, D) { return 1 / (x * std::log(10.0)); },
     zero},
    {"the slope of log is 1 / x: log10 and log2 have another one, so take one function for both",
     [](D x, D) { return std::log2(x); }, [](D x, D, D) { return 1 / x; }, zero},
    {"the derivative of log has the wrong sign: log grows with x", log_of,
     [](D x, D, D) { return -1 / x; }, zero}};
inline const std::vector<Rule> pow_rules = {
    {"", pow_of, [](D x, D n, D) { return n * std::pow(x, n - 1); }, zero},
    {cut, pow_of, zero, zero},
    {at_output, pow_of, [](D, D n, D y) { return n * std::pow(y, n - 1); }, zero},
    {is_one, pow_of, one, zero},
    {"the derivative of a power has an exponent that is one less", pow_of,
     [](D, D n, D y) { return n * y; }, zero},
    {"the exponent comes down as a factor: it is missing", pow_of,
     [](D x, D n, D) { return std::pow(x, n - 1); }, zero},
    {"the factor is the exponent n, not n - 1", pow_of,
     [](D x, D n, D) { return (n - 1) * std::pow(x, n - 1); }, zero},
    {"the exponent of the derivative is one less than n, not one more", pow_of,
     [](D x, D n, D) { return n * std::pow(x, n + 1); }, zero},
    {"x^n grows with x: the derivative of n^x is another one", pow_of,
     [](D x, D, D y) { return y * std::log(x); }, zero},
    {"n may be a fraction or negative: yours becomes a whole number",
     [](D x, D n) { return std::pow(x, std::trunc(n)); },
     [](D x, D n, D) { return std::trunc(n) * std::pow(x, std::trunc(n) - 1); }, zero}};
inline const std::vector<Rule> relu_rules = {
    {"", relu_of, [](D x, D, D) { return x > 0 ? 1.0 : 0.0; }, zero},
    {cut, relu_of, zero, zero},
    {"where relu is 0 it stays 0 when x grows a little, so nothing is handed on there", relu_of,
     one, zero},
    {"at exactly 0 the course, as microgpt.py, takes the derivative 0", relu_of,
     [](D x, D, D) { return x >= 0 ? 1.0 : 0.0; }, zero},
    {"that is the value of relu: how fast does it grow?", relu_of,
     [](D x, D, D) { return x > 0 ? x : 0; }, zero},
    {"relu of a negative number is 0, not its absolute value", [](D x, D) { return std::abs(x); },
     [](D x, D, D) { return x > 0 ? 1.0 : -1.0; }, zero},
    {"relu lets positive numbers through: yours keeps the negative ones",
     [](D x, D) { return x < 0 ? x : 0; }, [](D x, D, D) { return x < 0 ? 1.0 : 0.0; }, zero},
    {"the result of relu is x itself where x is positive, not 1",
     [](D x, D) { return x > 0 ? 1.0 : 0.0; }, zero, zero}};
inline const std::vector<Rule> tanh_rules = {
    {"", tanh_of, [](D, D, D y) { return 1 - y * y; }, zero},
    {cut, tanh_of, zero, zero},
    {at_output, tanh_of, [](D, D, D y) { return 1 - std::tanh(y) * std::tanh(y); }, zero},
    {is_one, tanh_of, one, zero},
    {"it is the result that is squared, not x", tanh_of, [](D x, D, D) { return 1 - x * x; }, zero},
    {"the result is to be squared: how flat is tanh at -3 and at 3?", tanh_of,
     [](D, D, D y) { return 1 - y; }, zero},
    {"that is the derivative of the sigmoid, y (1 - y): tanh has another one", tanh_of,
     [](D, D, D y) { return y * (1 - y); }, zero},
    {"tanh grows everywhere: your derivative has the wrong sign", tanh_of,
     [](D, D, D y) { return y * y - 1; }, zero}};
inline const std::vector<Rule> negative_rules = {
    {"", negative, [](D, D, D) { return -1.0; }, zero},
    {cut, negative, zero, zero},
    {"the result has the other sign, but its gradient is handed on with the old one", negative, one,
     zero},
    {"- x is not x: the sign does not change", [](D x, D) { return x; }, one, zero}};
inline const std::vector<Rule> minus_rules = {
    {"", minus, one, [](D, D, D) { return -1.0; }},
    {cut, minus, zero, zero},
    {"if b grows, a - b becomes smaller: b gets the gradient with the other sign", minus, one, one},
    {"your difference is b - a", [](D a, D b) { return b - a; }, [](D, D, D) { return -1.0; }, one},
    {"your difference forgets b: only a gets a gradient", minus, one, zero},
    {"your difference is a sum", [](D a, D b) { return a + b; }, one, one}};
inline const std::vector<Rule> quotient_rules = {
    {"", quotient, [](D, D b, D) { return 1 / b; }, [](D a, D b, D) { return -a / (b * b); }},
    {cut, quotient, zero, zero},
    {"if b grows, a / b becomes smaller where a / b is positive: the sign is missing", quotient,
     [](D, D b, D) { return 1 / b; }, [](D a, D b, D) { return a / (b * b); }},
    {"your quotient is b / a", [](D a, D b) { return b / a; },
     [](D a, D b, D) { return -b / (a * a); }, [](D a, D, D) { return 1 / a; }},
    {"your quotient forgets b: only a gets a gradient", quotient, [](D, D b, D) { return 1 / b; },
     zero},
    {"how fast a / b changes with b depends on a too", quotient, [](D, D b, D) { return 1 / b; },
     [](D, D b, D) { return -1 / (b * b); }},
    {"1 / b is divided by b once more when b changes: the square is missing", quotient,
     [](D, D b, D) { return 1 / b; }, [](D a, D b, D) { return -a / b; }},
    {"your quotient is a product", [](D a, D b) { return a * b; }, [](D, D b, D) { return b; },
     [](D a, D, D) { return a; }}};

// y = f(u, v) with u = 0.8 x, v = 1.1 b; loss = y * y + 0.3 y: so the gradient of y is no 1.
inline std::vector<double> numbers_by(const Rule& rule, double x, double b) {
  const double u = 0.8 * x, v = 1.1 * b, y = rule.value(u, v);
  const double upstream = 2 * y + 0.3;
  return {y, upstream * rule.dx(u, v, y) * 0.8, upstream * rule.db(u, v, y) * 1.1};
}

}  // namespace project::functions
