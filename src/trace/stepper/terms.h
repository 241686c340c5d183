// terms.h: writes out a number of a Tensor as the sum of the terms from which an op has made it. To
// find the terms, it goes through the loops of the op point by point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "holo/real.h"
#include "holo/trace_log.h"
#include "trace/formula.h"

namespace holo {

/// The loops of an op. At each point, the op reads one number of each parent and adds to one number
/// of the result: y[i, j] += a[i, k] b[k, j] has the loops i, j, k.
struct TraceTerms {
  using At = std::vector<std::size_t>;
  std::vector<At> places;  ///< of the result and each parent: its index at each point
  /// The length of a row of a softmax, and the distance between two adjacent numbers of the row.
  std::size_t row_size = 1, row_step = 1;

  static constexpr std::size_t of_result = 0;
  static constexpr std::size_t of_parent(std::size_t edge) { return edge + 1; }

  /// Calls f with the index in each tensor, for each point where the index in `target` is `at`.
  /// Points that do not differ in any tensor in `used` count only once.
  void each(std::size_t target, std::size_t at, const std::vector<bool>& used,
            const std::function<void(const At&)>& f) const;
  /// Calls f for each number of the row that contains the result's number `y_at`.
  void each_in_row(std::size_t y_at, const std::function<void(const At&)>& f) const;
};

/// The loops of the op that made a node. Nothing if the log has a summary of one of the Tensors, or
/// if the op has no such loops.
std::optional<TraceTerms> terms_of(const TraceLog& log, std::uint32_t node);

/// Computes a Tensor again, from the numbers `x` of its parents. Throws holo::Error for an op that
/// is not in ops.h, and the op's own errors.
std::vector<real> op_again(const TraceLog& log, std::uint32_t node,
                           const std::vector<std::vector<real>>& x);

/// The name of one number of a node: "W[0][1]".
std::string element_name(const TraceLog& log, std::uint32_t node, std::size_t at);

/// The gradients that a node sends to a parent: "grad W += x^T @ grad y". One line for each time
/// that the parent is an operand.
std::vector<std::string> formulas_sent(const TraceLog& log, std::uint32_t node,
                                       std::uint32_t parent);

/// A sum in names and in numbers. Keeps only the first terms.
class TermSum {
 public:
  explicit TermSum(std::size_t most) : most_(most) {}
  void add(const std::string& names, const std::string& numbers);
  bool empty() const { return count_ == 0; }
  bool is_explained() const { return !row_.empty(); }
  /// Sets the sum for which {s} stands in the first term.
  void explain(const TermSum& row) { row_ = ", s = " + row.names_and_numbers(); }
  /// The sum as text: "a * b + c * d = 1 * 2 + 3 * 4 = 14".
  std::string text(double result) const;

 private:
  std::string names_and_numbers() const;

  std::size_t most_, count_ = 0;
  std::string names_, numbers_, row_;
};

/// Fills the patterns of a node with the names of its numbers, and with the numbers. REQUIRES: the
/// log and the state outlive the TermText.
class TermText {
 public:
  TermText(const TraceLog& log, const TraceState& state, std::uint32_t node);
  const GradientPatterns& patterns() const { return patterns_; }
  /// Adds the terms of the pattern for all points where the index in tensor `target` is `at`.
  void add(TermSum& sum, const std::string& pattern, const std::string& row, std::size_t target,
           std::size_t at) const;

 private:
  using At = TraceTerms::At;
  std::size_t place_of(const std::string& name) const;
  void add_term(TermSum& sum, const std::string& pattern, const At& places) const;

  const TraceLog& log_;
  const TraceState& state_;
  std::uint32_t node_;
  GradientPatterns patterns_;
  TraceTerms terms_;
};

/// One number of a run; 0 if the run is empty.
inline double number_at(std::span<const double> run, std::size_t at) {
  return run.empty() ? 0 : run[at];
}

}  // namespace holo
