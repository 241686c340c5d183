// terms.h: a number of a Tensor, written out as the sum of the terms that made it: the loops of an
// op, point by point.
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

/// At every point of the loops, the op reads one number of each parent, and one number of the
/// result gets something of it: y[i, j] += a[i, k] b[k, j] has the loops i, j, k.
struct TraceTerms {
  using At = std::vector<std::size_t>;
  std::vector<At> places;  ///< of the result and of each parent: where it is at each point
  /// The numbers that a softmax divides by, and how far each of them is behind the one before it.
  std::size_t row_size = 1, row_step = 1;

  static constexpr std::size_t of_result = 0;
  static constexpr std::size_t of_parent(std::size_t edge) { return edge + 1; }

  /// Calls f with the place of each tensor, for each point at which `target` is at `at`; once for
  /// those that differ in no tensor in `used`.
  void each(std::size_t target, std::size_t at, const std::vector<bool>& used,
            const std::function<void(const At&)>& f) const;
  /// The same for the points of the row of the result's number at `y_at`.
  void each_in_row(std::size_t y_at, const std::function<void(const At&)>& f) const;
};

/// Those of a node; nothing where the log has not all numbers, and for an op whose numbers do not
/// go one by one.
std::optional<TraceTerms> terms_of(const TraceLog& log, std::uint32_t node);

/// The numbers of a Tensor, from other numbers of its parents. Throws holo::Error for an op that is
/// not one of ops.h, and the errors of the op.
std::vector<real> op_again(const TraceLog& log, std::uint32_t node,
                           const std::vector<std::vector<real>>& x);

/// "W[0][1]"
std::string element_name(const TraceLog& log, std::uint32_t node, std::size_t at);

/// "grad W += x^T @ grad y": what the node sends to that parent, a line for each time that it has
/// it.
std::vector<std::string> formulas_sent(const TraceLog& log, std::uint32_t node,
                                       std::uint32_t parent);

/// A sum in names and in numbers, of which the first terms are kept.
class TermSum {
 public:
  explicit TermSum(std::size_t most) : most_(most) {}
  void add(const std::string& names, const std::string& numbers);
  bool empty() const { return count_ == 0; }
  bool is_explained() const { return !row_.empty(); }
  /// What {s} stands for in the first term.
  void explain(const TermSum& row) { row_ = ", s = " + row.names_and_numbers(); }
  /// "a * b + c * d = 1 * 2 + 3 * 4 = 14"
  std::string text(double result) const;

 private:
  std::string names_and_numbers() const;

  std::size_t most_, count_ = 0;
  std::string names_, numbers_, row_;
};

/// Fills the patterns of a node with names of its numbers and with these numbers. The log and the
/// state outlive it.
class TermText {
 public:
  TermText(const TraceLog& log, const TraceState& state, std::uint32_t node);
  const GradientPatterns& patterns() const { return patterns_; }
  /// Adds the terms of the pattern in which `target`, a place of TraceTerms, is at `at`.
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

/// One number of a run; 0 of an empty one.
inline double number_at(std::span<const double> run, std::size_t at) {
  return run.empty() ? 0 : run[at];
}

}  // namespace holo
