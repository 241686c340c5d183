// slope.h: the root of a backward pass as a function of one number of a node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "holo/trace_log.h"
#include "trace/pass.h"

namespace holo {

// By node, the contributions to it.
using Contributions = std::vector<std::vector<std::size_t>>;

/// The root at two points around a number.
struct Secant {
  double up, down, above, below;
  double size;  // of what is summed there, without signs: of its rounding
  double slope() const { return (above - below) / (up - down); }
};

/// What the slope says of a gradient. too_small: they lie nearer than the rounding of the root lets
/// the slope be known. nothing: one of them is NaN.
enum class Verdict { agree, differ, kink, too_small, nothing };

/// The slope at a number, and the gradient that the pass has sent to it.
class Slope {
 public:
  /// All of them outlive it. REQUIRES: the log has all numbers of the node.
  Slope(const TraceLog& log, const BackwardPass& pass, const Contributions& to, std::uint32_t node);

  /// To another number of the node. Throws holo::Error where the root cannot be computed again.
  void move(std::size_t at);

  bool is_float;
  double x, gradient;
  Secant secant;  // the one that says most
  Verdict verdict;
  double left, right;  // of a kink: the slopes on both sides

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
