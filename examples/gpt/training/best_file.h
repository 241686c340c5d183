// best_file.h: where --keep-best keeps the checkpoint with the lowest validation loss.
#pragma once

#include <string>

namespace holo {

/// Beside the file of --out: "run/gpt.best.safetensors" for "run/gpt.safetensors", and for a name
/// without that ending ".best" behind it.
inline std::string best_file_of(const std::string& out) {
  const std::string ending = ".safetensors";
  const bool has_ending = out.size() > ending.size() &&
                          out.compare(out.size() - ending.size(), ending.size(), ending) == 0;
  if (!has_ending) return out + ".best";
  return out.substr(0, out.size() - ending.size()) + ".best" + ending;
}

}  // namespace holo
