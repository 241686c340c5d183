// mutate.h: small changes of an input, the same for the same random numbers. It is not a fuzzer,
// because it does not watch the program.
#pragma once

#include <string>
#include <vector>

#include "holo/random.h"

namespace fuzz {

/// One of the seeds with a few changes: bits, bytes, numbers, pieces left out, doubled or taken
/// from another seed.
std::string mutated(const std::vector<std::string>& seeds, holo::PythonRandom& random);

}  // namespace fuzz
