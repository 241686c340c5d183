// judge.h: compares the engine's results for a case with the case's files.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "golden/case.h"
#include "holo/tensor.h"

namespace golden {

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

}  // namespace golden
