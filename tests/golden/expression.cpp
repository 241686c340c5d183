// expression.cpp: the formulas of golden cases, config.expr, written in C++: for Values, for
// tensors, or for both.
#include <limits>
#include <optional>

#include "golden/judge.h"
#include "golden/tensor_ops.h"
#include "holo/ops.h"
#include "holo/value.h"

namespace golden {
namespace {

using holo::Tensor, holo::Value;

// Value has no op of that name; its formula is in math.h all the same.
Value gelu_tanh(const Value& x) { return holo::apply<holo::math::GeluTanh>(holo::Op::gelu, x); }

// Value or Tensor; nothing for any other formula.
template <class T, class Get>
std::optional<T> scalar_formula(const std::string& formula, const Get& input) {
  const auto named = [&](const char* name) { return [&input, name] { return input(name); }; };
  const auto a = named("a"), b = named("b"), c = named("c"), d = named("d");
  if (formula == "a + b") return a() + b();
  if (formula == "a - b") return a() - b();
  if (formula == "a * b") return a() * b();
  if (formula == "a / b") return a() / b();
  if (formula == "-a") return -a();
  if (formula == "a ** 2") return pow(a(), 2);
  if (formula == "a ** -1") return pow(a(), -1);
  if (formula == "a ** 3") return pow(a(), 3);
  if (formula == "exp(a)") return exp(a());
  if (formula == "log(a)") return log(a());
  if (formula == "tanh(a)") return tanh(a());
  if (formula == "sigmoid(a)") return sigmoid(a());
  if (formula == "relu(a)") return relu(a());
  if (formula == "relu(a) ** 2") return pow(relu(a()), 2);
  if (formula == "silu(a)") return silu(a());
  if (formula == "gelu(a)") return gelu(a());
  if (formula == "gelu_tanh(a)") return gelu_tanh(a());
  if (formula == "3 - a") return 3 - a();
  if (formula == "2.5 / a") return 2.5 / a();
  if (formula == "a*a + a") return a() * a() + a();
  if (formula == "(a+b) * (a-b) + (a+b)") return (a() + b()) * (a() - b()) + (a() + b());
  if (formula == "tanh(tanh(tanh(a*b + c)) * a) + tanh(a*b + c)") {
    return tanh(tanh(tanh(a() * b() + c())) * a()) + tanh(a() * b() + c());
  }
  if (formula == "tanh(a*b + c*d + e)") return tanh(a() * b() + c() * d() + input("e"));
  if (formula == "(a*b + c*d) * (a*c + d*b)") {
    return (a() * b() + c() * d()) * (a() * c() + d() * b());
  }
  if (formula == "silu(a*b) * (a*c) * d") return silu(a() * b()) * (a() * c()) * d();
  if (formula == "log(exp(a) + exp(b) + exp(c))") return log(exp(a()) + exp(b()) + exp(c()));
  return std::nullopt;
}

}  // namespace

Value evaluate(const std::string& formula, const std::map<std::string, Value>& names) {
  const auto y = scalar_formula<Value>(formula, [&](const char* name) { return names.at(name); });
  if (!y) throw Skip{"no formula " + formula};
  return *y;
}

Tensor evaluate(const std::string& formula, const Inputs& in) {
  const auto get = [&](const char* name) { return in.tensor(name); };
  const auto named = [&](const char* name) { return [&get, name] { return get(name); }; };
  if (const auto y = scalar_formula<Tensor>(formula, get)) return *y;
  const auto a = named("a"), b = named("b"), x = named("x");
  if (formula == "x*x*x + exp(x)*x") return x() * x() * x() + exp(x()) * x();
  if (formula == "(a+b)*(a-b) + a*b*b") return (a() + b()) * (a() - b()) + a() * b() * b();
  if (formula == "softmax(masked_fill(x, mask, -inf), -1)") {
    return softmax(masked_fill(x(), get("mask"), -std::numeric_limits<double>::infinity()), -1);
  }
  if (formula == "reshape(permute(x, dims), shape)") {
    return reshape(permute(x(), {2, 0, 1}), {4, -1});
  }
  if (formula == "transpose(x,0,-1) * 2 + exp(transpose(x,0,-1))") {
    return transpose(x(), 0, -1) * 2 + exp(transpose(x(), 0, -1));
  }
  if (formula == "x[:, :3] * x[:, 1:4]") return slice(x(), 1, 0, 3) * slice(x(), 1, 1, 4);
  if (formula == "cat([x, x, y], 0)") return holo::cat({x(), x(), get("y")}, 0);
  if (formula == "split(x,[2,rest],-1)[0] summed twice") {
    const Tensor y = split(x(), {2, x().size(-1) - 2}, -1)[0];
    return y + y;
  }
  if (formula == "matmul(x, transpose(x,-1,-2))") return matmul(x(), transpose(x(), -1, -2));
  if (formula == "matmul(permute(a,[0,2,1,3]), permute(b,[0,2,3,1]))") {
    return matmul(permute(a(), {0, 2, 1, 3}), permute(b(), {0, 2, 3, 1}));
  }
  throw Skip{"no formula " + formula};
}

}  // namespace golden
