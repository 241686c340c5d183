// plot.cpp: the elements of a picture, one a line; and where series lie in it.
#include "support/plots/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "files/atomic_file.h"
#include "holo/check.h"

namespace holo {
namespace {

// The same number of digits after the point for all; an exponent for what is very large or very
// small.
std::string label(double x, int exponent_of_step) {
  if (x == 0) return "0";
  const int size = static_cast<int>(std::floor(std::log10(std::fabs(x)) + 1e-9));
  if (size > 5 || exponent_of_step < -5) {
    return fmt::format("{:.{}e}", x, std::max(0, size - exponent_of_step));
  }
  return fmt::format("{:.{}f}", x, std::max(0, -exponent_of_step));
}

std::string power_label(int digit, int exponent) {
  if (exponent < -3 || exponent > 4) return fmt::format("{}e{}", digit, exponent);
  return fmt::format("{:g}", digit * std::pow(10.0, exponent));
}

}  // namespace

std::vector<Tick> ticks(double low, double high) {
  const double least = (high - low) / 10 * (1 - 1e-9);
  int exponent = static_cast<int>(std::floor(std::log10(least)));
  int digit = 1;
  for (const int next : {2, 5, 10}) {
    if (digit * std::pow(10.0, exponent) < least) digit = next;
  }
  if (digit == 10) {
    digit = 1;
    ++exponent;
  }
  // A step below 1 divides: 3 / 10 is 0.3, 3 * 0.1 is not.
  const double unit = std::pow(10.0, std::abs(exponent));
  const auto multiple = [&](double k) {
    return exponent < 0 ? k * digit / unit : k * digit * unit;
  };
  const double step = multiple(1);
  std::vector<Tick> found;
  const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
  for (double k = first; k <= last; ++k) {
    found.push_back({multiple(k), label(multiple(k), exponent)});
  }
  return found;
}

std::vector<Tick> log_ticks(double low, double high) {
  const int first = static_cast<int>(std::floor(std::log10(low)));
  const int last = static_cast<int>(std::ceil(std::log10(high)));
  const auto collect = [&](std::initializer_list<int> digits, int stride) {
    std::vector<Tick> found;
    for (int exponent = first; exponent <= last; ++exponent) {
      if (exponent % stride != 0) continue;
      for (const int digit : digits) {
        const double value = digit * std::pow(10.0, exponent);
        if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
          found.push_back({value, power_label(digit, exponent)});
        }
      }
    }
    return found;
  };
  const int decades = last - first;
  std::vector<Tick> found = collect({1}, std::max(1, (decades + 9) / 10));
  if (found.size() < 3) found = collect({1, 2, 5}, 1);
  return found.size() < 3 ? ticks(low, high) : found;
}

bool PlotAxis::shows(double x) const {
  return std::fabs(x) <= 1e300 && (!log_ || x >= 1e-300);  // false for NaN
}

double PlotAxis::scaled(double x) const { return log_ ? std::log10(x) : x; }

void PlotAxis::take(double x) {
  if (!shows(x)) return;
  low_ = empty_ ? scaled(x) : std::min(low_, scaled(x));
  high_ = empty_ ? scaled(x) : std::max(high_, scaled(x));
  empty_ = false;
}

PlotAxis::Ends PlotAxis::ends() const {
  const double size = std::max(std::fabs(low_), std::fabs(high_));
  double room = 0.04 * (high_ - low_);
  // All numbers the same, or as good as: half of them around, half a decade when logarithmic.
  if (high_ - low_ <= 1e-8 * size || high_ == low_) room = log_ ? 0.5 : size > 0 ? size / 2 : 1;
  return {low_ - room, high_ + room};
}

double PlotAxis::place(double x) const {
  const auto [low, high] = ends();
  return (scaled(x) - low) / (high - low);
}

double PlotAxis::low() const { return log_ ? std::pow(10.0, ends().low) : ends().low; }
double PlotAxis::high() const { return log_ ? std::pow(10.0, ends().high) : ends().high; }

}  // namespace holo

namespace holo::svg {

std::string xml_escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '"') {
      escaped += "&quot;";
    } else if (c == '\'') {
      escaped += "&#39;";
    } else {
      const auto byte = static_cast<unsigned char>(c);
      escaped += byte < ' ' || byte == 127 ? ' ' : c;
    }
  }
  return escaped;
}

namespace {

// Colours that differ for the colour-blind too (Okabe and Ito 2008), the strong ones first.
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73",
                                   "#cc79a7", "#e69f00", "#000000"};
constexpr const char* dashes[] = {"", "8 3", "2 3", "9 3 2 3", "14 4", "5 2"};
constexpr std::size_t styles = 6;

// On a dark page light and dark change places, and each colour keeps its hue.
constexpr const char* dark_style =
    "<style>@media (prefers-color-scheme: dark) { svg { filter: invert(0.9) hue-rotate(180deg); } "
    "}</style>\n";

}  // namespace

// To a tenth; never "-0.0".
std::string px(double x) {
  const double tenths = std::round(x * 10);
  return fmt::format("{:.1f}", tenths == 0 ? 0.0 : tenths / 10);
}

// About how wide a text is: letters, not bytes.
double width_of(const std::string& text) {
  const auto letters = std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned>(c) & 0xc0) != 0x80; });
  return 7.5 * static_cast<double>(letters);
}

std::string text_at(double x, double y, const std::string& text, const char* anchor,
                    const std::string& attributes) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", px(x), px(y),
                     anchor, attributes, xml_escaped(text));
}

std::string grey_line(double x1, double y1, double x2, double y2, const char* colour) {
  return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\"/>\n", px(x1),
                     px(y1), px(x2), px(y2), colour);
}

std::string marker(double x, double y, std::size_t style) {
  const char* colour = colours[style % styles];
  if (style % 4 == 0) {
    return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"2.5\" fill=\"{}\"/>\n", px(x), px(y),
                       colour);
  }
  constexpr const char* shapes[] = {"h4.6v4.6h-4.6z", "l3.4 3.4l-3.4 3.4l-3.4 -3.4z",
                                    "l3.2 5.6h-6.4z"};
  const double left[] = {-2.3, 0, 0}, up[] = {-2.3, -3.4, -3.4};
  const std::size_t shape = style % 4 - 1;
  return fmt::format("<path d=\"M{} {}{}\" fill=\"{}\"/>\n", px(x + left[shape]), px(y + up[shape]),
                     shapes[shape], colour);
}

std::string polyline(const std::string& points, std::size_t style) {
  const std::string dash = dashes[(style + style / styles) % styles];
  return fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{}/>\n", points,
      colours[style % styles], dash.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", dash));
}

std::string document(double width, double height, const std::string& title,
                     const std::string& description, const std::string& body) {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
             "viewBox=\"0 0 {0} {1}\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\" "
             "fill=\"#222222\">\n<title>{2}</title>\n<desc>{3}</desc>\n{4}"
             "<rect width=\"{0}\" height=\"{1}\" rx=\"8\" fill=\"#ffffff\"/>\n",
             px(width), px(height), xml_escaped(title), xml_escaped(description), dark_style) +
         text_at(width / 2, 24, title, "middle", " font-size=\"15\" font-weight=\"bold\"") + body +
         "</svg>\n";
}

std::string x_axis(const Area& area, const PlotAxis& axis, const std::string& label) {
  std::string svg;
  double free = -1;  // where the last number ended: one that would touch it is left out
  for (const Tick& tick : axis.marks()) {
    const double x = area.x(axis.place(tick.value)), half = width_of(tick.label) / 2;
    svg += grey_line(x, area.top, x, area.y(0), "#e4e4e4");
    svg += grey_line(x, area.y(0), x, area.y(0) + 5);
    if (x - half < free) continue;
    svg += text_at(x, area.y(0) + 19, tick.label, "middle");
    free = x + half + 4;
  }
  svg += grey_line(area.left, area.y(0), area.x(1), area.y(0));
  return svg + text_at(area.x(0.5), area.y(0) + 40, label, "middle");
}

std::string y_axis(const Area& area, const PlotAxis& axis, const std::string& label) {
  std::string svg;
  for (const Tick& tick : axis.marks()) {
    const double y = area.y(axis.place(tick.value));
    svg += grey_line(area.left, y, area.x(1), y, "#e4e4e4");
    svg += grey_line(area.left - 5, y, area.left, y);
    svg += text_at(area.left - 8, y + 4.5, tick.label, "end");
  }
  svg += grey_line(area.left, area.top, area.left, area.y(0));
  const std::string turn =
      fmt::format(" transform=\"rotate(-90 18.0 {})\"", px(area.top + area.height / 2));
  return svg + text_at(18, area.top + area.height / 2, label, "middle", turn);
}

}  // namespace holo::svg

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
