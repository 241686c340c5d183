// small_plot.cpp: axes, lines and names of a small plot.
#include "figures/small_plot.h"

#include <algorithm>
#include <cstddef>

#include "support/plots/plot_axis.h"
#include "support/plots/svg.h"

namespace holo {

void draw_small_plot(Diagram& diagram, const SmallPlot& plot, double top, double height) {
  PlotAxis x, y;
  for (const NamedCurve& curve : plot.curves) {
    for (const double number : curve.x) x.take(number);
    for (const double number : curve.y) y.take(number);
  }
  for (const Point& point : plot.more) {
    x.take(point.x);
    y.take(point.y);
  }
  double numbers = 0;
  for (const Tick& tick : y.marks()) numbers = std::max(numbers, svg::width_of(tick.label));
  const double left = 36 + numbers;
  const svg::Area area{left, top, small_plot_width - left - 18, height - 48};
  diagram.add(svg::x_axis(area, x, plot.x_label) + svg::y_axis(area, y, plot.y_label));
  const auto place = [&](const Point& at) {
    return Point{area.x(x.place(at.x)), area.y(y.place(at.y))};
  };
  for (const NamedCurve& curve : plot.curves) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      points.push_back(place({curve.x[i], curve.y[i]}));
    diagram.line(points, curve.ink, 2);
  }
  for (const NamedCurve& curve : plot.curves)
    diagram.words(place(curve.at), {curve.name, curve.ink, true}, curve.anchor);
}

}  // namespace holo
