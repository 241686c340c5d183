// printable.h: what a model wrote, for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace holo {

/// The text with "\xNN" for control characters and "�" for bytes that are not UTF-8, so that no
/// model can play tricks on a terminal. Line breaks and tabs stay when `lines`.
std::string printable(std::string_view text, bool lines = false);

}  // namespace holo
