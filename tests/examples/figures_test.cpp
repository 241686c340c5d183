// figures_test.cpp: the plots in docs/figures have the lines that the program draws today. Their
// last digits depend on the machine.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "examples/committed_figure.h"
#include "figures/chapter_figures.h"
#include "figures/heat_map.h"

namespace figures_test {
namespace {

using namespace holo;
using namespace committed_figure;

// Those of the chapters, of short trainings.
std::vector<Figure> trained_figures() {
  return {sine_figure(2),   attention_figure(2),  residual_loss_figure(250),
          adam_figure(250), mlp_loss_figure(250), overfitting_figure(10)};
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

TEST_CASE("figures: those of trained models are committed with their lines") {
  const std::vector<Figure> once = trained_figures();
  REQUIRE(once.size() == 6);
  struct Expected {
    std::string file;
    std::vector<std::string> parts;
  };
  const Expected all[] = {{"mlp_loss.svg", {">relu<", ">relu2<", ">the counted table<"}},
                          {"residual_loss.svg", {">both<", ">residual<", ">norm<", ">neither<"}},
                          {"attention_head.svg", {">looks at<", ">1.00<", ">g<"}},
                          {"adam_loss.svg", {">Adam, 0.01<", ">gradient descent, 0.1<"}},
                          {"sine.svg", {">5 neurons, after<", ">1 neuron, after<"}},
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
  for (const char* file : {"trained_gate_course.svg"}) {
    const std::string there = read(committed(file));
    for (const char* part : {"<title>", "<desc>", ">glu", ">reglu", ">geglu", ">swiglu", "</svg>"})
      CHECK_MESSAGE(there.find(part) != std::string::npos, file << ": " << std::string(part));
  }
}

}  // namespace figures_test
