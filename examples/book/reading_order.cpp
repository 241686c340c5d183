// reading_order.cpp: from the tables of course.h.
#include "book/reading_order.h"

namespace holo {
namespace {

// Those of the path of the page: a page of both has the trunk, a side path all.
std::vector<const PathPage*> row_of(const PathPage& page) {
  std::vector<const PathPage*> row;
  for (const PathPage& other : course_pages()) {
    const bool trunk = other.path == CoursePath::trunk;
    if (page.path == CoursePath::side || trunk || other.path == page.path) row.push_back(&other);
  }
  if (page.path != CoursePath::trunk) return row;
  std::erase_if(row, [](const PathPage* other) { return other->path != CoursePath::trunk; });
  return row;
}

const PathPage* first_of(CoursePath path) {
  for (const PathPage& page : course_pages()) {
    if (page.path == path) return &page;
  }
  return nullptr;
}

}  // namespace

const char* name_of_path(CoursePath path) {
  switch (path) {
    case CoursePath::language_model:
      return "The language model";
    case CoursePath::gates:
      return "The gated layers";
    case CoursePath::side:
      return "Side path";
    case CoursePath::trunk:
      break;
  }
  return "Both paths";
}

const char* class_of_path(CoursePath path) {
  switch (path) {
    case CoursePath::language_model:
      return "model";
    case CoursePath::gates:
      return "gates";
    case CoursePath::side:
      return "side";
    case CoursePath::trunk:
      break;
  }
  return "trunk";
}

std::vector<Neighbour> neighbours(const PathPage& page) {
  std::vector<Neighbour> found;
  const std::vector<const PathPage*> row = row_of(page);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] != &page) continue;
    if (i > 0) found.push_back({row[i - 1], "Before", false});
    if (i + 1 < row.size()) {
      found.push_back({row[i + 1], "Next", true});
    } else if (page.path == CoursePath::trunk) {
      found.push_back({first_of(CoursePath::language_model), "Next: the language model", true});
      found.push_back({first_of(CoursePath::gates), "Next: the gated layers", true});
    } else if (page.path == CoursePath::language_model) {
      found.push_back({first_of(CoursePath::gates), "The other path: the gated layers", true});
    } else if (page.path == CoursePath::gates) {
      found.push_back(
          {first_of(CoursePath::language_model), "The other path: the language model", true});
    }
  }
  return found;
}

}  // namespace holo
