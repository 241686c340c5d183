// numbers.h: the numbers of a tensor, as a log keeps them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "holo/node.h"

namespace holo {

/// The size of a run of a tensor of that many numbers: `numel`, or that of a summary.
std::size_t run_size(std::size_t numel, std::size_t whole_up_to);

/// A run: the numbers themselves, or a TraceSummary of them.
std::vector<double> run_of(std::span<const real> numbers, std::size_t whole_up_to);

/// Different for numbers that differ in one bit.
std::uint64_t bits_of(std::span<const real> numbers);

}  // namespace holo
