// model_files.h: the .safetensors files of a model of another program: one, or several that an
// index names. Not what is in them: layout_file.h.
#pragma once

#include <string>
#include <vector>

#include "holo/safetensors.h"

namespace holo {

/// The files of a model.
struct ModelFiles {
  std::vector<SafetensorsFile> files;
  std::string where;   ///< the file, or the index of several
  std::string folder;  ///< in which they are: config.json may be there too
};

/// `from` is a file, or a folder with model.safetensors or with model.safetensors.index.json, the
/// index of a model in several files. Throws Error for a folder without them, for a file as
/// SafetensorsFile does, and for an index that is not JSON, names a file outside of the folder, or
/// does not say of each tensor in which file it is.
ModelFiles open_model_files(const std::string& from);

}  // namespace holo
