// sheet_record_test.cpp: what the playground says of a sheet: gradients, slopes, paths, JSON.
#include "playground/sheet_record.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "gpt/layouts/json.h"
#include "helpers.h"

namespace sheet_record_test {
namespace {

using namespace holo;

std::string verdict(const std::string& text) { return SheetRecord(text).results().at(0).verdict; }

}  // namespace

TEST_CASE("playground: each gradient with the slope of the last line") {
  CHECK(SheetRecord("x = 3\ny = x * x + x\n").table() ==
        "                      data     gradient        slope\n"
        "x = 3                    3            7            7\n"
        "y = x * x + x           12            1            1\n"
        "each gradient is the slope\n");
}

TEST_CASE("playground: what the last line does not depend on is not compared") {
  const SheetRecord record("x = 3; y = 4; x * 2");
  CHECK(record.results().at(0).gradient == 2);
  CHECK(!record.results().at(1).leads_to_root);
  CHECK(record.table() ==
        "              data     gradient        slope\n"
        "x = 3            3            2            2\n"
        "y = 4            4            -            -  the last line does not depend on it\n"
        "x * 2            6            1            1\n"
        "each gradient is the slope\n");
}

TEST_CASE("playground: a kink, a NaN and what is too small are no agreement") {
  CHECK(verdict("x = 0; relu(x)") == "a kink: 0 below, 1 above");
  CHECK(verdict("x = -1; log(x)") == "NaN: nothing to compare");
  CHECK(verdict("x = 40; tanh(x)") == "");
  CHECK(verdict("x = 2; x^3") == "");
  CHECK(SheetRecord("x = 0; relu(x)").table().find("1 of 2 gradients are the slope") !=
        std::string::npos);
}

TEST_CASE("playground: why a gradient is what it is") {
  const SheetRecord record("x = 3\nw = 2\ny = x * w\nloss = y * y\n");
  CHECK(record.why("x") ==
        "grad of #0 x is 24: how #3 loss changes with it\n"
        "  loss -> y -> x:  6 (= y) * 2 (= w) = 12\n"
        "  loss -> y -> x:  6 (= y) * 2 (= w) = 12\n"
        "  the sum: 12 + 12 = 24\n");
  CHECK(message_of([&] { record.why("los"); }) ==
        "'los': no line has this name; expected a name of the sheet. Try: loss");
}

TEST_CASE("playground: why of a name that is used again is that of its newest line") {
  CHECK(SheetRecord("x = 3; x = x * 2; x = x * 5").why("x").find("grad of #2 x is 1") == 0);
  CHECK(SheetRecord("x = 3; y = x; y * 2").why("y").find("grad of #0 x is 2") == 0);
}

TEST_CASE("playground: each event has the line of its statement") {
  const SheetRecord record("x = 3\n\ny = x * x + 1 # of two ops\nz = y * y");
  const TraceLog& log = record.log();
  std::string lines;
  for (const TraceEvent& event : log.events) {
    CHECK(log.places.at(event.place).file == "sheet");
    lines += std::to_string(log.places.at(event.place).line);
  }
  CHECK(lines ==
        "1334"
        "4"
        "44333");
}

TEST_CASE("playground: as JSON for a page, also an error") {
  const Json json = parse_json(SheetRecord("x = 0; y = log(x)").json("y"));
  const std::vector<Json>& lines = json.find("lines")->items();
  REQUIRE(lines.size() == 2);
  CHECK(lines[1].find("name")->text() == "y");
  CHECK(lines[1].find("data")->text() == "-inf");
  CHECK(lines[0].find("gradient")->text() == "inf");
  CHECK(json.find("sheet")->text() == "x = 0; y = log(x)");
  CHECK(json.find("why")->text().find("grad of #1 y is 1") == 0);
  CHECK(json.find("log")->find("program")->text() == "playground");
  try {
    SheetRecord("x = 1\ny = \"</script>");
    FAIL("no error");
  } catch (const Error& error) {
    const Json said = parse_json(sheet_error_json(error));
    CHECK(said.find("error")->find("line")->number() == 2);
    CHECK(said.find("error")->find("column")->number() == 5);
  }
  const Json other = parse_json(sheet_error_json(UsageError("a", "b", "c")));
  CHECK(other.find("error")->find("line")->number() == 0);
}

TEST_CASE("playground: ten examples, each a sheet with a name of its own") {
  std::set<std::string_view> names;
  for (const SheetExample& example : sheet_examples()) {
    CHECK(names.insert(example.name).second);
    CHECK(SheetRecord(std::string(example.text)).results().size() >= 2);
    CHECK(example.text.find(';') == std::string_view::npos);
  }
  CHECK(names.size() == 10);
}

}  // namespace sheet_record_test
