// listing_place.h: where a listing of a page is in its file.
#pragma once

#include <string>
#include <vector>

namespace holo {

/// The line of `source`, from 1, where the first part of the listing begins, up to a line "..."; 0
/// for one that is not there. The spaces that lines begin with do not count.
int line_of_listing(const std::string& listing, const std::string& source);

/// The same for each line of the listing, part after part; 0 for "..." and for a part that is not
/// there.
std::vector<int> lines_of_listing(const std::string& listing, const std::string& source);

}  // namespace holo
