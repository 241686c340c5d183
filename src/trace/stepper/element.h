// element.h: a number of a Tensor, written out: as the sum of the terms that made it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "trace/formula.h"
#include "trace/stepper/line.h"
#include "trace/stepper/session.h"
#include "trace/terms.h"

namespace holo {

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
  bool takes_more() const { return count_ < most_; }
  void skip() { ++count_; }
  bool empty() const { return count_ == 0; }
  bool is_explained() const { return !row_.empty(); }
  /// What {s} stands for in the first term.
  void explain(const TermSum& row);
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
  std::vector<bool> used_by(const std::string& pattern, std::size_t target) const;
  double number(const std::string& name, const At& places) const;
  std::string name_of(const std::string& name, const At& places) const;
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

/// The command print for it.
void print_element(StepperSession& session, const TraceElement& element);

}  // namespace holo
