// training_log_test.cpp: a log as rows, as a curve and as a sparkline; after a resume it goes on at
// the step of the checkpoint, or is refused.
#include "gpt/training_log.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "helpers.h"
#include "holo/check.h"
#include "text/texts.h"

namespace training_log_test {
namespace {

using namespace holo;
using texts::contains;

const double none = std::numeric_limits<double>::quiet_NaN();
const std::string header = "step,loss,lr,grad_norm,tokens_per_second,validation_loss\n";

// Steps 1 ... count with the loss 10 - step, and a validation loss in step 2.
std::string rows_text(Index count) {
  std::string text = header;
  for (Index step = 1; step <= count; ++step) {
    text += fmt::format("{},{:.6f},0.25,1.5,1000,{}\n", step, 10.0 - static_cast<double>(step),
                        step == 2 ? "8.500000" : "");
  }
  return text;
}

// Points of curve number `curve` in a plot; after each curve comes its line of the legend.
std::vector<std::pair<double, double>> points_of(const std::string& svg, int curve) {
  std::size_t at = 0;
  for (int i = 0; i <= 2 * curve; ++i) {
    at = svg.find("<polyline", at + 1);
    REQUIRE(at != std::string::npos);
  }
  at = svg.find("points=\"", at) + 8;
  const std::string text = svg.substr(at, svg.find('"', at) - at);
  std::vector<std::pair<double, double>> points;
  std::size_t from = 0;
  while (from < text.size()) {
    const std::size_t end = std::min(text.find(' ', from), text.size());
    const std::size_t comma = text.find(',', from);
    points.emplace_back(std::stod(text.substr(from, comma - from)),
                        std::stod(text.substr(comma + 1, end - comma - 1)));
    from = end + 1;
  }
  return points;
}

constexpr const char* first = "1,3.250000,0.001,1.5,1000,\n";
constexpr const char* second = "2,3.125000,0.002,1.25,2000,2.750000\n";

const holo::LogRow third = {3, 3.0, 0.003, 1.0, 3000, none};

// The file after a resume at `step` and row 3; or the message of the Error.
std::string gone_on(const std::string& text, holo::Index step) {
  const TemporaryFolder folder;
  const std::string path = folder.write("log.csv", text);
  try {
    holo::TrainingLog log(path, step);
    CHECK(log.rows().size() == static_cast<std::size_t>(step));
    log.add(third);
  } catch (const holo::Error& error) {
    CHECK(folder.read("log.csv") == text);
    return error.found();
  }
  return folder.read("log.csv");
}

}  // namespace

TEST_CASE("training log: a row is step, loss, rate, norm, speed and validation loss, at once") {
  const TemporaryFolder folder;
  TrainingLog log(folder.name("log"), 0);
  CHECK(folder.read("log") == header);
  log.add({1, 2.25, 0.003, 1.5, 1234.4, none});
  CHECK(folder.read("log") == header + "1,2.250000,0.003,1.5,1234,\n");
  log.add({2, 1.0 / 3, 1e-5, 0.015625, 9.6, 2.0 / 3});
  CHECK(folder.read("log") ==
        header + "1,2.250000,0.003,1.5,1234,\n2,0.333333,1e-05,0.015625,10,0.666667\n");
  CHECK(log.rows().size() == 2);
  TrainingLog nowhere("", 0);
  nowhere.add({1, 2, 3, 4, 5, none});
  CHECK(nowhere.rows().size() == 1);
  CHECK(folder.count() == 1);
}

TEST_CASE("training log: a fresh run begins anew, one that goes on keeps the rows so far") {
  const TemporaryFolder folder;
  const std::string path = folder.write("log", rows_text(6));
  {
    TrainingLog log(path, 4);
    CHECK(folder.read("log") == rows_text(4));
    REQUIRE(log.rows().size() == 4);
    for (Index step = 1; step <= 4; ++step) {
      const LogRow& row = log.rows()[static_cast<std::size_t>(step - 1)];
      CHECK(row.step == step);
      CHECK(row.loss == 10 - static_cast<double>(step));
      CHECK(row.learning_rate == 0.25);
      CHECK(row.gradient_norm == 1.5);
      CHECK(row.tokens_per_second == 1000);
      CHECK(std::isnan(row.validation_loss) == (step != 2));
    }
    CHECK(log.rows()[1].validation_loss == 8.5);
    log.add({5, 5, 0.25, 1.5, 1000, none});
    CHECK(folder.read("log") == rows_text(5));
  }
  const TrainingLog fresh(path, 0);
  CHECK(folder.read("log") == header);
  CHECK(fresh.rows().empty());
  const TrainingLog other(folder.name("other"), 4);  // no file there: the rows from here on
  CHECK(folder.read("other") == header);
}

TEST_CASE("training log: a sparkline is as high as the mean loss of each part") {
  TrainingLog log("", 0);
  CHECK(log.sparkline() == "");
  CHECK(log.sparkline(1) == "");
  for (Index step = 1; step <= 16; ++step) {
    log.add({step, 16.0 - static_cast<double>((step - 1) / 2), 0, 0, 0, none});
  }
  CHECK(log.sparkline(8) == "█▇▆▅▄▃▂▁");
  CHECK(log.sparkline(2) == "█▁");
  TrainingLog two("", 0);
  for (const double loss : {8.0, 0.0, 0.0, 4.0, 0.0, 0.0}) two.add({1, loss, 0, 0, 0, none});
  CHECK(two.sparkline(2) == "█▁");  // means 8/3 and 4/3
  CHECK(two.sparkline(6) == "█▁▁▅▁▁");
  TrainingLog flat("", 0);
  flat.add({1, 3, 0, 0, 0, none});
  flat.add({2, 3, 0, 0, 0, none});
  CHECK(flat.sparkline() == "▁▁");
}

TEST_CASE("training log: the curve has means of the losses and the validation losses over steps") {
  TrainingLog log("", 0);
  // A run that went on with a log of its own: its first step is 1001.
  for (Index i = 1; i <= 1000; ++i) {
    const double loss = i <= 500 ? 4 + 2 * static_cast<double>(i % 2) : 1;  // means 5 and 1
    log.add({1000 + i, loss, 0, 0, 0, i == 1 ? 5 : i == 1000 ? 1 : none});
  }
  const std::string svg = log.curve_svg("Title");
  CHECK(contains(svg, "<title>Title"));
  const auto training = points_of(svg, 0), validation = points_of(svg, 1);
  REQUIRE(training.size() == 500);
  REQUIRE(validation.size() == 2);
  // Where a loss of 5 and one of 1 lie, and where the steps 1001 and 2000 do.
  const auto [first_x, high] = validation[0];
  const auto [last_x, low] = validation[1];
  CHECK(high < low);
  for (std::size_t i = 0; i < 500; ++i) {
    const double part = (2 * static_cast<double>(i) + 0.5) / 999;
    CHECK(training[i].first == doctest::Approx(first_x + (last_x - first_x) * part).epsilon(1e-3));
    CHECK(training[i].second == doctest::Approx(i < 250 ? high : low).epsilon(1e-3));
  }
  TrainingLog alone("", 0);
  alone.add({1, 2, 0, 0, 0, none});
  CHECK_FALSE(contains(alone.curve_svg("t"), "validation"));
}

TEST_CASE("training log: after a resume it goes on behind its last whole row, or is refused") {
  const std::string one = header + first, two = one + second, after = "3,3.000000,0.003,1,3000,\n";
  const std::string no_validation = one + "2,3.125000,0.002,1.25,2000,\n";
  CHECK(gone_on(two, 2) == two + after);
  CHECK(gone_on(two, 1) == one + after);  // rows behind the step go
  CHECK(gone_on(no_validation, 2) == no_validation + after);
  CHECK(gone_on(two + after, 3) == two + after + after);

  const std::string missing = "ends before step 2, the step of the checkpoint";
  const std::string row = second;
  for (std::size_t length = 0; length < row.size(); ++length) {
    CHECK(gone_on(one + row.substr(0, length), 2) == missing);
  }
  for (const char* const wrong :
       {"2,3.125000,0.002,1.25,2000,x", "2,3.125000,0.002,1.25,2000, 2.5",
        "2,3.125000,0.002,,2000 1,2.5", "2,3;125000,0.002,1.25,2000,2.5",
        "2.0,3.125000,0.002,1.25,2000,2.5", "2,3.125000,0.002,1.25,2000,,",
        "2,3.125000,0.002,1.25,2000", "5,3.25,0.001,1.5,1000,"}) {
    CAPTURE(wrong);
    CHECK(gone_on(one + wrong + "\n", 2) == missing);
  }
  CHECK(gone_on(two + second + after, 3) == "ends before step 3, the step of the checkpoint");
  CHECK(gone_on("step,price\n1,2\n", 1) == "begins with 'step,price'");
}

}  // namespace training_log_test
