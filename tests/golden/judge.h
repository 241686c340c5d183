// judge.h: compares what the engine computed for a case with what is in its files.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "golden/case.h"
#include "holo/tensor.h"

namespace golden {

/// Thrown by a runner for a case that this engine has nothing for.
struct Skip {
  std::string reason;
};

class Judge {
 public:
  explicit Judge(const Case& golden_case) : case_(golden_case) {}

  /// A tensor against array `name`: shape, finiteness, max|got - want| <= atol + rtol max|want|. A
  /// double engine against the f64 file, a float engine against both. `kind`: see Case::tolerance.
  void check(const std::string& name, const holo::Tensor& got, const std::string& kind = "");
  /// Numbers of that shape, computed in real (a double engine in double, a float engine in float).
  void check(const std::string& name, const holo::Shape& shape, std::span<const double> got,
             const std::string& kind = "");
  /// The scalar "loss": atol + rtol loss_abs_scale.
  void check_loss(double got);
  /// Numbers of the scalar engine, which are double in every build.
  void check_double(const std::string& name, double got);
  void check_loss_double(double got);

  /// Something is wrong that has no numbers.
  void fail(const std::string& text) { failures_.push_back(case_.id + ": " + text); }

  bool ok() const { return failures_.empty(); }
  const std::vector<std::string>& failures() const { return failures_; }
  int compared() const { return compared_; }  // tensors
  /// The largest part of a tolerance that was used up, 1 is all of it, and where.
  double worst() const { return worst_; }
  const std::string& worst_name() const { return worst_name_; }

 private:
  void compare(const std::string& name, const Array& want, const holo::Shape& shape,
               std::span<const double> got, Tolerance tolerance, double scale);

  const Case& case_;
  std::vector<std::string> failures_;
  int compared_ = 0;
  double worst_ = 0;
  std::string worst_name_;
};

}  // namespace golden
