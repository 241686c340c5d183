// figure.h: a picture of a page, ready to be written into docs/figures.
#pragma once

#include <string>

namespace holo {

struct Figure {
  std::string file;  ///< "gate_rank.svg"
  std::string svg;
};

}  // namespace holo
