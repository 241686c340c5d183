// registry.cpp: one line for each op. op_names.h is made from ops.h by the Makefile: an op that has
// no line here does not compile.
#include "registry/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "holo/creation.h"
#include "holo/ops.h"
#include "op_names.h"
#include "registry/groups.h"
#include "registry/samples.h"

#pragma GCC diagnostic error "-Wswitch"

namespace registry {
namespace {

// clang-format off
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
    case Op::pow_x_exponent: return pow_number();
    case Op::clamp_x_low_high: return clamp_entry();
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
    case Op::operator_plus_a_c: return number_beside("a + c", '+', Side::right);
    case Op::operator_minus_a_c: return number_beside("a - c", '-', Side::right);
    case Op::operator_times_a_c: return number_beside("a * c", '*', Side::right);
    case Op::operator_over_a_c: return number_beside("a / c", '/', Side::right);
    case Op::operator_plus_c_a: return number_beside("c + a", '+', Side::left);
    case Op::operator_minus_c_a: return number_beside("c - a", '-', Side::left);
    case Op::operator_times_c_a: return number_beside("c * a", '*', Side::left);
    case Op::operator_over_c_a: return number_beside("c / a", '/', Side::left);
    case Op::where_condition_a_b: return where_entry();
    case Op::masked_fill_x_mask_value: return masked_fill_entry();
    case Op::sum_x: return sum_all();
    case Op::sum_x_dims_keepdim: return sum_dims();
    case Op::mean_x: return mean_all();
    case Op::mean_x_dims_keepdim: return mean_dims();
    case Op::var_x_correction: return var_all();
    case Op::var_x_dims_correction_keepdim: return var_dims();
    case Op::max_x: return extreme_all(Extreme::max);
    case Op::max_x_dim_keepdim: return extreme_dim(Extreme::max);
    case Op::min_x: return extreme_all(Extreme::min);
    case Op::min_x_dim_keepdim: return extreme_dim(Extreme::min);
    case Op::reshape_x_sizes: return reshape_entry();
    case Op::view_x_sizes: return view_entry();
    case Op::squeeze_x_dim: return squeeze_dim();
    case Op::squeeze_x: return squeeze_all();
    case Op::unsqueeze_x_dim: return unsqueeze_entry();
    case Op::permute_x_dims: return permute_entry();
    case Op::transpose_x_dim0_dim1: return transpose_entry();
    case Op::slice_x_slices: return slice_list();
    case Op::slice_x_dim_start_stop_step: return slice_dim();
    case Op::cat_tensors_dim: return cat_entry();
    case Op::stack_tensors_dim: return stack_entry();
    case Op::split_x_sizes_dim: return split_entry();
    case Op::chunk_x_chunks_dim: return chunk_entry();
    case Op::gather_x_dim_index: return gather_entry();
    case Op::embedding_table_index: return embedding_entry();
    case Op::broadcast_to_x_shape: return broadcast_to_entry();
    case Op::matmul_a_b: return matmul_entry();
    case Op::linear_x_weight_bias_activation: return linear_entry();
    case Op::gated_x_activation_gate: return gated_entry();
    case Op::holo_gate_a_b_c_options: return holo_gate_entry();
    case Op::affine_flow_x_scale_y_shift: return affine_flow_entry();
    case Op::softmax_x_dim: return softmax_entry();
    case Op::log_softmax_x_dim: return log_softmax_entry();
    case Op::logsumexp_x_dim_keepdim: return logsumexp_entry();
    case Op::cross_entropy_logits_target_reduction_ignore_index: return cross_entropy_entry();
    case Op::cross_entropy_logits_target_mask: return cross_entropy_masked();
    case Op::mse_a_b_reduction: return mse_entry();
    case Op::binary_cross_entropy_with_logits_logits_targets_reduction: return binary_cross_entropy_entry();
    case Op::layer_norm_x_gain_bias_epsilon: return layer_norm_entry();
    case Op::rms_norm_x_gain_epsilon: return rms_norm_entry();
    case Op::dropout_x_p_random: return dropout_random();
    case Op::dropout_x_p_keep: return dropout_keep();
    case Op::attention_q_k_v_options: return attention_entry();
    case Op::self_attention_qkv_options: return self_attention_entry();
  }
  return {};
}
// clang-format on

// "norm|softmax": whether `name` has one of the words in it.
bool has_one_of(std::string_view name, std::string_view words) {
  while (true) {
    const std::size_t end = words.find('|');
    if (name.find(words.substr(0, end)) != name.npos) return true;
    if (end == words.npos) return false;
    words.remove_prefix(end + 1);
  }
}

}  // namespace

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = [] {
    std::vector<Entry> list;
    const char* const only = std::getenv("HOLO_OPS");
    for (std::size_t i = 0; i < std::size(op_names); ++i) {
      if (only != nullptr && !has_one_of(op_names[i], only)) continue;
      list.push_back(entry_of(static_cast<Op>(i)));
    }
    return list;
  }();
  return all;
}

std::vector<Tensor> leaves_of(const Sample& sample) {
  std::vector<Tensor> leaves;
  for (const Input& input : sample.inputs) {
    Tensor x = holo::from_values(input.shape, std::span<const double>(input.values));
    leaves.push_back(x.set_requires_grad(input.requires_grad));
  }
  return leaves;
}

Coverage coverage() {
  Coverage found;
  for (const Entry& entry : entries()) {
    std::vector<std::string> forms;
    Index most = 0;
    for (const Sample& sample : entry.samples) {
      std::string text;
      for (const Input& input : sample.inputs) text += input.shape.to_string();
      forms.push_back(text);
      for (const Input& input : sample.inputs) most = std::max(most, input.shape.numel());
    }
    std::sort(forms.begin(), forms.end());
    const auto count = std::unique(forms.begin(), forms.end()) - forms.begin();
    found.samples += entry.samples.size();
    if (!entry.draw) found.problems.push_back(entry.name + ": nothing draws a random sample");
    if (entry.samples.size() >= 24 && count >= 12 && most > 4096) {
      ++found.ops;
    } else {
      found.problems.push_back(fmt::format("{}: {} samples of {} shapes, at most {} elements",
                                           entry.name, entry.samples.size(), count, most));
    }
  }
  return found;
}

std::string Coverage::to_string() const {
  std::string text = fmt::format("{} ops of {}, {} samples", ops, std::size(op_names), samples);
  for (const std::string& problem : problems) text += "; " + problem;
  return text;
}

}  // namespace registry
