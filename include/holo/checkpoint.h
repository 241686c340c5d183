// checkpoint.h: saves, in one .safetensors file, everything that a training run needs to continue:
// the weights, the optimizer's state, and metadata. safetensors.h saves only weights.
//
//   save_checkpoint("run/last.safetensors", model, optimizer, {{"step", "300"}});
//   ...
//   const CheckpointFile file("run/last.safetensors");
//   file.load_into(model, optimizer);  // training continues bit for bit
//
// A checkpoint contains no gradients, so save after step(). It also omits the model's and the
// optimizer's settings, the learning rate, and the state of random number generators.
#pragma once

#include <string>

#include "holo/nn/module.h"
#include "holo/optim.h"
#include "holo/safetensors.h"

namespace holo {

/// Writes the parameters under their names, and the optimizer's state under names like
/// "optimizer.m.<parameter>": m and v for Adam, momentum for SGD. "optimizer.step" (I64) contains
/// one step count per parameter, in the order of named_parameters(). Replaces the file in one step,
/// like save_safetensors(). A checksum detects every change of one byte and nearly all others.
///
/// Throws the same errors as save_safetensors(). Throws holo::Error unless the optimizer holds
/// exactly the model's parameters: the same tensors, in any order. Also throws it if a parameter's
/// name begins with "optimizer.", or if a metadata key is "format" or begins with "holo.".
void save_checkpoint(const std::string& path, const Module& model, const Optimizer& optimizer,
                     const SafetensorsMetadata& metadata = {});

/// Call this function before a long training run. Does the work of save_checkpoint() without
/// putting the file in place. Throws the same errors, for example if the disk is full.
void check_can_save_checkpoint(const std::string& path, const Module& model,
                               const Optimizer& optimizer, const SafetensorsMetadata& metadata);

/// A checkpoint that has been read completely and has a valid checksum.
class CheckpointFile {
 public:
  /// Reads the whole file, one piece at a time. Throws the same errors as SafetensorsFile. Also
  /// throws holo::Error if the file is not a checkpoint, has a newer format, or has a wrong
  /// checksum.
  explicit CheckpointFile(const std::string& path);

  /// Reads a file that is already open.
  explicit CheckpointFile(const SafetensorsFile& file);

  /// True if the file is marked as a checkpoint. A file with only weights is not marked.
  static bool is_checkpoint(const SafetensorsFile& file);

  /// The metadata passed to save_checkpoint().
  const SafetensorsMetadata& metadata() const { return metadata_; }

  /// Reads only the parameters. F64 numbers are rounded if real is float. Before changing anything,
  /// checks all parameters. If some are missing, unexpected, or of the wrong shape or type, throws
  /// one holo::Error that lists them. If a read fails later, some parameters already have their new
  /// values.
  void load_into(Module& model, const ReadProgress& progress = {}) const;

  /// Reads the parameters and the optimizer's state, so that training continues as if it had never
  /// stopped. Also throws if the optimizer is of a different kind or does not hold exactly the
  /// model's parameters. The numbers in the file must have the type real, because a run with
  /// rounded numbers would not continue exactly.
  void load_into(Module& model, Optimizer& optimizer) const;

  /// The file's path, for error messages.
  const std::string& where() const { return file_.where(); }

 private:
  SafetensorsFile file_;
  SafetensorsMetadata metadata_;
  std::string optimizer_;  // kind of optimizer: "SGD", "Adam" or "AdamW"
};

}  // namespace holo
