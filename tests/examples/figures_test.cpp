// figures_test.cpp: the figures in docs/figures are the ones that the program draws today. Those
// that train a layer are only looked for: their last digits depend on the machine.
#include "kernel_view/figures.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "experiments/function_figures.h"

namespace figures_test {
namespace {

using namespace holo;

std::filesystem::path committed(const std::string& file) {
  const char* root = std::getenv("HOLO_ROOT");
  return std::filesystem::path(root != nullptr ? root : ".") / "docs" / "figures" / file;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

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

}  // namespace

TEST_CASE("figures: a difference is seen, the rounding of a coordinate is not") {
  CHECK(difference("M1.2 -3.4 abc", "M1.3 -3.4 abc").empty());
  CHECK(difference("x=\"10.0\"", "x=\"9.9\"").empty());
  CHECK(difference("M1.2", "M1.4") == "1.2 and 1.4 at 1");
  CHECK(difference("<b>", "<c>") == "at 1: b>");
  CHECK(difference("1.0 ", "1.0") == "one is longer");
  CHECK(difference("", "a") == "one is longer");
}

TEST_CASE("figures: docs/figures has what is drawn of functions and random weights") {
  std::vector<Figure> figures = random_weight_figures();
  CHECK(figures.size() == 3);
  for (const Figure& figure : function_figures()) figures.push_back(figure);
  CHECK(figures.size() == 15);
  for (const Figure& figure : figures) {
    const std::string differs = difference(figure.svg, read(committed(figure.file)));
    CHECK_MESSAGE(differs.empty(), figure.file << ": " << differs << ". Try: make figures");
  }
}

TEST_CASE("figures: trainings give the same figures twice, under the names that are committed") {
  const auto once = training_figures(40, 2), again = training_figures(40, 2);
  REQUIRE(once.size() == 2);
  for (std::size_t i = 0; i < once.size(); ++i) {
    CHECK(once[i].svg == again[i].svg);
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
