// images.h: grey images with a class each: shapes that the program draws itself.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "holo/random.h"
#include "holo/tensor.h"

namespace holo {

/// `count` images of side x side numbers, row by row, mostly in [0, 1], and their classes.
struct Images {
  Index side = 0, classes = 0;
  std::vector<float> pixels;  ///< [count, side, side]
  std::vector<Index> labels;  ///< [count]

  Index count() const { return static_cast<Index>(labels.size()); }
};

/// The shapes: what lies in each, for coordinates where the shape reaches from -1 to 1.
inline const std::vector<std::string> shape_names = {"disc",     "ring",  "square", "frame",
                                                     "triangle", "cross", "plus",   "bars"};

inline bool is_inside(int shape, double x, double y) {
  const double ax = std::fabs(x), ay = std::fabs(y), radius = std::hypot(x, y);
  const double largest = std::max(ax, ay);
  switch (shape) {
    case 0:
      return radius < 1;
    case 1:
      return radius < 1 && radius > 0.55;
    case 2:
      return largest < 0.88;
    case 3:
      return largest < 0.88 && largest > 0.48;
    case 4:
      return y < 0.8 && y > -1 + 2 * ax;
    case 5:
      return largest < 1 && std::fabs(ax - ay) < 0.4;
    case 6:
      return largest < 1 && std::min(ax, ay) < 0.3;
    default:
      return largest < 1 && ay > 0.3;
  }
}

/// One shape on 16 x 16 pixels: anywhere, 3.5 to 6 pixels in radius, turned by up to a sixteenth
/// of a circle either way, bright or dark, under noise of standard deviation `noise`.
inline void draw_shape(float* pixels, int shape, double noise, PythonRandom& random) {
  const double radius = random.uniform(3.5, 6), turn = random.uniform(-1, 1) * std::numbers::pi / 8;
  const double cx = random.uniform(radius, 15 - radius), cy = random.uniform(radius, 15 - radius);
  const double ground = random.uniform(0.2, 0.8), sign = random.random() < 0.5 ? -1 : 1;
  const double contrast = sign * random.uniform(0.4, 0.8);
  const double c = std::cos(turn), s = std::sin(turn);
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 16; ++column) {
      const double x = (column - cx) / radius, y = (row - cy) / radius;
      const bool inside = is_inside(shape, c * x + s * y, c * y - s * x);
      const double value = ground + (inside ? contrast : 0) + random.gauss(0, noise);
      *pixels++ = static_cast<float>(value);
    }
  }
}

inline Images draw_shapes(Index count, double noise, PythonRandom& random) {
  Images images{16, static_cast<Index>(shape_names.size()), {}, {}};
  images.pixels.resize(static_cast<std::size_t>(count * 256));
  for (Index i = 0; i < count; ++i) {
    const int shape = static_cast<int>(random.randbelow(shape_names.size()));
    draw_shape(images.pixels.data() + i * 256, shape, noise, random);
    images.labels.push_back(shape);
  }
  return images;
}

}  // namespace holo
