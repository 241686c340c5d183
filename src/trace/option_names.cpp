// option_names.cpp: one function for each kind of options, and the words that show them.
#include "trace/option_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <variant>

#include "holo/check.h"
#include "holo/nn/activation.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

namespace o = op_options;
using V = OptionVisitor;

struct Kind {
  const char* name;
  OpOptions options;
};

// In the order of OpOptions.
const Kind kinds[] = {{"none", o::None{}},
                      {"power", o::Power{}},
                      {"bounds", o::Bounds{}},
                      {"fill", o::Fill{}},
                      {"along", o::Along{}},
                      {"rows", o::Rows{}},
                      {"gather", o::Gather{}},
                      {"over", o::Over{}},
                      {"variance", o::Variance{}},
                      {"order", o::Order{}},
                      {"part", o::Part{}},
                      {"linear", o::Linear{}},
                      {"gated", o::Gated{}},
                      {"holo_gate", o::HoloGate{}},
                      {"affine_flow", o::AffineFlow{}},
                      {"cross_entropy", o::CrossEntropy{}},
                      {"norm", o::Norm{}},
                      {"dropout", o::Dropout{}},
                      {"attention", o::Attention{}}};
static_assert(std::size(kinds) == std::variant_size_v<OpOptions>);

void check_dim(V& v, Index d) {
  if (d < 0 || d >= max_ndim) v.fail(fmt::format("the dimension {}", d), "one from 0 to 5");
}

void dim(V& v, int& d) {
  Index x = d;
  v.whole("dim", x);
  check_dim(v, x);
  d = static_cast<int>(x);
}

void dims(V& v, std::bitset<max_ndim>& dims) {
  std::vector<Index> x;
  for (int d = 0; d < max_ndim; ++d) {
    if (dims[static_cast<std::size_t>(d)]) x.push_back(d);
  }
  v.list("dims", x);
  dims.reset();
  for (const Index d : x) {
    check_dim(v, d);
    dims.set(static_cast<std::size_t>(d));
  }
}

// One number for each dimension of the result.
template <class T>
void of_each(V& v, const char* name, std::array<T, max_ndim>& numbers, int ndim) {
  std::vector<Index> x(numbers.begin(), numbers.begin() + std::min(ndim, max_ndim));
  v.list(name, x);
  if (x.size() > numbers.size()) v.fail(fmt::format("{} dimensions", x.size()), "at most 6");
  for (std::size_t d = 0; d < x.size(); ++d) numbers[d] = static_cast<T>(x[d]);
}

template <class Enum, std::size_t n>
void word(V& v, const char* name, const char* const (&words)[n], Enum& e) {
  auto x = static_cast<std::size_t>(e);
  v.word(name, words, x);
  e = static_cast<Enum>(x);
}

void activation(V& v, const char* name, Activation& a) {
  static const char* const words[] = {
      activation_name(Activation::none),      activation_name(Activation::relu),
      activation_name(Activation::relu2),     activation_name(Activation::gelu),
      activation_name(Activation::gelu_tanh), activation_name(Activation::silu),
      activation_name(Activation::tanh),      activation_name(Activation::sigmoid)};
  word(v, name, words, a);
}

constexpr const char* gates[] = {"first", "second"};
constexpr const char* reductions[] = {"none", "sum", "mean"};

void visit(V&, o::None&, int) {}
void visit(V&, o::Rows&, int) {}
void visit(V& v, o::Power& x, int) { v.number("exponent", x.exponent); }
void visit(V& v, o::Bounds& x, int) { v.number("low", x.low), v.number("high", x.high); }
void visit(V& v, o::Fill& x, int) { v.number("value", x.value); }
void visit(V& v, o::Along& x, int) { dim(v, x.dim); }
void visit(V& v, o::Gather& x, int) { dim(v, x.dim); }
void visit(V& v, o::Over& x, int) { dims(v, x.dims), v.flag("keepdim", x.keepdim); }
void visit(V& v, o::Variance& x, int) {
  dims(v, x.dims), v.flag("keepdim", x.keepdim), v.whole("correction", x.correction);
}
void visit(V& v, o::Order& x, int ndim) { of_each(v, "dims", x.dims, ndim); }
void visit(V& v, o::Part& x, int ndim) {
  of_each(v, "first", x.first, ndim), of_each(v, "step", x.step, ndim);
}
void visit(V& v, o::Linear& x, int) {
  v.flag("bias", x.bias), activation(v, "activation", x.activation);
}
void visit(V& v, o::Gated& x, int) {
  activation(v, "activation", x.activation), word(v, "gate", gates, x.gate);
}
void visit(V& v, o::HoloGate& x, int) {
  activation(v, "first", x.first), activation(v, "second", x.second);
  activation(v, "gate", x.gate);
}
void visit(V& v, o::AffineFlow& x, int) { v.flag("residual", x.residual); }
void visit(V& v, o::CrossEntropy& x, int) {
  word(v, "reduction", reductions, x.reduction), v.whole("ignore_index", x.ignore_index);
}
void visit(V& v, o::Norm& x, int) {
  v.number("epsilon", x.epsilon), v.flag("gain", x.gain), v.flag("bias", x.bias);
}
void visit(V& v, o::Dropout& x, int) {
  bool random = x.random.has_value();
  v.number("p", x.p), v.flag("random", random);
  if (!random) return x.random.reset();
  if (!x.random) x.random.emplace();
  v.count("seed", x.random->first), v.count("stream", x.random->second);
}
void visit(V& v, o::Attention& x, int) {
  v.whole("n_head", x.n_head), v.whole("n_kv_head", x.n_kv_head);
  v.flag("causal", x.causal), v.number("scale", x.scale);
}

struct OptionWords : OptionVisitor {
  std::string text;
  void add(const std::string& option) { text += (text.empty() ? "" : ", ") + option; }
  void number(const char* name, double& x) override { add(fmt::format("{} {}", name, x)); }
  void whole(const char* name, Index& x) override { add(fmt::format("{} {}", name, x)); }
  void count(const char* name, std::uint64_t& x) override { add(fmt::format("{} {}", name, x)); }
  void flag(const char* name, bool& x) override {
    if (x) add(name);
  }
  void word(const char* name, std::span<const char* const> words, std::size_t& x) override {
    add(fmt::format("{} {}", name, words[x]));
  }
  void list(const char* name, std::vector<Index>& x) override {
    add(fmt::format("{}{}{}", name, x.empty() ? "" : " ", fmt::join(x, " ")));
  }
};

}  // namespace

void OptionVisitor::fail(const std::string& found, const std::string& expected) const {
  throw Error("options", found, expected);
}

void visit_options(OpOptions& options, int ndim, OptionVisitor& visitor) {
  std::visit([&](auto& of_kind) { visit(visitor, of_kind, ndim); }, options);
}

const char* kind_of(const OpOptions& options) { return kinds[options.index()].name; }

const OpOptions* options_of_kind(const std::string& kind) {
  for (const Kind& each : kinds) {
    if (each.name == kind) return &each.options;
  }
  return nullptr;
}

std::string op_options_text(OpOptions options, int ndim) {
  OptionWords words;
  visit_options(options, ndim, words);
  return words.text;
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
