// checksum.h: the checksum that files of weights and checkpoints carry in their metadata, and
// whether it is right. Internal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "files/safetensors/source.h"
#include "files/safetensors/writer.h"

namespace holo {

/// The checksum is FNV-1a of the whole file with these digits for the checksum itself.
inline constexpr std::string_view no_checksum = "0000000000000000";

/// Where its digits begin in `text`, which holds a header as safetensors_layout() writes it; npos
/// when there are none.
std::size_t checksum_position(std::string_view text);

/// Puts the checksum of what will be written in the place of no_checksum. REQUIRES: it is there.
void add_checksum(SafetensorsLayout& layout);

/// Reads the whole file. Throws holo::Error, with the checksum that it has and the one that it
/// should have, when it is damaged or has none; `hint` is what helps then.
void check_checksum(const ByteSource& source, const std::string& hint);

}  // namespace holo
