// plot.cpp: where series lie in the picture.
#include "support/plots/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "files/atomic_file.h"
#include "holo/check.h"
#include "support/plots/svg.h"

namespace holo {
namespace {

using namespace svg;

// Points that follow one another without a gap are one line; one that is alone is marked.
std::string drawn(const Series& series, std::size_t style, const Area& area, const PlotAxis& along,
                  const PlotAxis& up) {
  std::string svg, points, last;
  std::size_t count = 0;
  double x = 0, y = 0;
  const auto end_line = [&] {
    if (count > 0) svg += count > 1 ? polyline(points, style) : marker(x, y, style);
    points.clear();
    last.clear();
    count = 0;
  };
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!along.shows(series.x[i]) || !up.shows(series.y[i])) {
      end_line();
      continue;
    }
    x = area.x(along.place(series.x[i]));
    y = area.y(up.place(series.y[i]));
    const std::string point = px(x) + "," + px(y);
    if (point != last) {
      points += (count > 0 ? " " : "") + point;
      ++count;
    }
    last = point;
    if (!series.line) end_line();
  }
  end_line();
  return svg;
}

}  // namespace

Plot::Plot(std::string title, std::string x_label, std::string y_label, PlotOptions options)
    : title_(std::move(title)),
      x_label_(std::move(x_label)),
      y_label_(std::move(y_label)),
      options_(std::move(options)) {}

void Plot::add(Series series) {
  if (series.x.size() != series.y.size()) {
    throw Error(fmt::format("plot '{}'", title_),
                fmt::format("series '{}' with {} x and {} y", series.name, series.x.size(),
                            series.y.size()),
                "as many of each");
  }
  series_.push_back(std::move(series));
}

std::string Plot::to_svg() const {
  PlotAxis x(options_.log_x), y(options_.log_y);
  double legend = 0, numbers = 0;
  std::string names;
  for (const Series& series : series_) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!x.shows(series.x[i]) || !y.shows(series.y[i])) continue;
      x.take(series.x[i]);
      y.take(series.y[i]);
    }
    if (series.name.empty()) continue;
    legend = std::max(legend, 64 + width_of(series.name));
    names += (names.empty() ? ": " : ", ") + series.name;
  }
  for (const Tick& tick : y.marks()) numbers = std::max(numbers, width_of(tick.label));

  const double rows = 20 * static_cast<double>(series_.size());
  const Area area{40 + numbers, 40, 440, std::max(280.0, rows)};
  std::string body = x_axis(area, x, x_label_) + y_axis(area, y, y_label_);
  double row = area.top + 14;
  for (std::size_t i = 0; i < series_.size(); ++i) {
    body += drawn(series_[i], i, area, x, y);
    if (series_[i].name.empty()) continue;
    const double left = area.x(1) + 16;
    body += series_[i].line
                ? polyline(fmt::format("{},{} {},{}", px(left), px(row), px(left + 28), px(row)), i)
                : marker(left + 14, row, i);
    body += text_at(left + 36, row + 4.5, series_[i].name, "start");
    row += 20;
  }
  const double width = std::max(area.x(1) + std::max(24.0, legend), width_of(title_) * 1.3 + 20);
  const std::string description = options_.description.empty()
                                      ? fmt::format("{} against {}{}", y_label_, x_label_, names)
                                      : options_.description;
  return document(width, area.y(0) + 54, title_, description, body);
}

void write_file(const std::string& path, const std::string& text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace holo
