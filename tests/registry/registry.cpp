// registry.cpp: one line for each op. op_names.h is made from ops.h by the Makefile: an op that has
// no line here does not compile.
#include "registry/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "holo/check.h"
#include "holo/compositions.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "op_names.h"
#include "registry/draw.h"

#pragma GCC diagnostic error "-Wswitch"

namespace registry {
namespace {

// clang-format off
Entry made(const char* name, DrawFunction draw) { return {name, {}, std::move(draw)}; }

// Functions of one input, and of two that broadcast.
Entry unary(const char* name, Tensor (*f)(const Tensor&), Domain domain) {
  return made(name, draw_unary(f, domain));
}
Entry binary(const char* name, Tensor (*f)(const Tensor&, const Tensor&), Pair pair) {
  return made(name, draw_binary(f, pair));
}

// Calls with one tensor in several places, which no draw makes: their gradients add up.
struct Repeated {
  const char* name;
  std::vector<Shape> shapes;
  Function f;
};
const std::vector<Repeated>& repeated() {
  using namespace holo;
  static const HoloGateOptions gates{Activation::gelu, Activation::silu, Activation::sigmoid};
  static const AttentionOptions heads{2, 0, true, 0};
  static const std::vector<Repeated> all = {
      {"where", {{13, 5}}, [](Tensors t) { return where(t[0].detach(), t[0], t[0]); }},
      {"matmul", {{5, 5}}, [](Tensors t) { return matmul(t[0], t[0]); }},
      {"matmul", {{2, 3, 3}}, [](Tensors t) { return matmul(t[0], t[0]); }},
      {"matmul", {{6, 4}}, [](Tensors t) { return matmul(t[0], transpose(t[0], 0, 1)); }},
      {"matmul", {{7}}, [](Tensors t) { return matmul(t[0], t[0]); }},
      {"linear", {{5, 5}, {5}}, [](Tensors t) { return linear(t[0], t[0], t[1]); }},
      {"linear", {{5}, {5, 5}}, [](Tensors t) { return linear(t[0], t[1], t[0]); }},
      {"holo_gate", {{4, 5}}, [](Tensors t) { return holo_gate(t[0], t[0], t[0], gates); }},
      {"holo_gate", {{4, 5}, {4, 5}}, [](Tensors t) { return holo_gate(t[1], t[0], t[0], gates); }},
      {"holo_gate", {{4, 5}, {4, 5}}, [](Tensors t) { return holo_gate(t[0], t[0], t[1], gates); }},
      {"affine_flow", {{3, 7}, {3, 7}}, [](Tensors t) { return affine_flow(t[0], t[1], t[0], t[1]); }},
      {"affine_flow", {{3, 7}}, [](Tensors t) { return affine_flow(t[0], t[0], t[0], t[0]); }},
      {"mse", {{7}}, [](Tensors t) { return mse(t[0], t[0]); }},
      {"binary_cross_entropy_with_logits", {{7}}, [](Tensors t) { return binary_cross_entropy_with_logits(t[0], t[0]); }},
      {"layer_norm", {{7}}, [](Tensors t) { return layer_norm(t[0], t[0], t[0], 0.1); }},
      {"layer_norm", {{3, 7}, {7}}, [](Tensors t) { return layer_norm(t[0], t[1], t[1], 0.1); }},
      {"rms_norm", {{7}}, [](Tensors t) { return rms_norm(t[0], t[0], 0.1); }},
      {"cat", {{3, 4}}, [](Tensors t) { return cat({t[0], t[0], t[0]}, 1); }},
      {"stack", {{3, 4}}, [](Tensors t) { return stack({t[0], t[0]}, 1); }},
      {"attention", {{2, 5, 6}}, [](Tensors t) { return attention(t[0], t[0], t[0], heads); }},
      {"attention", {{2, 5, 6}, {2, 5, 6}}, [](Tensors t) { return attention(t[0], t[1], t[1], heads); }},
      {"attention", {{2, 5, 6}, {2, 5, 6}}, [](Tensors t) { return attention(t[0], t[0], t[1], heads); }},
  };
  return all;
}

// "norm|softmax": whether `name` has one of the words in it.
bool has_one_of(std::string_view name, std::string_view words) {
  while (true) {
    const std::size_t end = words.find('|');
    if (name.find(words.substr(0, end)) != name.npos) return true;
    if (end == words.npos) return false;
    words.remove_prefix(end + 1);
  }
}

bool is_finite(const Sample& sample) {
  const holo::NoGrad no_grad;
  const std::vector<holo::real> y = sample.f(leaves_of(sample)).to_vector();
  return std::all_of(y.begin(), y.end(), [](holo::real v) { return std::isfinite(v); });
}

bool is_large(const Sample& sample) {
  return std::any_of(sample.inputs.begin(), sample.inputs.end(),
                     [](const Input& input) { return input.shape.numel() > 4096; });
}

// All inputs have a gradient and few elements: some tests look at the first samples alone.
bool is_simple(const Sample& sample) {
  return std::all_of(sample.inputs.begin(), sample.inputs.end(), [](const Input& input) {
    return input.requires_grad && input.shape.numel() >= 2 && input.shape.numel() <= 64;
  });
}

// The calls with one tensor in several places, then 32 samples by fixed seeds, without those that are
// a mean of nothing: NaN. Two of them are large, so that threads share them.
void add_samples(Entry& entry, std::uint64_t seed) {
  Draw repeats(seed, Draw::Size::small);
  for (const Repeated& call : repeated()) {
    if (call.name != entry.name) continue;
    std::vector<Input> inputs;
    for (const Shape& shape : call.shapes) {
      inputs.push_back(repeats.numbers(shape));
      inputs.back().requires_grad = true;
    }
    entry.samples.push_back(sample_of("one in several places", std::move(inputs), call.f));
  }
  const bool may_be_nan = has_one_of(entry.name, "mean|var|cross_entropy|mse");
  const std::size_t most = entry.samples.size() + 32;
  for (std::uint64_t i = 0; entry.samples.size() < most; ++i) {
    const bool small = entry.samples.size() < most - 2;
    Draw draw(1000 * seed + i, small ? Draw::Size::small : Draw::Size::large);
    Sample sample = entry.draw(draw).sample;
    if (i == 999) throw holo::Error("registry", "no large sample of " + entry.name, "one");
    if (may_be_nan && !is_finite(sample)) continue;
    if (small || is_large(sample)) entry.samples.push_back(std::move(sample));
  }
  std::set<std::string> shapes;
  for (const Sample& sample : entry.samples) shapes.insert(sample.inputs[0].shape.to_string());
  if (shapes.size() < 12) {
    throw holo::Error("registry", fmt::format("{} shapes of {}", shapes.size(), entry.name), "12 or more");
  }
  std::stable_partition(entry.samples.begin(), entry.samples.end(), is_simple);
}

Entry entry_of(Op op) {
  switch (op) {
    case Op::neg_x: return unary("neg", holo::neg, Domain::real);
    case Op::exp_x: return unary("exp", holo::exp, Domain::real);
    case Op::log_x: return unary("log", holo::log, Domain::positive);
    case Op::sqrt_x: return unary("sqrt", holo::sqrt, Domain::positive);
    case Op::rsqrt_x: return unary("rsqrt", holo::rsqrt, Domain::positive);
    case Op::reciprocal_x: return unary("reciprocal", holo::reciprocal, Domain::away_from_0);
    case Op::square_x: return unary("square", holo::square, Domain::real);
    case Op::abs_x: return unary("abs", holo::abs, Domain::away_from_0);
    case Op::sin_x: return unary("sin", holo::sin, Domain::large);
    case Op::cos_x: return unary("cos", holo::cos, Domain::large);
    case Op::tanh_x: return unary("tanh", holo::tanh, Domain::real);
    case Op::sigmoid_x: return unary("sigmoid", holo::sigmoid, Domain::large);
    case Op::softplus_x: return unary("softplus", holo::softplus, Domain::large);
    case Op::relu_x: return unary("relu", holo::relu, Domain::away_from_0);
    case Op::relu2_x: return unary("relu2", holo::relu2, Domain::away_from_0);
    case Op::gelu_x: return unary("gelu", holo::gelu, Domain::real);
    case Op::gelu_tanh_x: return unary("gelu_tanh", holo::gelu_tanh, Domain::real);
    case Op::silu_x: return unary("silu", holo::silu, Domain::large);
    case Op::pow_x_exponent: return made("pow(x, p)", draw_pow_number);
    case Op::clamp_x_low_high: return made("clamp", draw_clamp);
    case Op::add_a_b: return binary("add", holo::add, Pair::real);
    case Op::sub_a_b: return binary("sub", holo::sub, Pair::real);
    case Op::mul_a_b: return binary("mul", holo::mul, Pair::real);
    case Op::div_a_b: return binary("div", holo::div, Pair::divisor);
    case Op::pow_a_b: return binary("pow(a, b)", holo::pow, Pair::power);
    case Op::maximum_a_b: return binary("maximum", holo::maximum, Pair::distinct);
    case Op::minimum_a_b: return binary("minimum", holo::minimum, Pair::distinct);
    case Op::operator_minus_x: return unary("-x", holo::operator-, Domain::real);
    case Op::operator_plus_a_b: return binary("a + b", holo::operator+, Pair::real);
    case Op::operator_minus_a_b: return binary("a - b", holo::operator-, Pair::real);
    case Op::operator_times_a_b: return binary("a * b", holo::operator*, Pair::real);
    case Op::operator_over_a_b: return binary("a / b", holo::operator/, Pair::divisor);
    case Op::operator_plus_a_c: return made("a + c", draw_number_beside('+', Side::right));
    case Op::operator_minus_a_c: return made("a - c", draw_number_beside('-', Side::right));
    case Op::operator_times_a_c: return made("a * c", draw_number_beside('*', Side::right));
    case Op::operator_over_a_c: return made("a / c", draw_number_beside('/', Side::right));
    case Op::operator_plus_c_a: return made("c + a", draw_number_beside('+', Side::left));
    case Op::operator_minus_c_a: return made("c - a", draw_number_beside('-', Side::left));
    case Op::operator_times_c_a: return made("c * a", draw_number_beside('*', Side::left));
    case Op::operator_over_c_a: return made("c / a", draw_number_beside('/', Side::left));
    case Op::where_condition_a_b: return made("where", draw_where);
    case Op::masked_fill_x_mask_value: return made("masked_fill", draw_masked_fill);
    case Op::sum_x: return made("sum(x)", draw_sum);
    case Op::sum_x_dims_keepdim: return made("sum(x, dims)", draw_sum_dims);
    case Op::mean_x: return made("mean(x)", draw_mean);
    case Op::mean_x_dims_keepdim: return made("mean(x, dims)", draw_mean_dims);
    case Op::var_x_correction: return made("var(x)", draw_var);
    case Op::var_x_dims_correction_keepdim: return made("var(x, dims)", draw_var_dims);
    case Op::max_x: return made("max(x)", draw_extreme(Extreme::max));
    case Op::max_x_dim_keepdim: return made("max(x, dim)", draw_extreme_dim(Extreme::max));
    case Op::reshape_x_sizes: return made("reshape", draw_reshape);
    case Op::permute_x_dims: return made("permute", draw_permute);
    case Op::transpose_x_dim0_dim1: return made("transpose", draw_transpose);
    case Op::slice_x_dim_start_stop_step: return made("slice(x, dim, start, stop, step)", draw_slice_dim);
    case Op::cat_tensors_dim: return made("cat", draw_cat);
    case Op::split_x_sizes_dim: return made("split", draw_split);
    case Op::embedding_table_index: return made("embedding", draw_embedding);
    case Op::broadcast_to_x_shape: return made("broadcast_to", draw_broadcast_to);
    case Op::matmul_a_b: return made("matmul", draw_matmul);
    case Op::linear_x_weight_bias_activation: return made("linear", draw_linear);
    case Op::gated_x_activation_gate: return made("gated", draw_gated);
    case Op::holo_gate_a_b_c_options: return made("holo_gate", draw_holo_gate);
    case Op::affine_flow_x_scale_y_shift: return made("affine_flow", draw_affine_flow);
    case Op::softmax_x_dim: return made("softmax", draw_softmax);
    case Op::log_softmax_x_dim: return made("log_softmax", draw_log_softmax);
    case Op::logsumexp_x_dim_keepdim: return made("logsumexp", draw_logsumexp);
    case Op::cross_entropy_logits_target_reduction_ignore_index: return made("cross_entropy", draw_cross_entropy);
    case Op::mse_a_b_reduction: return made("mse", draw_mse);
    case Op::binary_cross_entropy_with_logits_logits_targets_reduction: return made("binary_cross_entropy_with_logits", draw_binary_cross_entropy);
    case Op::layer_norm_x_gain_bias_epsilon: return made("layer_norm", draw_layer_norm);
    case Op::rms_norm_x_gain_epsilon: return made("rms_norm", draw_rms_norm);
    case Op::dropout_x_p_random: return made("dropout(x, p, random)", draw_dropout_random);
    case Op::attention_q_k_v_options: return made("attention", draw_attention);
    case Op::self_attention_qkv_options: return made("self_attention", draw_self_attention);
  }
  return {};
}

// Some functions of compositions.h, whose gradients are made of those of the ops.
std::vector<Entry> compositions() {
  return {made("min(x)", draw_extreme(Extreme::min)),
          made("min(x, dim)", draw_extreme_dim(Extreme::min)),
          made("squeeze(x, dim)", draw_squeeze_dim),
          made("squeeze(x)", draw_squeeze),
          made("unsqueeze", draw_unsqueeze),
          made("slice(x, slices)", draw_slices),
          made("stack", draw_stack),
          made("chunk", draw_chunk),
          made("gather", draw_gather),
          made("cross_entropy with a mask", draw_cross_entropy_masked),
          made("dropout(x, p, keep)", draw_dropout_keep),
          unary("leaky_relu", [](const Tensor& x) { return holo::leaky_relu(x, 0.1); }, Domain::away_from_0),
          made("pad", [](Draw& draw) {
            return Drawn{sample_of("", {draw.numbers(draw.shape(1))}, [](Tensors t) { return holo::pad(t[0], -1, 1, 2, 9); })};
          })};
}
// clang-format on

}  // namespace

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = [] {
    std::vector<Entry> list;
    const char* const only = std::getenv("HOLO_OPS");
    for (std::size_t i = 0; i < std::size(op_names); ++i) {
      if (only != nullptr && !has_one_of(op_names[i], only)) continue;
      add_samples(list.emplace_back(entry_of(static_cast<Op>(i))), i);
    }
    for (Entry& entry : compositions()) {
      if (only != nullptr && !has_one_of(entry.name, only)) continue;
      const std::uint64_t seed = 1000 + list.size();
      add_samples(list.emplace_back(std::move(entry)), seed);
    }
    return list;
  }();
  return all;
}

}  // namespace registry
