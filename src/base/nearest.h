// nearest.h: the word that someone may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace holo {

/// The name with the least edit distance to `word`, the first of equals; "" when every name differs
/// in more than a third of the word's letters (and more than one), or in all of them. Words of more
/// than 100 bytes are near nothing. Source: the distance of Damerau (1964), with swaps of
/// neighbours as one edit.
std::string nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace holo
