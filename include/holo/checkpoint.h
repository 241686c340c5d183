// checkpoint.h: everything that a training run needs to continue, in one .safetensors file: the
// weights, the state of the optimizer, and metadata. Weights alone are in safetensors.h.
//
//   save_checkpoint("run/last.safetensors", model, optimizer, {{"step", "300"}});
//   ...
//   const CheckpointFile file("run/last.safetensors");
//   file.load_into(model, optimizer);  // training continues bit for bit
//
// Left to the program: the settings of model and optimizer, the learning rate, gradients (save
// after step()), and the state of random number generators.
#pragma once

#include <string>

#include "holo/nn/module.h"
#include "holo/optim.h"
#include "holo/safetensors.h"

namespace holo {

/// Writes the parameters under their names, the state of the optimizer as "optimizer.m.<parameter>"
/// (m and v of Adam, momentum of SGD), and its step counts as "optimizer.step", I64, one for each
/// of named_parameters() in that order. The file is replaced in one step, as by
/// save_safetensors(). A checksum detects every change of a single byte, and nearly all others.
///
/// Throws holo::Error for an optimizer that does not hold exactly the parameters of the model
/// (compared by identity, not by order or name), a parameter whose name begins with "optimizer.",
/// metadata called "format" or "holo...", and as save_safetensors() does.
void save_checkpoint(const std::string& path, const Module& model, const Optimizer& optimizer,
                     const SafetensorsMetadata& metadata = {});

/// Does what save_checkpoint() does, except for putting the file in place, and throws the same
/// errors, also when the disk has no room: a check before a long training run.
void check_can_save_checkpoint(const std::string& path, const Module& model,
                               const Optimizer& optimizer, const SafetensorsMetadata& metadata);

/// A checkpoint that has been read completely and whose checksum is right.
class CheckpointFile {
 public:
  /// Reads the whole file, a piece at a time. Throws holo::Error as SafetensorsFile does, and for a
  /// file that is not a checkpoint, has a newer format, or is damaged: its checksum differs.
  explicit CheckpointFile(const std::string& path);

  /// The same of a file that is open already.
  explicit CheckpointFile(const SafetensorsFile& file);

  /// True when the file is marked as a checkpoint; weights alone are not.
  static bool is_checkpoint(const SafetensorsFile& file);

  /// The metadata that was given to save_checkpoint().
  const SafetensorsMetadata& metadata() const { return metadata_; }

  /// Reads the parameters alone. F64 is rounded when real is float. Throws one holo::Error that
  /// lists all parameters that are missing, left over, or of another shape or type, before anything
  /// is changed; when a read fails after that, the model has some of the new numbers.
  void load_into(Module& model, const ReadProgress& progress = {}) const;

  /// Reads the state of the optimizer too: training continues as if it had never stopped. Throws in
  /// the same cases, and for an optimizer of another kind or one that does not hold exactly the
  /// parameters of the model, and for numbers of another type than real, which could not continue
  /// exactly.
  void load_into(Module& model, Optimizer& optimizer) const;

  /// The path, for messages.
  const std::string& where() const { return file_.where(); }

 private:
  SafetensorsFile file_;
  SafetensorsMetadata metadata_;
  std::string optimizer_;  // the kind of the optimizer
};

}  // namespace holo
