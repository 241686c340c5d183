// embedded_names.cpp: chooses between a file and the built-in names.
#include "support/embedded_names.h"

#include <string_view>

#include "holo/data.h"
#include "support/command_line.h"

namespace holo {

std::vector<std::string> load_documents(const std::string& path) {
  if (path.empty()) {
    return split_documents(std::string_view(embedded_names, embedded_names_size), "built-in names");
  }
  std::string text = read_file(path);
  if (drop_byte_order_mark(text)) print_warning(path + ": its byte order mark is dropped");
  return split_documents(text, path);
}

}  // namespace holo
