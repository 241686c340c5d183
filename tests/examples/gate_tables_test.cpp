// gate_tables_test.cpp: the tables of explain_gate have the numbers of its reports, in their
// places.
#include "gpt/gates/gate_tables.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace gate_tables_test {
namespace {

using namespace holo;

// Eleven units: linear shares 0, 0.01, ..., quadratic ones 0.1 larger, cubic ones 0.5; one silent
// unit.
LayerReport layer() {
  LayerReport report;
  for (int j = 0; j < 11; ++j) {
    const double share = 0.01 * j;
    report.units.push_back({{share, share + 0.1, 0.5}, {2, -0.25}, 0.5 + j, 1.0 + j % 10, {1, 0}});
  }
  report.units.push_back({{NAN, NAN, NAN}, {0, 0}, 0, 0, {}});
  report.rank_of_forms = 7.25;
  report.cap_of_forms = 11;
  report.rank_of_outputs = 3.5;
  report.cap_of_outputs = 12;
  return report;
}

}  // namespace

TEST_CASE("gate tables: a line for each block") {
  const std::string text = layers_table({layer(), layer()});
  CHECK(text.find(
            "block  units silent  linear  quadratic         tenths   cubic    |a|    rank of "
            "forms       of outputs\n"
            "    0     12      1     5.0       15.0   11.0 .. 19.0    50.0   5.00        7.2 of "
            "11        3.5 of 12\n"
            "    1     12      1 ") != std::string::npos);
}

TEST_CASE("gate tables: the strongest units first, tokens as text or as numbers") {
  const CharTokenizer tokenizer({"a\n"});
  const std::string text = units_table({layer()}, 2, &tokenizer);
  CHECK(text.find("    0      9        10       19.0              2 -0.25  a U+000A\n"
                  "    0      8         9       18.0              2 -0.25  a U+000A\n") !=
        std::string::npos);
  CHECK(units_table({layer()}, 1, nullptr).find("2 -0.25  1 0\n") != std::string::npos);
  CHECK(units_table({layer()}, 0, nullptr).empty());
}

TEST_CASE("gate tables: all units as CSV") {
  const std::string text = units_csv({layer(), layer()}, nullptr);
  CHECK(
      text.find(
          "block,unit,linear,quadratic,cubic,gate_size,strength,eigenvalue_1,eigenvalue_2,tokens\n"
          "0,0,0,0.1,0.5,0.5,1,2,-0.25,\"1 0\"\n"
          "0,1,0.01,0.11,0.5,1.5,2,2,-0.25,\"1 0\"\n") == 0);
  CHECK(text.find("\n1,11,,,,0,0,0,0,\"\"\n") != std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') == 25);
  const CharTokenizer quotes({"\"a"});
  CHECK(units_csv({layer()}, &quotes).find(",\"a \"\"\"\n") != std::string::npos);
}

TEST_CASE("gate tables: the plot has a curve for each share, and marks for a single block") {
  const std::string two = shares_svg({layer(), layer()}, "swiglu"),
                    one = shares_svg({layer()}, "swiglu");
  for (const char* part :
       {"How quadratic are the units of swiglu?", "linear", "quadratic", "cubic", "tenth above"})
    CHECK(two.find(part) != std::string::npos);
  CHECK(two.find("<polyline") != std::string::npos);
  CHECK(one.find("<polyline") == std::string::npos);
}

}  // namespace gate_tables_test
