// gradient_history.h: what a gradient is besides the contributions of one backward pass: a leaf
// keeps what earlier ones have brought, until the program sets it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trace/pass.h"

namespace holo {

class GradientHistory {
 public:
  /// Of a node in a pass, when `position` events have happened.
  GradientHistory(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                  std::size_t position);

  /// "grad of #0 x is 8: how #5 loss changes with it": `name` has the gradient `grad`; `missing`
  /// contributions of the pass are still to come, and `had`: it was not 0 when the pass began.
  std::string first_line(const std::string& name, const std::string& grad, std::size_t missing,
                         bool had) const;

  /// "  before this backward it had 6, from an earlier one with no zero_grad since; this one adds
  /// 12". `adds` may be empty: not known.
  std::string second_line(const std::string& had, const std::string& adds) const;

 private:
  std::string root_;
  bool is_cut_;                            // the log may not have all that the pass brings
  std::size_t earlier_passes_ = 0;         // that have brought a part of what it had
  std::optional<std::size_t> set_before_;  // the event that set it, before these
  std::optional<std::size_t> set_since_;   // the same, after all contributions of the pass
  bool is_cleared_ = false;                // by the backward that comes next
};

/// The gradient of a node when the pass began, of which `to` are the contributions to it. A
/// backward adds 1 to what a Value has that is its root; that of an inner one is 0 then.
std::vector<double> before_pass(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                                const std::vector<std::size_t>& to);
/// What these have brought; nothing where the log has a summary.
std::vector<double> sent_by_pass(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                                 const std::vector<std::size_t>& to);

}  // namespace holo
