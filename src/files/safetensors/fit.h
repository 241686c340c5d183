// fit.h: whether the tensors of a file are those that are wanted, and how they replace others: all
// of them or none. Internal.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holo/nn/module.h"
#include "holo/safetensors.h"

namespace holo {

/// A tensor that a file should have.
struct WantedTensor {
  std::string name;
  Shape shape;
  bool indices = false;  ///< I64; otherwise real numbers of any type
};

std::vector<WantedTensor> wanted_of(const std::vector<NamedParameter>& parameters);

/// All that differs, "missing: ...; left over: ...; of another shape: ...; of another type: ...",
/// or "". What is left over may begin with `ignored`, unless that is empty.
std::string differences(const SafetensorsFile& file, std::span<const WantedTensor> wanted,
                        std::string_view ignored = "");

/// Numbers that were read, for tensors in memory. add() may throw; run() takes no memory and fails
/// in nothing that add() has not seen.
class PreparedCopies {
 public:
  /// REQUIRES: the same shape, `from` a constant.
  void add(Tensor to, const Tensor& from) {
    Tensor here = from.to(to.device());
    copies_.emplace_back(std::move(to), std::move(here));
  }
  void run();

 private:
  std::vector<std::pair<Tensor, Tensor>> copies_;
};

/// Copies the parameters of a module from a file, all of them or none. The holo::Error for
/// what differs calls them `what`, "model", and `origin`, "checkpoint".
void load_parameters(const SafetensorsFile& file, const Module& module, std::string_view ignored,
                     const char* what, const char* origin);

/// The same with no second copy of the numbers: when a read fails some of them are new.
void read_parameters(const SafetensorsFile& file, const Module& module, std::string_view ignored,
                     const char* what, const char* origin, const ReadProgress& progress);

}  // namespace holo
