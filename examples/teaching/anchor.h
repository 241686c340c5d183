// anchor.h: the names by which links find the headings of a page.
#pragma once

#include <string>

#include "teaching/markdown.h"

namespace holo {

/// "`Value` and `Tape`" -> "value-and-tape", as GitHub names the anchor of a heading.
std::string anchor_of(const std::string& heading);

/// Gives each heading of a page its anchor; the second of a name ends in -1, and so on.
void name_headings(MarkdownBlocks& blocks);

}  // namespace holo
