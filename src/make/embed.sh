#!/bin/sh
# embed.sh FILE: prints a C++ source that has the bytes of FILE as the array holo::embedded_names.
cat << END
// Made from $1 by src/make/embed.sh.
#include <cstddef>
namespace holo {
extern const char embedded_names[];
extern const std::size_t embedded_names_size;
END
printf 'const char embedded_names[] = R"names('
cat "$1" || exit 1
cat << 'END'
)names";
const std::size_t embedded_names_size = sizeof(embedded_names) - 1;
}  // namespace holo
END
