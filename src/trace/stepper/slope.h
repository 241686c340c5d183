// slope.h: the root of a backward pass as a function of one number of a node.
#pragma once

#include <cstddef>
#include <cstdint>

#include "holo/trace_log.h"
#include "trace/pass.h"

namespace holo {

/// The values of the root at two points, one above and one below a number.
struct Secant {
  double up, down, above, below;
  double size;  // sum of absolute values in the root: the scale of its rounding
  double slope() const { return (above - below) / (up - down); }
};

/// Whether slope and gradient agree. too_small: they differ, but rounding in the root could be the
/// cause. nothing: one of them is NaN.
enum class Verdict { agree, differ, kink, too_small, nothing };

/// The slope at one number of a node, and the gradient that the pass sends to this number.
class Slope {
 public:
  /// REQUIRES: all arguments outlive the Slope; the log has all numbers of the node.
  Slope(const TraceLog& log, const BackwardPass& pass, const Contributions& to, std::uint32_t node);

  /// Compares at number `at` of the node. Throws holo::Error if the root cannot be computed again.
  void move(std::size_t at);

  bool is_float;
  double x, gradient;
  Secant secant;  // the most exact one
  Verdict verdict;
  double left, right;  // the slopes on both sides of a kink

 private:
  Verdict compare();
  bool is_kink();
  double rounded(double number) const;
  double tolerance() const;
  double rounding(const Secant& s) const;
  bool agrees_with(const Secant& s) const;
  Secant around(double h) const;
  struct Root {
    double value, size;
  };
  Root root_at(double number) const;
  double sent() const;

  const TraceLog& log_;
  const BackwardPass& pass_;
  const Contributions& to_;
  std::uint32_t node_;
  TraceState state_;
  std::size_t at_ = 0;
};

}  // namespace holo
