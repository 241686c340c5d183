// course_figure.cpp: the two paths through the chapters, from course.h: a row of boxes for each
// part, arrows in the order of reading, and in each box what it needs besides the box before it.
#include <map>

#include "figures/chapter_figures.h"
#include "figures/course.h"
#include "figures/diagram.h"

namespace holo {
namespace {

constexpr double stop_width = 112, stop_height = 60, stop_step = 128, first_stop = 72;

struct CourseRow {
  std::string title;
  double x, y;
  std::vector<std::string> numbers;
};

Ink ink_of_path(CoursePath path) {
  switch (path) {
    case CoursePath::language_model:
      return Ink::blue;
    case CoursePath::gates:
      return Ink::orange;
    case CoursePath::side:
      return Ink::faint;
    case CoursePath::trunk:
      break;
  }
  return Ink::grey;
}

std::string needs_of_page(const PathPage& page) {
  std::string text;
  for (const std::string& number : page.needs) text += (text.empty() ? "needs " : ", ") + number;
  return text.empty() ? "needs none" : text;
}

}  // namespace

Figure course_figure() {
  Diagram diagram;
  std::map<std::string, Box> boxes;
  const std::vector<CourseRow> rows = {
      {"Both paths", first_stop, 104, {"1", "2", "3", "4", "5"}},
      {"", first_stop, 180, {"6.1", "6.2", "6.3", "7.1", "7.2", "7.3"}},
      {"", first_stop, 260, {"8", "9"}},
      {"The language model", first_stop, 366, {"17.1", "17.2", "17.3", "18"}},
      {"The gated layers", first_stop, 472, {"11", "12", "13", "14", "15"}},
      {"Side paths", first_stop, 578, {"10", "16", "17.4", "19", "20"}}};
  for (const CourseRow& row : rows) {
    double x = row.x;
    if (!row.title.empty())
      diagram.words({row.x - stop_width / 2, row.y - 50}, {row.title, Ink::grey, true}, "start");
    for (const std::string& number : row.numbers) {
      const PathPage& page = *course_page(number);
      boxes[number] = diagram.box({x, row.y}, stop_width, stop_height,
                                  {{number, Ink::grey, true}, {page.idea}, {needs_of_page(page)}},
                                  ink_of_path(page.path));
      x += stop_step;
    }
  }
  // In the order of reading: along a row, or from the end of a row to the beginning of another.
  const auto follow = [&](const Box& from, const Box& to, Ink ink) {
    if (from.center.y == to.center.y) return diagram.arrow({from.right(), to.left()}, ink);
    const double between = to.top().y - 13;
    diagram.arrow({from.bottom(), {from.center.x, between}, {to.center.x, between}, to.top()}, ink);
  };
  const std::vector<PathPage> trunk = pages_on(CoursePath::trunk);
  for (std::size_t i = 1; i < trunk.size(); ++i)
    follow(boxes[trunk[i - 1].number], boxes[trunk[i].number], Ink::grey);
  for (const CoursePath path : {CoursePath::language_model, CoursePath::gates}) {
    const std::vector<PathPage> pages = pages_on(path);
    for (std::size_t i = trunk.size() + 1; i < pages.size(); ++i)
      follow(boxes[pages[i - 1].number], boxes[pages[i].number], ink_of_path(path));
  }
  // The fork, to the right of the last box of the trunk and down.
  const Box& fork = boxes[trunk.back().number];
  const double down = first_stop + 5 * stop_step;
  for (const auto& [number, ink] : {std::pair{"17.1", Ink::blue}, std::pair{"11", Ink::orange}}) {
    const Box& to = boxes[number];
    const double shift = ink == Ink::blue ? -8 : 8, between = to.top().y - 13;
    diagram.arrow({fork.right(shift),
                   {down + shift, fork.center.y + shift},
                   {down + shift, between},
                   {to.center.x + 40, between},
                   {to.center.x + 40, to.top().y}},
                  ink);
  }
  return {
      "course.svg",
      diagram.to_svg(
          first_stop + 5 * stop_step + stop_width / 2 + 16, 624, "Two paths through the chapters",
          "Boxes in rows: chapters 1 to 9 are on both paths. From chapter 9 the path "
          "of the language model goes to 17.1, 17.2, 17.3 and 18, that of the gated layers to "
          "11, 12, 13, 14 and 15. Chapters 10, 16, 17.4, 19 and 20 are side paths. "
          "Each box says which chapters it needs.")};
}

}  // namespace holo
