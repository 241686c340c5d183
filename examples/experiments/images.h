// images.h: grey images with a class each: shapes that the program draws itself, or a file.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "holo/check.h"
#include "holo/data.h"
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

/// Images [count, side, side] as numbers from 0 to `white`, scaled to [0, 1], with their classes.
/// Throws UsageError when there is no image, a side that is not a multiple of 4, one class only, or
/// less than half of the classes that their numbers speak of: then these are something else.
inline Images scaled(const std::string& name, std::vector<double> pixels, double white,
                     std::vector<Index> labels) {
  Images images{0, 0, {}, std::move(labels)};
  if (images.labels.empty()) throw UsageError(name, "no images", "at least one");
  const double area = static_cast<double>(pixels.size()) / static_cast<double>(images.count());
  images.side = static_cast<Index>(std::lround(std::sqrt(area)));
  if (images.side < 4 || images.side % 4 != 0 || images.side > 256 ||
      static_cast<Index>(pixels.size()) != images.side * images.side * images.count()) {
    throw UsageError(name, "images of " + std::to_string(std::lround(area)) + " pixels",
                     "a square whose side is a multiple of 4, say 8 x 8 or 28 x 28");
  }
  const std::set<Index> classes(images.labels.begin(), images.labels.end());
  images.classes = *classes.rbegin() + 1;
  if (classes.size() == 1) throw UsageError(name, "1 class", "2 or more");
  if (2 * static_cast<Index>(classes.size()) < images.classes) {
    throw UsageError(
        name,
        std::to_string(classes.size()) + " classes from " + std::to_string(*classes.begin()) +
            " to " + std::to_string(*classes.rbegin()),
        "classes that are numbered from 0 on", "is the class first or last in a line?");
  }
  for (const double value : pixels) images.pixels.push_back(static_cast<float>(value / white));
  return images;
}

/// A whole number from 0 to 65535 in digits, or -1.
inline double number_of(const std::string& cell) {
  const bool digits = !cell.empty() && cell.size() <= 5 &&
                      cell.find_first_not_of("0123456789") == std::string::npos;
  const double value = digits ? std::atof(cell.c_str()) : -1;
  return value <= 65535 ? value : -1;
}

/// A line each: side * side whole numbers, and the class, first or last, with commas between them.
/// The largest number is white. A first line without a number is a title. Throws UsageError with
/// the line that is wrong, empty ones not counted.
inline Images read_csv(const std::string& path, bool label_first) {
  std::vector<double> pixels;
  std::vector<Index> labels;
  double white = 0;
  std::size_t width = 0, line_number = 0;
  for (const std::string& line : read_documents(path)) {
    ++line_number;
    std::vector<double> row;
    std::size_t numbers = 0;
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t end = std::min(line.find(',', at), line.size());
      row.push_back(number_of(line.substr(at, end - at)));
      numbers += row.back() >= 0 ? 1U : 0U;
      at = end + 1;
    }
    if (numbers == 0 && line_number == 1) continue;
    if (width == 0) width = row.size();
    if (numbers != row.size() || row.size() != width || width < 17) {
      throw UsageError(path + ", line " + std::to_string(line_number), line.substr(0, 30),
                       "17 or more whole numbers, as many as in the other lines");
    }
    labels.push_back(static_cast<Index>(label_first ? row.front() : row.back()));
    row.erase(label_first ? row.begin() : row.end() - 1);
    for (const double value : row) white = std::max(white, value);
    pixels.insert(pixels.end(), row.begin(), row.end());
  }
  return scaled(path, std::move(pixels), white > 0 ? white : 1, std::move(labels));
}

}  // namespace holo
