// nearest.h: guesses the name that someone meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace holo {

/// The name with the least edit distance to `word`, the first if several tie. "" when the distance
/// is more than 1 and more than a third of the word's letters, or is all of them, and for words of
/// more than 100 bytes. Source: Damerau's distance (1964), where a swap of neighbours is one edit.
std::string nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace holo
