// figures_test.cpp: the plots in docs/figures are the ones that the program draws today. Those
// that train a model are only looked for: their last digits depend on the machine.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "examples/committed_figure.h"
#include "figures/chapter_figures.h"
#include "figures/course.h"
#include "figures/heat_map.h"

namespace figures_test {
namespace {

using namespace holo;
using namespace committed_figure;

bool in_number(char c) { return (c >= '0' && c <= '9') || c == '.' || c == '-'; }

// The first place where two texts differ by more than 0.11 in a number, or at all in what is none:
// a coordinate is rounded to 0.1. Empty: nowhere.
std::string difference(const std::string& a, const std::string& b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (in_number(a[i]) && in_number(b[j])) {
      const std::size_t from_i = i, from_j = j;
      while (i < a.size() && in_number(a[i])) ++i;
      while (j < b.size() && in_number(b[j])) ++j;
      const std::string left = a.substr(from_i, i - from_i), right = b.substr(from_j, j - from_j);
      if (left == right) continue;
      if (std::fabs(std::atof(left.c_str()) - std::atof(right.c_str())) > 0.11)
        return left + " and " + right + " at " + std::to_string(from_i);
    } else if (a[i++] != b[j++]) {
      return "at " + std::to_string(i - 1) + ": " + a.substr(i - 1, 40);
    }
  }
  return i == a.size() && j == b.size() ? "" : "one is longer";
}

// Everything that is drawn without a training that amplifies the last bit of a number.
std::vector<Figure> exact_figures() {
  std::vector<Figure> figures = random_weight_figures();
  figures.push_back(sine_figure());
  figures.push_back(letter_pairs_figure());
  return figures;
}

// The others of the chapters, of short trainings.
std::vector<Figure> trained_figures() {
  std::vector<Figure> figures = {attention_figure(2), residual_loss_figure(250)};
  for (const Figure& figure : adam_figures(50)) figures.push_back(figure);
  figures.push_back(mlp_loss_figure(250));
  figures.push_back(heads_figure(2));
  figures.push_back(overfitting_figure(10));
  return figures;
}

}  // namespace

TEST_CASE("figures: each is dark where pages are") {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(docs() / "figures")) {
    CAPTURE(entry.path().string());
    CHECK(read(entry.path()).find("prefers-color-scheme: dark") != std::string::npos);
    ++count;
  }
  CHECK(count > 30);
}

TEST_CASE("figures: docs/figures has what is drawn without a long training") {
  const std::vector<Figure> figures = exact_figures();
  CHECK(figures.size() == 5);
  for (const Figure& figure : figures) {
    const std::string differs = difference(figure.svg, read(committed(figure.file)));
    CHECK_MESSAGE(differs.empty(), figure.file << ": " << differs << ". Try: make figures");
    CHECK_MESSAGE(description(figure.svg).size() > 20, figure.file);
  }
}

TEST_CASE("figures: those of trained models are committed with their lines") {
  const std::vector<Figure> once = trained_figures();
  REQUIRE(once.size() == 7);
  struct Expected {
    std::string file;
    std::vector<std::string> parts;
  };
  const Expected all[] = {{"mlp_loss.svg", {">relu<", ">relu2<", ">the counted table<"}},
                          {"residual_loss.svg", {">both<", ">residual<", ">norm<", ">neither<"}},
                          {"attention_head.svg", {">looks at<", ">1.00<", ">g<"}},
                          {"adam_loss.svg", {">Adam, 0.01<", ">gradient descent, 0.1<"}},
                          {"adam_rates.svg", {">Adam<", ">gradient descent<", ">learning rate<"}},
                          {"gpt_heads.svg", {">head 1 looks at<", ">head 2 looks at<", ">u<"}},
                          {"overfitting.svg", {">the 20 names<", ">1000 other names<"}}};
  for (const Expected& expected : all) {
    const std::string there = read(committed(expected.file));
    for (const std::string& part : expected.parts)
      CHECK_MESSAGE(there.find(part) != std::string::npos, expected.file << ": " << part);
    const bool drawn = std::any_of(once.begin(), once.end(), [&](const Figure& figure) {
      return figure.file == expected.file &&
             figure.svg.find(expected.parts[0]) != std::string::npos;
    });
    CHECK_MESSAGE(drawn, expected.file);
  }
}

TEST_CASE("figures: a page shows each of them") {
  std::string pages;
  for (const auto& entry : std::filesystem::directory_iterator(docs())) {
    if (entry.path().extension() == ".md") pages += read(entry.path());
  }
  for (const auto& entry : std::filesystem::directory_iterator(docs() / "figures")) {
    const std::string file = entry.path().filename().string();
    CHECK_MESSAGE(pages.find("figures/" + file + ")") != std::string::npos, file);
  }
}

TEST_CASE("figures: the one of the two paths has a box for each page") {
  const std::string figure = read(committed("course.svg"));
  for (const PathPage& page : course_pages()) {
    CHECK_MESSAGE(figure.find(">" + page.idea + "<") != std::string::npos, page.file);
  }
}

TEST_CASE("heat map: a square for each number, and one colour for equal ones") {
  const HeatMap map{"rows", "columns", {"a", "b"}, {"c", "d"}, {{0}, {1, 1}}, {{"x"}, {"y", "z"}}};
  const std::string svg = heat_map_svg(map, 60, 50, 20);
  for (const char* part :
       {"<path d=\"M60.0 50.0h20.0v20.0h-20.0z\" fill=\"#ffffff\"",
        "M60.0 70.0h20.0v20.0h-20.0zM80.0 70.0h20.0v20.0h-20.0z\" fill=\"#08306b\"", ">a<", ">b<",
        ">c<", ">d<", ">x<", ">y<", ">z<", ">rows<", ">columns<"}) {
    CHECK_MESSAGE(svg.find(part) != std::string::npos, std::string(part));
  }
}

TEST_CASE(
    "figures: those of layers that learn a product are committed, with a line for each layer") {
  const std::vector<Figure> once = training_figures(40, 2);
  REQUIRE(once.size() == 2);
  for (std::size_t i = 0; i < once.size(); ++i) {
    const std::string there = read(committed(once[i].file));
    CHECK_MESSAGE(there.find("</svg>") != std::string::npos, once[i].file);
    for (const char* layer : {"bilinear, 1 unit<", "squared ReLU, 8 units<", "SiLU-gated, 4 units<",
                              "ReLU, 32 units<"}) {
      CHECK_MESSAGE(there.find(layer) != std::string::npos,
                    once[i].file << ": " << std::string(layer));
    }
  }
}

TEST_CASE("figures: those of trained gates are committed, with a line for each gate") {
  for (const char* file : {"trained_gate_units.svg", "trained_gate_course.svg"}) {
    const std::string there = read(committed(file));
    for (const char* part : {"<title>", "<desc>", ">glu", ">reglu", ">geglu", ">swiglu", "</svg>"})
      CHECK_MESSAGE(there.find(part) != std::string::npos, file << ": " << std::string(part));
  }
}

}  // namespace figures_test
