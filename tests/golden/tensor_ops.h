// tensor_ops.h: the ops of ops.h by the names that golden cases give them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "golden/case.h"
#include "holo/tensor.h"
#include "holo/value.h"

namespace golden {

/// The arguments of a reduction; without dims it is over all elements.
struct Reduce {
  std::vector<int> dims;
  bool keepdim = false;
  holo::Index correction = 1;
};
/// sum, mean, max, min or var. max reduces several dimensions one after the other.
holo::Tensor reduced(const std::string& op, const holo::Tensor& x, const Reduce& how);

/// The op called "exp", "gelu_tanh", ...; nothing for any other name.
using UnaryOp = holo::Tensor (*)(const holo::Tensor&);
using BinaryOp = holo::Tensor (*)(const holo::Tensor&, const holo::Tensor&);
std::optional<UnaryOp> unary_op(const std::string& name);
std::optional<BinaryOp> binary_op(const std::string& name);

/// The inputs of a case's op, by name: tensors that require a gradient, and constants.
struct Inputs {
  std::map<std::string, holo::Tensor> tensors;
  std::map<std::string, holo::Indices> all_indices;
  const Json& config;

  const holo::Tensor& tensor(const std::string& name) const;
  /// The tensor called `name`, or an empty handle.
  holo::Tensor tensor_or_empty(const std::string& name) const;
  const holo::Indices& indices(const std::string& name) const;
};

/// The value of config.expr. Throws Skip for a formula that expression.cpp does not have.
holo::Value evaluate(const std::string& formula, const std::map<std::string, holo::Value>& names);
holo::Tensor evaluate(const std::string& formula, const Inputs& inputs);

/// The outputs of the case's op, in order. Throws Skip for an op that ops.h does not have.
std::vector<holo::Tensor> run_op(const std::string& op, const Inputs& inputs);

}  // namespace golden
