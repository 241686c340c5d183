#!/bin/sh
# embed.sh NAME FILE...: prints a C++ source with the bytes of the files, joined, as the array holo::embedded_NAME.
array=embedded_$1
shift
cat << END
// Made from $* by src/make/embed.sh.
#include <cstddef>
namespace holo {
extern const char ${array}[];
extern const std::size_t ${array}_size;
END
printf 'const char %s[] = R"file(' "$array"
cat "$@" || exit 1
cat << END
)file";
const std::size_t ${array}_size = sizeof($array) - 1;
}  // namespace holo
END
