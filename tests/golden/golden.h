// golden.h: lets the engine compute golden cases, and compares what it gets with their files.
// run.cpp has a set, a case and the judge; ops.cpp, layers.cpp and training.cpp compute the cases.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/blocks.h"
#include "golden/case.h"
#include "holo/nn/kinds.h"
#include "holo/nn/module.h"
#include "holo/random.h"
#include "holo/tensor.h"
#include "holo/value.h"

namespace golden {

// ---- the judge ----

/// A runner throws it for a case that this engine cannot compute.
struct Skip {
  std::string reason;
};

class Judge {
 public:
  explicit Judge(const Case& golden_case) : case_(golden_case) {}

  /// Compares a tensor with array `name`: shape, finiteness, max|got - want| <= atol + rtol
  /// max|want|. For `kind` see Case::tolerance.
  void check(const std::string& name, const holo::Tensor& got, const std::string& kind = "");
  /// Compares numbers of this shape, computed in real.
  void check(const std::string& name, const holo::Shape& shape, std::span<const double> got,
             const std::string& kind = "");
  /// Compares the scalar "loss", with atol + rtol loss_abs_scale.
  void check_loss(double got);
  /// Compares numbers of the scalar engine, which are double in every build.
  void check_double(const std::string& name, double got);
  void check_loss_double(double got);

  /// Reports a failure without numbers.
  void fail(const std::string& text) { failures_.push_back(case_.id + ": " + text); }

  bool ok() const { return failures_.empty(); }
  const std::vector<std::string>& failures() const { return failures_; }
  int compared() const { return compared_; }  // tensors

 private:
  void compare(const std::string& name, const Array& want, const holo::Shape& shape,
               std::span<const double> got, Tolerance tolerance, double scale);

  const Case& case_;
  std::vector<std::string> failures_;
  int compared_ = 0;
};

// ---- the tensors of a case ----

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

holo::Tensor tensor_of(const Array& array);

/// A tensor whose gradient is checked, and the array of that gradient: "gin.x".
struct Leaf {
  std::string gradient;
  holo::Tensor tensor;
};
struct Leaves {
  std::vector<Leaf> with_gradient, constants;
};

/// The inputs, the indices and masks, and the numbers of config, by name. Inputs become leaves.
Inputs inputs_of(const Case& c, Leaves& leaves);
/// The name of a module's parameter in the files: attention is "mixer" there, feed_forward "mlp".
std::string name_in_files(const std::string& name);
/// Copies the parameters of a case into a module, by name. Throws holo::Error unless the module has
/// exactly these parameters, with these shapes.
void load_parameters(const Case& c, const holo::Module& module, Leaves& leaves);

/// Compares the outputs with the case, then loss = sum(lw out), then the gradient of every leaf.
/// Constants must have no gradient.
void judge_outputs(const Case& c, const std::vector<holo::Tensor>& outputs, const Leaves& leaves,
                   Judge& judge);

// ---- ops.cpp ----

/// The value of config.expr. Throws Skip for a formula that ops.cpp does not have.
holo::Value evaluate(const std::string& formula, const std::map<std::string, holo::Value>& names);
holo::Tensor evaluate(const std::string& formula, const Inputs& inputs);

/// The outputs of the case's op, in order. Throws Skip for an op that ops.h does not have.
std::vector<holo::Tensor> run_op(const std::string& op, const Inputs& inputs);

// ---- layers.cpp ----

holo::BlockOptions block_options(const Json& config);
/// Makes blocks 0 to n_layer - 1 of config.block.
std::vector<std::unique_ptr<holo::Block>> make_blocks(const Json& config,
                                                      holo::PythonRandom& random);

void run_mlp(const Case& c, Judge& judge);
void run_micro_gpt_mlp_block(const Case& c, Judge& judge);
void run_gated_mlp(const Case& c, Judge& judge);
void run_holo_gate_flow(const Case& c, Judge& judge);
void run_holo_gate_flow_lite(const Case& c, Judge& judge);
void run_attention(const Case& c, Judge& judge);
void run_block(const Case& c, Judge& judge);
void run_block_stack(const Case& c, Judge& judge);

// ---- training.cpp ----

void run_gpt(const Case& c, Judge& judge);
void run_optimizer(const Case& c, Judge& judge);
void run_clip(const Case& c, Judge& judge);

}  // namespace golden
