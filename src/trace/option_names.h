// option_names.h: the options of an op by their names: to show, to write and to read them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "holo/op_options.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// Looks at one option after the other, or sets it.
class OptionVisitor {
 public:
  virtual ~OptionVisitor() = default;
  virtual void number(const char* name, double& x) = 0;
  virtual void whole(const char* name, Index& x) = 0;
  virtual void count(const char* name, std::uint64_t& x) = 0;
  virtual void flag(const char* name, bool& x) = 0;
  /// One of these words: its place among them.
  virtual void word(const char* name, std::span<const char* const> words, std::size_t& x) = 0;
  virtual void list(const char* name, std::vector<Index>& x) = 0;
  /// A list that was set has a number that no op can have.
  [[noreturn]] virtual void fail(const std::string& found, const std::string& expected) const;
};

/// In the order of op_options.h, without the indices. `ndim`: of the result.
void visit_options(OpOptions& options, int ndim, OptionVisitor& visitor);

/// "along" for op_options::Along.
const char* kind_of(const OpOptions& options);
/// Options of that kind, each 0; null when there is none of this name.
const OpOptions* options_of_kind(const std::string& kind);

/// "dim 1", "dims 0 1, keepdim"; empty when there are none.
std::string op_options_text(OpOptions options, int ndim);

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
