// training_log_cut_test.cpp: the log of a run that goes on keeps the rows up to its checkpoint,
// each in a line of its own, and a row that was cut is none.
#include "gpt/training_log.h"

#include <doctest/doctest.h>

#include <limits>
#include <locale>
#include <string>

#include "holo/check.h"
#include "temporary_folder.h"

namespace training_log_cut_test {
namespace {

constexpr const char* header = "step,loss,lr,grad_norm,tokens_per_second,validation_loss\n";
constexpr const char* first = "1,3.250000,0.001,1.5,1000,\n";
constexpr const char* second = "2,3.125000,0.002,1.25,2000,2.750000";  // without its newline

const holo::LogRow third = {3, 3.0, 0.003, 1.0, 3000, std::numeric_limits<double>::quiet_NaN()};

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

TEST_CASE("training log: rows behind the checkpoint go, those before it stay") {
  const std::string after = "3,3.000000,0.003,1,3000,\n";
  CHECK(gone_on(std::string(header) + first + second + "\n", 2) ==
        std::string(header) + first + second + "\n" + after);
  CHECK(gone_on(std::string(header) + first + second + "\n", 1) ==
        std::string(header) + first + after);
}

TEST_CASE("training log: the last newline may be missing") {
  const std::string after = "3,3.000000,0.003,1,3000,\n";
  CHECK(gone_on(std::string(header) + first + second, 2) ==
        std::string(header) + first + second + "\n" + after);
  CHECK(gone_on(std::string(header) + first + second, 1) == std::string(header) + first + after);
  const std::string no_validation = "2,3.125000,0.002,1.25,2000,";
  CHECK(gone_on(std::string(header) + first + no_validation, 2) ==
        std::string(header) + first + no_validation + "\n" + after);
}

TEST_CASE("training log: a last row that was cut is none, wherever it was cut") {
  const std::string row = second;
  for (std::size_t length = 0; length < row.size(); ++length) {
    if (length == row.rfind(',') + 1) continue;  // a row without a validation loss
    INFO(row.substr(0, length));
    CHECK(gone_on(header + (first + row.substr(0, length)), 2) ==
          "ends before step 2, the step of the checkpoint");
  }
  CHECK(gone_on(std::string(header, std::string(header).size() - 1), 1) ==
        "ends before step 1, the step of the checkpoint");
}

TEST_CASE("training log: a row with other columns or another step is none") {
  const std::string missing = "ends before step 2, the step of the checkpoint";
  CHECK(gone_on(std::string(header) + first + "2,3.125000,0.002,1.25,2000,,\n", 2) == missing);
  CHECK(gone_on(std::string(header) + first + "2,3.125000,0.002,1.25,2000\n", 2) == missing);
  CHECK(gone_on(std::string(header) + "5,3.25,0.001,1.5,1000,\n" + second + "\n", 2) == missing);
}

TEST_CASE("training log: no step is missing, and none is there twice") {
  const std::string missing = "ends before step 3, the step of the checkpoint";
  const std::string third_row = "3,3.000000,0.003,1,3000,\n";
  CHECK(gone_on(std::string(header) + first + third_row, 3) == missing);
  CHECK(gone_on(std::string(header) + first + second + "\n" + second + "\n" + third_row, 3) ==
        missing);
  CHECK(gone_on(std::string(header) + first + second + "\n" + third_row, 3) != missing);
}

// A program that takes over the locale of its user, in which a number has a comma.
TEST_CASE("training log: it is read the same in every locale") {
  struct Comma final : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
  const std::string text = gone_on(std::string(header) + first + second + "\n", 2);
  std::locale::global(before);
  CHECK(text == std::string(header) + first + second + "\n3,3.000000,0.003,1,3000,\n");
}

TEST_CASE("training log: a cell is a number and nothing else") {
  const std::string missing = "ends before step 2, the step of the checkpoint";
  const std::string good = "2,3.125000,0.002,1.25,2000,2.500000";
  CHECK(gone_on(std::string(header) + first + good + "\n", 2).find(good) != std::string::npos);
  for (const char* const row :
       {"2,3.125000,0.002,1.25,2000,5:3084", "2,3.125000,0.002,1.25,2000,x",
        "2,3.125000,0.002,1.25,2000, ", "2,3.125000,0.002,1.25,2000, 2.5",
        "2,3.125000,0.002,1.25,2000 ,2.5", "2,3.125000,0.002,1.25,20:00,2.5",
        "2,3.125000,0.002,,2000 1,2.5", "2,3;125000,0.002,1.25,2000,2.5",
        "2:,3.125000,0.002,1.25,2000,2.5", "2.0,3.125000,0.002,1.25,2000,2.5"}) {
    CAPTURE(row);
    CHECK(gone_on(std::string(header) + first + row + "\n", 2) == missing);
  }
}

}  // namespace training_log_cut_test
