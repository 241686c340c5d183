// dataset_texts.h: the texts of a data set in two parts, not yet tokens. Internal to dataset*.cpp.
#pragma once

#include <string>
#include <vector>

#include "gpt/dataset.h"
#include "holo/data.h"

namespace holo {

struct DatasetTexts {
  std::string name;  ///< of the data, for errors
  std::string hash;
  /// Documents, or pieces of running text; the first piece of the validation may be the rest of the
  /// last one of the training.
  std::vector<std::string> train, validation;
  bool validation_goes_on = false;
  std::vector<std::string> warnings = {};  ///< what was changed in which file
};

/// Reads, splits and shuffles as Dataset says, with its errors.
DatasetTexts read_texts(const DatasetSettings& settings, Encoding encoding);

}  // namespace holo
