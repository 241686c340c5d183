// checkpoint.h: everything that a training run needs to go on, in one .safetensors file: weights,
// what the optimizer remembers, and text of your own. Weights alone are in safetensors.h.
//
//   save_checkpoint("run/last.safetensors", model, optimizer, {{"step", "300"}});
//   ...
//   const CheckpointFile file("run/last.safetensors");
//   file.load_into(model, optimizer);  // where it was, bit for bit
//
// Not in it, since your program gives them: the settings of model and optimizer, the learning rate,
// gradients (save after step()), and the state of random numbers.
#pragma once

#include <memory>
#include <string>

#include "holo/nn/module.h"
#include "holo/optim.h"
#include "holo/safetensors.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// Writes the parameters under their names, the state of the optimizer as "optimizer.m.<parameter>"
/// (m and v of Adam, momentum of SGD), and its step counts as "optimizer.step", I64, one for each
/// of named_parameters() in that order. After a crash or an error the old file is there, whole, or
/// the new one. A checksum finds every change of a single byte, and nearly all others.
///
/// Throws holo::Error: an optimizer that does not hold exactly the parameters of the model (which
/// one it holds is a matter of identity, not of order or name), a parameter whose name begins with
/// "optimizer.", metadata called "format" or "holo...", and whatever save_safetensors() throws.
void save_checkpoint(const std::string& path, const Module& model, const Optimizer& optimizer,
                     const SafetensorsMetadata& metadata = {});

/// All of that but the last step, in which the file takes its place: for the time before a long
/// training. Throws as save_checkpoint() does, also when there is no room for it.
void check_can_save_checkpoint(const std::string& path, const Module& model,
                               const Optimizer& optimizer, const SafetensorsMetadata& metadata);

/// A checkpoint that was found whole.
class CheckpointFile {
 public:
  /// Reads all of it, a piece at a time. Throws holo::Error: what SafetensorsFile throws, a file
  /// that is no checkpoint, one of a newer format, and one that is damaged: its checksum differs.
  explicit CheckpointFile(const std::string& path);

  /// The same from anything that can be read: for tests, which let reads fail.
  explicit CheckpointFile(std::shared_ptr<const ByteSource> source);

  /// Does the file say that it is a checkpoint? Weights alone do not.
  static bool is_checkpoint(const SafetensorsFile& file);

  /// As it was given to save_checkpoint().
  const SafetensorsMetadata& metadata() const { return metadata_; }

  /// The parameters alone. F64 is rounded to float where real is. Throws one holo::Error that lists
  /// all that is missing, left over, of another shape or type; then nothing has been changed.
  void load_into(Module& model) const;

  /// The optimizer too: training goes on as if it had never stopped. Throws one holo::Error, before
  /// anything is changed, for the same, for an optimizer of another kind, or one that does not hold
  /// exactly the parameters of the model, and for numbers of another type than real, with which it
  /// would not go on exactly.
  void load_into(Module& model, Optimizer& optimizer) const;

  /// The path, for messages.
  const std::string& where() const { return file_.where(); }

 private:
  SafetensorsFile file_;
  SafetensorsMetadata metadata_;
  std::string optimizer_;  // its kind
};

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
