// model_files.h: the .safetensors files of a model of another program: one, or several that an
// index names. Not what is in them: layout_file.h.
#pragma once

#include <map>
#include <set>
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

/// The names of the tensors of each file of a model in several files.
using Shards = std::map<std::string, std::set<std::string>>;

/// Of the text of a model.safetensors.index.json. Throws Error for one that is not JSON, has no
/// "weight_map", or names a file that is not a .safetensors file in its own folder.
Shards shards_of_index(const std::string& text, const std::string& where);

/// `from` is a file, or a folder with model.safetensors or with model.safetensors.index.json, the
/// index of a model in several files. Throws Error for a folder without them, for a file as
/// SafetensorsFile does, and for an index that is not JSON, names a file outside of the folder, or
/// does not say of each tensor in which file it is.
ModelFiles open_model_files(const std::string& from);

}  // namespace holo
