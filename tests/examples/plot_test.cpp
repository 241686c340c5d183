// plot_test.cpp: plots are well-formed SVG that shows what it was given: round numbers on the axes,
// gaps where a number is missing, names as written. Where points lie, figures_test.cpp sees.
#include "support/plots/plot.h"

#include <doctest/doctest.h>

#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "helpers.h"
#include "holo/check.h"

namespace plot_test {

using namespace holo;

namespace {

using Numbers = std::vector<double>;
constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

std::string labels(const std::vector<Tick>& all) {
  std::string text;
  for (const Tick& tick : all) text += (text.empty() ? "" : " ") + tick.label;
  return text;
}

// Every element is closed in its order, every attribute quoted, no bare < or &. Empty: it is so.
std::string malformed(const std::string& xml) {
  std::vector<std::string> open;
  std::size_t at = 0;
  while (at < xml.size()) {
    if (xml[at] == '&') {
      const std::string entity = xml.substr(at, xml.find(';', at) - at + 1);
      if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;" && entity != "&quot;" &&
          entity != "&#39;")
        return "& at " + std::to_string(at);
    }
    if (xml[at] != '<') {
      ++at;
      continue;
    }
    const std::size_t end = xml.find('>', at);
    if (end == std::string::npos) return "an element without an end";
    const std::string element = xml.substr(at + 1, end - at - 1);
    if (element.find('<') != std::string::npos || count(element, "\"") % 2 != 0)
      return "in <" + element;
    const std::string name = element.substr(0, element.find(' '));
    if (name[0] == '/') {
      if (open.empty() || open.back() != name.substr(1)) return "stray <" + element;
      open.pop_back();
    } else if (element.back() != '/') {
      open.push_back(name);
    }
    at = end + 1;
  }
  return open.empty() ? "" : "<" + open.back() + "> stays open";
}

Plot plot_of(const Series& series, const PlotOptions& options = {}) {
  Plot plot("title", "x", "y", options);
  plot.add(series);
  return plot;
}

}  // namespace

TEST_CASE("plot: ticks are 1, 2 or 5 times a power of ten apart") {
  CHECK(labels(ticks(0, 10)) == "0 1 2 3 4 5 6 7 8 9 10");
  CHECK(labels(ticks(0.3, 17)) == "2 4 6 8 10 12 14 16");
  CHECK(labels(ticks(-0.04, 1.04)) == "0 0.2 0.4 0.6 0.8 1.0");
  CHECK(labels(ticks(0, 45)) == "0 5 10 15 20 25 30 35 40 45");
  CHECK(labels(ticks(1.7149, 1.7301)) == "1.716 1.718 1.720 1.722 1.724 1.726 1.728 1.730");
  CHECK(labels(ticks(-3, 3)) == "-3 -2 -1 0 1 2 3");
  CHECK(labels(ticks(0, 3e7)) == "0 5e+06 1.0e+07 1.5e+07 2.0e+07 2.5e+07 3.0e+07");
  for (const auto& [low, high] : {std::pair{0.0, 1e-300}, {1e15, 1.00001e15}, {-1e300, 1e300}}) {
    const std::vector<Tick> found = ticks(low, high);
    CHECK(found.size() >= 4);
    CHECK(found.size() <= 11);
    CHECK(found.front().value >= low - 1e-9 * (high - low));
    CHECK(found.back().value <= high + 1e-9 * (high - low));
    for (std::size_t i = 1; i < found.size(); ++i) CHECK(found[i].label != found[i - 1].label);
  }
}

TEST_CASE("plot: ticks of a logarithmic axis are decades, and what lies between in short ones") {
  CHECK(labels(log_ticks(1e-6, 1e2)) == "1e-6 1e-5 1e-4 0.001 0.01 0.1 1 10 100");
  CHECK(labels(log_ticks(1e-16, 1)) == "1e-16 1e-14 1e-12 1e-10 1e-8 1e-6 1e-4 0.01 1");
  CHECK(labels(log_ticks(0.9, 30)) == "1 2 5 10 20");
  CHECK(labels(log_ticks(2.1, 2.3)) == "2.10 2.12 2.14 2.16 2.18 2.20 2.22 2.24 2.26 2.28 2.30");
  CHECK(log_ticks(1e-300, 1e300).size() <= 11);
}

TEST_CASE("plot: an axis takes what can be shown") {
  PlotAxis axis;
  for (const double x : {2.0, none, inf, -inf, 1e301, 4.0}) axis.take(x);
  CHECK(axis.low() == doctest::Approx(1.92));
  CHECK(axis.high() == doctest::Approx(4.08));
  CHECK(axis.place(3) == doctest::Approx(0.5));
  PlotAxis logarithmic(true);
  for (const double x : {-1.0, 0.0, 1.0, 100.0}) logarithmic.take(x);
  CHECK(logarithmic.place(10) == doctest::Approx(0.5));
  CHECK(!logarithmic.shows(0));
  CHECK(!logarithmic.shows(none));
  PlotAxis constant;
  constant.take(-8);
  CHECK(constant.low() == -12);
  CHECK(constant.high() == -4);
}

TEST_CASE("plot: text is escaped") {
  CHECK(svg::xml_escaped("a<b> & \"c\" 'd'\n\x7f") ==
        "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;  ");
  CHECK(svg::xml_escaped("x₁·x₂") == "x₁·x₂");
  const std::string svg = plot_of({"<&>", {1, 2}, {3, 4}}, {.description = "\"a\" < b"}).to_svg();
  CHECK(malformed(svg).empty());
  CHECK(svg.find(">&lt;&amp;&gt;</text>") != std::string::npos);
  CHECK(svg.find("<desc>&quot;a&quot; &lt; b</desc>") != std::string::npos);
  CHECK(svg.find("<title>title</title>") != std::string::npos);
}

TEST_CASE("plot: a number that is missing is a gap") {
  CHECK(count(plot_of({"", {1, 2, 3, 4}, {1, 2, 1, 2}}).to_svg(), "<polyline") == 1);
  for (const double missing : {none, inf, -inf}) {
    const std::string svg = plot_of({"", {1, 2, 3, 4, 5}, {1, 2, missing, 2, 1}}).to_svg();
    CHECK(count(svg, "<polyline") == 2);
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("inf") == std::string::npos);
    CHECK(malformed(svg).empty());
  }
  // A point alone between two gaps is marked.
  const std::string alone = plot_of({"", {1, 2, 3, 4, 5}, {none, 2, none, 2, 1}}).to_svg();
  CHECK(count(alone, "<polyline") == 1);
  CHECK(count(alone, "<circle") == 1);
  const std::string below = plot_of({"", {1, 2, 3}, {1, 0, 10}}, {.log_y = true}).to_svg();
  CHECK(count(below, "<circle") == 2);
}

TEST_CASE("plot: nothing, one point and a constant are plots too") {
  for (const Series& series : {Series{"none", {}, {}},
                               {"one", {3}, {4}},
                               {"constant", {1, 2, 3}, {5, 5, 5}},
                               {"zero", {0, 0}, {0, 0}},
                               {"missing", {none}, {none}},
                               {"large", {-1e300, 1e300}, {0, 1e308}},
                               {"close", {1, 2}, {1e9, 1e9 + 1}}}) {
    for (const bool log : {false, true}) {
      const std::string svg = plot_of(series, {.log_x = log, .log_y = log}).to_svg();
      CHECK_MESSAGE(malformed(svg).empty(), series.name << ": " << malformed(svg));
      CHECK_MESSAGE(svg.find("nan") == std::string::npos, series.name);
      CHECK_MESSAGE(svg.find("inf") == std::string::npos, series.name);
    }
  }
  CHECK(malformed(Plot("", "", "").to_svg()).empty());
  CHECK_THROWS_WITH_AS(plot_of({"a", {1, 2}, {1}}),
                       "plot 'title': series 'a' with 2 x and 1 y; expected as many of each",
                       Error);
}

}  // namespace plot_test
