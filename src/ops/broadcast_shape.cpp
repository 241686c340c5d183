// broadcast_shape.cpp: the common shape of inputs that broadcast, and errors for the others.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ops/broadcast.h"

namespace holo {
namespace {

// The sizes of the result, or the dimension in which the shapes do not fit.
struct Common {
  int ndim = 0;
  Index size[max_ndim] = {};
  std::optional<int> clash;

  explicit Common(std::span<const Shape> shapes) {
    for (const Shape& x : shapes) ndim = std::max(ndim, x.ndim());
    for (int d = 0; d < ndim; ++d) {
      size[d] = 1;
      for (const Shape& x : shapes) {
        const Index own = size_at(x, ndim, d);
        if (size[d] == 1) size[d] = own;
        if (own != 1 && own != size[d] && !clash) clash = d;
      }
    }
  }
};

// "[2,3] with [4,3] and [3]"
std::string text_of(std::span<const Shape> shapes) {
  std::string text = shapes[0].to_string();
  for (std::size_t i = 1; i < shapes.size(); ++i) {
    text += (i == 1 ? " with " : " and ") + shapes[i].to_string();
  }
  return text;
}

// "2 and 4": the sizes in dimension d, each once, without the 1 that fits them all.
std::string sizes_at(std::span<const Shape> shapes, int ndim, int d) {
  std::vector<Index> sizes{1};
  std::string text;
  for (const Shape& x : shapes) {
    const Index size = size_at(x, ndim, d);
    if (std::find(sizes.begin(), sizes.end(), size) != sizes.end()) continue;
    sizes.push_back(size);
    text += (text.empty() ? "" : " and ") + std::to_string(size);
  }
  return text;
}

// Whether x is one of the shapes that can be repeated to `to`.
bool repeats_to(const Shape& x, const Shape& to) {
  if (x.ndim() > to.ndim()) return false;
  for (int own = 0, d = to.ndim() - x.ndim(); d < to.ndim(); ++own, ++d) {
    if (x[own] != 1 && x[own] != to[d]) return false;
  }
  return true;
}

// What would make two shapes fit.
std::string hint_for(const Shape& a, const Shape& b) {
  const Shape& shorter = a.ndim() < b.ndim() ? a : b;
  const Shape& longer = a.ndim() < b.ndim() ? b : a;
  if (shorter.ndim() < longer.ndim()) {
    const Shape column = shorter.inserted(shorter.ndim(), 1);
    if (!Common(std::vector<Shape>{column, longer}).clash) {
      return fmt::format("unsqueeze(x, -1), which makes {} a {}", shorter.to_string(),
                         column.to_string());
    }
  }
  if (a.ndim() == 2 && b.ndim() == 2 && a[0] == b[1] && a[1] == b[0]) {
    return "transpose(x, 0, 1) of one of them";
  }
  return "reshape or slice one of them";
}

Shape shape_of_all(const char* op, std::span<const Shape> shapes) {
  const Common common(shapes);
  if (common.clash) {
    const int d = *common.clash;
    throw ShapeError(op,
                     fmt::format("cannot broadcast {}: dimension {} is {}", text_of(shapes), d,
                                 sizes_at(shapes, common.ndim, d)),
                     "equal sizes, or one of them 1",
                     shapes.size() == 2 ? hint_for(shapes[0], shapes[1])
                                        : std::string("reshape or slice one of them"),
                     {shapes.begin(), shapes.end()}, d);
  }
  try {
    return Shape(std::span(common.size).first(static_cast<std::size_t>(common.ndim)));
  } catch (const ShapeError& error) {
    throw ShapeError(op, fmt::format("{}: {}", text_of(shapes), error.found()), error.expected(),
                     "smaller inputs", {shapes.begin(), shapes.end()});
  }
}

}  // namespace

Shape broadcast_shape(const char* op, const Shape& a, const Shape& b) {
  if (repeats_to(b, a)) return a;
  if (repeats_to(a, b)) return b;
  const Shape shapes[] = {a, b};
  return shape_of_all(op, shapes);
}

Shape broadcast_shape(const char* op, const Shape& a, const Shape& b, const Shape& c) {
  const Shape shapes[] = {a, b, c};
  return shape_of_all(op, shapes);
}

void check_broadcasts_to(const char* op, const Shape& from, const Shape& to) {
  if (repeats_to(from, to)) return;
  const auto refuse = [&](const std::string& why, const char* rule, std::optional<int> d) {
    throw ShapeError(
        op, fmt::format("cannot broadcast {} to {}{}", from.to_string(), to.to_string(), why), rule,
        "unsqueeze, to say which dimension is repeated", {from, to}, d);
  };
  if (from.ndim() > to.ndim()) {
    refuse(fmt::format(": {} and {} dimensions", from.ndim(), to.ndim()),
           "not more dimensions than there are to be", std::nullopt);
  }
  for (int d = 0; d < to.ndim(); ++d) {
    const Index size = size_at(from, to.ndim(), d);
    if (size == 1 || size == to[d]) continue;
    refuse(fmt::format(": dimension {} is {} and {}", d, size, to[d]),
           "equal sizes, or 1 where it is repeated", d);
  }
}

}  // namespace holo
