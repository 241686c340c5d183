// figures_test.cpp: the plots in docs/figures have the lines that the program draws today; their
// last digits depend on the machine. The figures of trained models show the numbers that their
// pages print.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/heat_map.h"

namespace committed_figure {
namespace {

std::filesystem::path docs() {
  const char* root = std::getenv("HOLO_ROOT");
  return std::filesystem::path(root != nullptr ? root : ".") / "docs";
}

std::filesystem::path committed(const std::string& file) { return docs() / "figures" / file; }

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// The description of a picture for people who cannot see it.
std::string description(const std::string& svg) {
  const std::size_t from = svg.find("<desc>") + 6;
  return svg.substr(from, svg.find("</desc>") - from);
}

}  // namespace
}  // namespace committed_figure

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

namespace figure_numbers_test {
namespace {

using namespace holo;
using namespace committed_figure;

using Numbers = std::vector<std::string>;

// All numbers with two decimals and one digit before them. No coordinate has two decimals.
Numbers weights_in(const std::string& text) {
  const auto digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  Numbers numbers;
  for (std::size_t i = 1; i + 2 < text.size(); ++i) {
    if (text[i] != '.' || !digit(i - 1) || !digit(i + 1) || !digit(i + 2)) continue;
    if (digit(i + 3) || (i > 1 && digit(i - 2))) continue;
    numbers.push_back(text.substr(i - 1, 4));
  }
  return numbers;
}

// What is in a page between `from`, at or behind `begin`, and the end of the block.
std::string rest_of_block(const std::string& page, const std::string& from,
                          const std::string& begin) {
  const std::size_t at = page.find(from, page.find(begin));
  REQUIRE(at != std::string::npos);
  return page.substr(at, page.find("```", at) - at);
}

// So many of them, as one line.
std::string line_of(const Numbers& numbers, std::size_t count, std::size_t from = 0) {
  REQUIRE(numbers.size() >= from + count);
  std::string line;
  for (std::size_t i = from; i < from + count; ++i) line += numbers[i] + " ";
  return line;
}

}  // namespace

TEST_CASE("figures: numbers with two decimals are found, coordinates are not") {
  CHECK(weights_in(">0.32< 1.0 10.25 0.325 17.3 (1.00)") == Numbers{"0.32", "1.00"});
  CHECK(weights_in("") == Numbers{});
}

TEST_CASE("figures: the losses at the end of the curves are those of the pages") {
  struct Expected {
    std::string figure, page;
    std::vector<std::string> losses;
  };
  const Expected all[] = {
      {"mlp_loss.svg", "05_mlp.md", {"relu 2.5958", "relu2 2.5966"}},
      {"residual_loss.svg",
       "06_residual.md",
       {"neither 3.2948", "residual 2.4823", "norm 2.5123", "both 2.4542"}},
      {"adam_loss.svg", "07_adam.md", {"gradient descent, 0.1 2.4548", "Adam, 0.01 2.4442"}}};
  for (const Expected& expected : all) {
    const std::string of_figure = description(read(committed(expected.figure))),
                      of_page = read(docs() / expected.page);
    for (const std::string& named : expected.losses) {
      const std::string loss = named.substr(named.size() - 6);
      CHECK_MESSAGE(of_figure.find(named) != std::string::npos, expected.figure << ": " << named);
      CHECK_MESSAGE(of_page.find(loss) != std::string::npos, expected.page << ": " << loss);
    }
  }
}

TEST_CASE("figures: what is written in those without a training is what the pages print") {
  struct Expected {
    std::string figure, page;
    std::vector<std::string> numbers;
  };
  const Expected all[] = {
      {"logits.svg", "04_bigram_gradients.md", {"0.665", "0.245", "-0.755", "0.090"}},
      {"earlier_key.svg", "06_earlier_positions.md", {"0.240261", "0.480521"}},
      {"microgpt.svg", "07_heads.md", {"4192 parameters"}},
      {"tensor_node.svg", "08_tensor.md", {"-1.75", "2.5", "-0.2143", "0.05247"}},
      {"name_batch.svg", "17_name_batch.md", {"15 positions, 13 targets"}},
      {"rate.svg", "17_training_loop.md", {"0.0120", "0.0300", "0.0292", "0.0142", "0.0030"}},
      {"clipping.svg", "17_training_loop.md", {"(0.6, 0.8)"}},
      {"overfitting.svg", "18_training_well.md", {"2.4", "3.0", "0.8", "5.3", "0.4", "10.2"}}};
  for (const Expected& expected : all) {
    const std::string of_figure = description(read(committed(expected.figure))),
                      of_page = read(docs() / expected.page);
    CHECK(of_page.find(
              "(figures/" +
              std::string(expected.page == "07_heads.md" ? "head_pieces.svg" : expected.figure) +
              ")") != std::string::npos);
    for (const std::string& number : expected.numbers) {
      CHECK_MESSAGE(of_figure.find(number) != std::string::npos, expected.figure << ": " << number);
      CHECK_MESSAGE(of_page.find(number) != std::string::npos, expected.page << ": " << number);
    }
  }
}

TEST_CASE("figures: the rows of attention begin with those that the pages print") {
  const std::string page = read(docs() / "06_attention.md"), table = "looks at     .";
  const Numbers trained = weights_in(rest_of_block(page, table, "## Who looks at whom"));
  REQUIRE(trained.size() == 21);  // six rows
  CHECK(line_of(weights_in(read(committed("attention_head.svg"))), 21) == line_of(trained, 21));
  // One step is cheap enough to be drawn here.
  const Numbers begun = weights_in(rest_of_block(page, table, "output: 06_attention --steps 1"));
  CHECK(line_of(weights_in(attention_figure(1).svg), 21) == line_of(begun, 21));
}

}  // namespace figure_numbers_test
