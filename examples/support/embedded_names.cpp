// embedded_names.cpp: chooses between a file and the built-in names.
#include "support/embedded_names.h"

#include <string_view>

#include "holo/data.h"

namespace holo {

std::vector<std::string> load_documents(const std::string& path) {
  if (!path.empty()) return read_documents(path);
  return split_documents(std::string_view(embedded_names, embedded_names_size), "built-in names");
}

}  // namespace holo
