// ops.cpp: the ops of ops.h by the names that golden cases give them, and the formulas of
// config.expr, written in C++: for Values, for tensors, or for both.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "golden/golden.h"
#include "holo/check.h"
#include "holo/compositions.h"
#include "holo/ops.h"
#include "holo/value.h"

namespace golden {
namespace {

using holo::Error, holo::Index, holo::Indices, holo::Reduction, holo::Tensor, holo::Value;
using Op = std::function<std::vector<Tensor>(const Inputs&)>;

template <class Integer>
std::vector<Integer> integers(const Json& array) {
  std::vector<Integer> list;
  for (const Json& item : array.items()) list.push_back(static_cast<Integer>(item.integer()));
  return list;
}

int dim(const Inputs& in, const char* name = "dim") {
  return static_cast<int>(in.config[name].integer());
}

// The arguments of a reduction; without dims it is over all elements.
struct Reduce {
  std::vector<int> dims;
  bool keepdim = false;
  Index correction = 1;
};

Reduce reduce_of(const Json& config) {
  Reduce how;
  const Json* const dims = config.find("dims");
  if (dims != nullptr && !dims->is_null()) {
    how.dims = dims->kind() == Json::Kind::number
                   ? std::vector<int>{static_cast<int>(dims->integer())}
                   : integers<int>(*dims);
  }
  how.keepdim = config.boolean_or("keepdim", false);
  how.correction = config.integer_or("correction", 1);
  return how;
}

Reduction reduction(const Json& config) {
  const std::string name = config.text_or("reduction", "mean");
  return name == "none" ? Reduction::none : name == "sum" ? Reduction::sum : Reduction::mean;
}

holo::AttentionOptions heads(const Json& config) {
  return {config["n_head"].integer(), config.integer_or("n_kv_head", 0),
          config.boolean_or("causal", true), config.number_or("scale", 0)};
}

std::vector<holo::Slice> slices(const Json& config) {
  const auto bound = [](const Json& number) {
    return number.is_null() ? std::optional<Index>() : number.integer();
  };
  std::vector<holo::Slice> list;
  for (const Json& triple : config["slices"].items()) {
    if (triple.is_null()) {
      list.emplace_back();
      continue;
    }
    const auto& parts = triple.items();
    holo::Slice one;
    if (parts.size() > 0) one.start = bound(parts[0]);
    if (parts.size() > 1) one.stop = bound(parts[1]);
    if (parts.size() > 2) one.step = bound(parts[2]).value_or(1);
    list.push_back(one);
  }
  return list;
}

std::vector<Tensor> numbered(const Inputs& in) {
  std::vector<Tensor> tensors;
  for (Index i = 0; i < in.config["n"].integer(); ++i) {
    tensors.push_back(in.tensor(fmt::format("x{}", i)));
  }
  return tensors;
}

std::vector<Tensor> run_graph(const Inputs& in) { return {evaluate(in.config["expr"].text(), in)}; }

// clang-format off
const std::map<std::string, Op>& runs_of_ops() {
  static const std::map<std::string, Op> runs = {
    {"pow_scalar", [](const Inputs& in) { return std::vector{pow(in.tensor("x"), in.config["exponent"].number())}; }},
    {"clamp", [](const Inputs& in) {
       const double infinity = std::numeric_limits<double>::infinity();
       return std::vector{clamp(in.tensor("x"), in.config.number_or("min", -infinity), in.config.number_or("max", infinity))}; }},
    {"where", [](const Inputs& in) { return std::vector{where(in.tensor("cond"), in.tensor("a"), in.tensor("b"))}; }},
    {"masked_fill", [](const Inputs& in) { return std::vector{masked_fill(in.tensor("x"), in.tensor("mask"), in.config["value"].number())}; }},
    {"dropout", [](const Inputs& in) { return std::vector{dropout(in.tensor("x"), in.config["p"].number(), in.tensor("keep"))}; }},
    {"softmax", [](const Inputs& in) { return std::vector{softmax(in.tensor("x"), dim(in))}; }},
    {"log_softmax", [](const Inputs& in) { return std::vector{log_softmax(in.tensor("x"), dim(in))}; }},
    {"logsumexp", [](const Inputs& in) { return std::vector{logsumexp(in.tensor("x"), dim(in), in.config.boolean_or("keepdim", false))}; }},
    {"masked_softmax", run_graph},
    {"graph", run_graph},
    {"cross_entropy", [](const Inputs& in) {
       return std::vector{cross_entropy(in.tensor("logits"), in.indices("target"), reduction(in.config), in.config.integer_or("ignore_index", -100))}; }},
    {"cross_entropy_masked", [](const Inputs& in) {
       return std::vector{cross_entropy(in.tensor("logits"), in.indices("target"), in.tensor("mask"))}; }},
    {"binary_cross_entropy_with_logits", [](const Inputs& in) {
       return std::vector{binary_cross_entropy_with_logits(in.tensor("logits"), in.tensor("targets"), reduction(in.config))}; }},
    {"mse", [](const Inputs& in) { return std::vector{mse(in.tensor("a"), in.tensor("b"), reduction(in.config))}; }},
    {"layernorm", [](const Inputs& in) {
       return std::vector{layer_norm(in.tensor("x"), in.tensor_or_empty("norm.weight"), in.tensor_or_empty("norm.bias"), in.config["eps"].number())}; }},
    {"rmsnorm", [](const Inputs& in) {
       return std::vector{rms_norm(in.tensor("x"), in.tensor_or_empty("norm.weight"), in.config["eps"].number())}; }},
    {"reshape", [](const Inputs& in) { return std::vector{reshape(in.tensor("x"), integers<Index>(in.config["shape"]))}; }},
    {"permute", [](const Inputs& in) { return std::vector{permute(in.tensor("x"), integers<int>(in.config["dims"]))}; }},
    {"transpose", [](const Inputs& in) { return std::vector{transpose(in.tensor("x"), dim(in, "dim0"), dim(in, "dim1"))}; }},
    {"slice", [](const Inputs& in) { return std::vector{slice(in.tensor("x"), slices(in.config))}; }},
    {"cat", [](const Inputs& in) { return std::vector{cat(numbered(in), dim(in))}; }},
    {"stack", [](const Inputs& in) { return std::vector{stack(numbered(in), dim(in))}; }},
    {"split", [](const Inputs& in) { return split(in.tensor("x"), integers<Index>(in.config["sizes"]), dim(in)); }},
    {"chunk", [](const Inputs& in) { return chunk(in.tensor("x"), in.config["chunks"].integer(), dim(in)); }},
    {"gather", [](const Inputs& in) { return std::vector{gather(in.tensor("x"), dim(in), in.indices("index"))}; }},
    {"embedding", [](const Inputs& in) { return std::vector{embedding(in.tensor("weight"), in.indices("index"))}; }},
    {"broadcast_to", [](const Inputs& in) { return std::vector{broadcast_to(in.tensor("x"), holo::Shape(integers<Index>(in.config["shape"])))}; }},
    {"squeeze", [](const Inputs& in) {
       const Json* const one = in.config.find("dim");
       return std::vector{one == nullptr || one->is_null() ? squeeze(in.tensor("x")) : squeeze(in.tensor("x"), dim(in))}; }},
    {"unsqueeze", [](const Inputs& in) { return std::vector{unsqueeze(in.tensor("x"), dim(in))}; }},
    {"matmul", [](const Inputs& in) { return std::vector{matmul(in.tensor("a"), in.tensor("b"))}; }},
    {"attention", [](const Inputs& in) {
       return std::vector{attention(in.tensor("q"), in.tensor("k"), in.tensor("v"), heads(in.config))}; }},
    {"attention_padded", [](const Inputs& in) {
       return std::vector{attention(in.tensor("q"), in.tensor("k"), in.tensor("v"), in.tensor("padding"), heads(in.config))}; }},
    {"elu", [](const Inputs& in) { return std::vector{elu(in.tensor("x"), in.config["alpha"].number())}; }},
    {"leaky_relu", [](const Inputs& in) { return std::vector{leaky_relu(in.tensor("x"), in.config["slope"].number())}; }},
    {"comparisons", [](const Inputs& in) {
       const Tensor &a = in.tensor("a"), &b = in.tensor("b");
       return std::vector{(a > b) * a, (a < b) * a, (a >= b) * a, (a <= b) * a, (a == b) * a, (a != b) * a}; }},
    {"assignments", [](const Inputs& in) {
       const Tensor &a = in.tensor("a"), &b = in.tensor("b");
       Tensor y = a + 0;
       y += b, y *= a, y -= b, y /= b, y += 2, y *= 3, y /= 4, y -= 5;
       return std::vector{y}; }},
    {"cumsum", [](const Inputs& in) { return std::vector{cumsum(in.tensor("x"), dim(in))}; }},
    {"select", [](const Inputs& in) { return std::vector{select(in.tensor("x"), dim(in), in.config["index"].integer())}; }},
    {"element", [](const Inputs& in) { return std::vector{in.tensor("x")[in.config["index"].integer()]}; }},
    {"flatten", [](const Inputs& in) { return std::vector{flatten(in.tensor("x"), dim(in, "first"))}; }},
    {"pad", [](const Inputs& in) {
       return std::vector{pad(in.tensor("x"), dim(in), in.config["before"].integer(), in.config["after"].integer(), in.config["value"].number())}; }},
    {"tril", [](const Inputs& in) { return std::vector{tril(in.tensor("x"), in.config["diagonal"].integer())}; }},
    {"triu", [](const Inputs& in) { return std::vector{triu(in.tensor("x"), in.config["diagonal"].integer())}; }},
    {"nll_loss", [](const Inputs& in) { return std::vector{nll_loss(in.tensor("x"), in.indices("target"), reduction(in.config))}; }},
    {"smoothed_cross_entropy", [](const Inputs& in) {
       return std::vector{smoothed_cross_entropy(in.tensor("x"), in.indices("target"), in.config["smoothing"].number())}; }},
    {"linear", [](const Inputs& in) { return std::vector{linear(in.tensor("x"), in.tensor("weight"), in.tensor_or_empty("bias"))}; }},
  };
  return runs;
}
// clang-format on

using UnaryOp = Tensor (*)(const Tensor&);
using BinaryOp = Tensor (*)(const Tensor&, const Tensor&);

// The op called "exp", "gelu_tanh", ...; nothing for any other name.
std::optional<UnaryOp> unary_op(const std::string& name) {
  static const std::map<std::string, UnaryOp> ops = {
      {"neg", holo::neg},
      {"exp", holo::exp},
      {"log", holo::log},
      {"sqrt", holo::sqrt},
      {"rsqrt", holo::rsqrt},
      {"reciprocal", holo::reciprocal},
      {"square", holo::square},
      {"abs", holo::abs},
      {"sin", holo::sin},
      {"cos", holo::cos},
      {"tanh", holo::tanh},
      {"sigmoid", holo::sigmoid},
      {"softplus", holo::softplus},
      {"relu", holo::relu},
      {"relu2", holo::relu2},
      {"gelu", holo::gelu},
      {"gelu_tanh", holo::gelu_tanh},
      {"silu", holo::silu},
  };
  const auto found = ops.find(name);
  return found == ops.end() ? std::nullopt : std::optional(found->second);
}

std::optional<BinaryOp> binary_op(const std::string& name) {
  static const std::map<std::string, BinaryOp> ops = {
      {"add", holo::add}, {"sub", holo::sub},         {"mul", holo::mul},
      {"div", holo::div}, {"maximum", holo::maximum}, {"minimum", holo::minimum},
      {"pow", holo::pow},
  };
  const auto found = ops.find(name);
  return found == ops.end() ? std::nullopt : std::optional(found->second);
}

// sum, mean, max, min, var or stddev. max reduces several dimensions one after the other.
Tensor reduced(const std::string& op, const Tensor& x, const Reduce& how) {
  std::vector<int> dims;
  for (const int d : how.dims) dims.push_back(d < 0 ? d + x.ndim() : d);
  if (op == "max" || op == "min") {
    const auto one = [&](const auto&... arguments) {
      return op == "max" ? max(arguments...) : min(arguments...);
    };
    if (x.ndim() == 0 || (dims.empty() && !how.keepdim)) return one(x);
    for (int d = 0; how.dims.empty() && d < x.ndim(); ++d) dims.push_back(d);
    std::sort(dims.rbegin(), dims.rend());  // so that the numbers of the others stay
    Tensor y = x;
    for (const int d : dims) y = one(y, d, how.keepdim);
    return y;
  }
  if (dims.empty() && !how.keepdim) {
    if (op == "stddev") return stddev(x, holo::Correction(how.correction));
    return op == "sum" ? sum(x) : op == "mean" ? mean(x) : var(x, holo::Correction(how.correction));
  }
  for (int d = 0; how.dims.empty() && d < x.ndim(); ++d) dims.push_back(d);
  const holo::Dims over(dims);
  if (op == "sum") return sum(x, over, how.keepdim);
  if (op == "mean") return mean(x, over, how.keepdim);
  if (op == "stddev") return stddev(x, over, holo::Correction(how.correction), how.keepdim);
  return var(x, over, holo::Correction(how.correction), how.keepdim);
}

// ---- formulas ----

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

const Tensor& Inputs::tensor(const std::string& name) const {
  const auto found = tensors.find(name);
  if (found == tensors.end()) throw Error("golden", "no tensor " + name, "one of that name");
  return found->second;
}
Tensor Inputs::tensor_or_empty(const std::string& name) const {
  const auto found = tensors.find(name);
  return found == tensors.end() ? Tensor() : found->second;
}
const Indices& Inputs::indices(const std::string& name) const {
  const auto found = all_indices.find(name);
  if (found == all_indices.end()) throw Error("golden", "no indices " + name, "some of that name");
  return found->second;
}

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

std::vector<Tensor> run_op(const std::string& op, const Inputs& in) {
  if (op == "sum" || op == "mean" || op == "max" || op == "min" || op == "var" || op == "stddev") {
    return {reduced(op, in.tensor("x"), reduce_of(in.config))};
  }
  if (const auto unary = unary_op(op)) return {(*unary)(in.tensor("x"))};
  const auto found = runs_of_ops().find(op);
  if (found != runs_of_ops().end()) return found->second(in);
  if (const auto binary = binary_op(op)) return {(*binary)(in.tensor("a"), in.tensor("b"))};
  throw Skip{"no op " + op};
}

}  // namespace golden
