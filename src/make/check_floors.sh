#!/bin/sh
# check_floors.sh [FOLDER]: includes of the library point down the floors, never up; Value and
# Tensor do not know each other; a kernel (src/ops/*_cpu.*, *_cuda.*) sees raw pointers only; the
# library sees no example and no test. Floors: 0 check version real build_info random; 1 math, the
# backends; 2 value tape tensor; 3 ops gradcheck; 4 nn optim data serialize trace; 5 holo.h, which
# includes the rest.
cd "${1:-.}" || exit 2
# shellcheck disable=SC2046
awk '
  # family FILE: the noun a file belongs to, value_print.cpp to value.
  function family(file,    stem, nouns, i) {
    if (file ~ /(^|\/)nn\//) return "nn"
    if (file ~ /(^|\/)trace\//) return "trace"
    if (file ~ /(^|\/)backend\/|_(cpu|cuda)\./) return "backend"
    if (file ~ /(^|\/)tensor\//) return "tensor"
    if (file ~ /(^|\/)safetensors\//) return "safetensors"
    if (file ~ /(^|\/)ops\//) return "ops"
    stem = file
    sub(/.*\//, "", stem)
    sub(/\.[a-z]+$/, "", stem)
    if (stem in floor) return stem
    for (i = length(stem); i > 0; --i)
      if (substr(stem, i, 1) == "_" && substr(stem, 1, i - 1) in floor)
        return substr(stem, 1, i - 1)
    return ""
  }
  function report(text) {
    print FILENAME ":" FNR ": " text
    ++wrong
  }
  BEGIN {
    split("check:0 version:0 real:0 build_info:0 random:0 shape:0 memory:0 threads:0 label:0 atomic_file:0 file_error:0 hash:0 utf8:0 sanitizers:0 prelude:0 math:1 backend:1 vec:1 " \
          "eight:1 value:2 tape:2 backward:2 node:2 tensor:2 creation:2 anomaly:2 profiler:2 ops:3 gradcheck:3 nn:4 optim:4 data:4 tokenizer:4 " \
          "serialize:4 safetensors:4 sampling:4 checkpoint:4 trace:4 holo:5", table, " ")
    for (i in table) {
      split(table[i], pair, ":")
      floor[pair[1]] = pair[2] + 0
    }
    engine["value"] = engine["tape"] = engine["backward"] = "value"
    split("node tensor creation anomaly profiler ops nn", tensors, " ")
    for (i in tensors) engine[tensors[i]] = "tensor"
  }
  FNR == 1 {
    ++files
    here = family(FILENAME)
    if (here == "")
      report("has no floor; expected a noun of src/make/check_floors.sh. Try: add it there")
  }
  /^[ \t]*#[ \t]*include[ \t]*["<]/ {
    name = $0
    sub(/^[^"<]*["<]/, "", name)
    quoted = $0 ~ /include[ \t]*"/
    sub(/[">].*/, "", name)
    if (!quoted && name !~ /^holo\//) next
    ++includes
    if (name ~ /(^|\/)(examples|tests|support|gpt|kernel_view)\//) {
      report("the library includes " name "; expected nothing of examples/ or tests/")
      next
    }
    there = family(name)
    if (there == "") report("includes " name ", which has no floor")
    else if (FILENAME ~ /\/ops\/[^\/]*_(cpu|cuda)\./ && floor[there] > 1)
      report("a kernel includes " name "; expected raw pointers and sizes only")
    else if (here != "" && floor[there] > floor[here])
      report("floor " floor[here] " (" here ") includes " name " of floor " floor[there] \
             "; expected its own floor or one below")
    else if (engine[here] != "" && engine[there] != "" && engine[here] != engine[there])
      report(here " includes " name "; expected Value and Tensor not to know each other")
  }
  END {
    if (wrong) exit 1
    print "check-floors: " files " files, " includes " includes, all point down"
  }' $(find include src \( -name '*.h' -o -name '*.cpp' -o -name '*.cuh' -o -name '*.cu' \) | sort)
