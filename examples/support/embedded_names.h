// embedded_names.h: the names that the build puts into every example, so that none needs a file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace holo {

/// The text of examples/data/names.txt, one name a line, NUL at the end; made by the Makefile.
extern const char embedded_names[];

/// Its length in bytes without that NUL.
extern const std::size_t embedded_names_size;

/// The documents of a file (read_documents, see holo/data.h), of the built-in names for "". Warns
/// of a byte order mark, which is no character of the first one.
std::vector<std::string> load_documents(const std::string& path);

}  // namespace holo
