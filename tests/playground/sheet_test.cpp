// sheet_test.cpp: the language of the playground: what it computes, what the tape has then, and
// where an error is; and what the playground says of a sheet: gradients, slopes, paths, JSON.
#include "playground/sheet.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <set>
#include <string>

#include "gpt/layouts/json.h"
#include "helpers.h"
#include "holo/data.h"
#include "holo/math.h"
#include "playground/sheet_record.h"

namespace sheet_test {
namespace {

using namespace holo;

double value_of(const std::string& text) {
  const Tape own;
  return read_sheet(text).root().value.data();
}

// The gradient of the last line with respect to x.
double slope_of(const std::string& text) {
  const Tape own;
  const Sheet sheet = read_sheet(text);
  sheet.root().value.backward();
  return sheet.named("x").value.grad();
}

std::string refusal(const std::string& text) {
  const Tape own;
  return message_of([&] { read_sheet(text); });
}

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

std::string verdict(const std::string& text) { return SheetRecord(text).results().at(0).verdict; }

}  // namespace

TEST_CASE("sheet: signs bind as in mathematics") {
  CHECK(value_of("1 + 2 * 3") == 7);
  CHECK(value_of("(1 + 2) * 3") == 9);
  CHECK(value_of("8 - 4 - 2") == 2);
  CHECK(value_of("8 / 4 / 2") == 1);
  CHECK(value_of("2 ^ 3 ^ 2") == 512);
  CHECK(value_of("-2 ^ 2") == -4);
  CHECK(value_of("2 ^ -1") == 0.5);
  CHECK(value_of("3 - -2") == 5);
  CHECK(value_of("+3 * - + -2") == 6);
  CHECK(value_of("x = 2; x * -x ^ 2") == -8);
}

TEST_CASE("sheet: numbers as a program writes them, spaces and comments anywhere") {
  CHECK(value_of("1.5e1") == 15);
  CHECK(value_of(".5") == 0.5);
  CHECK(value_of("2.") == 2);
  CHECK(value_of("1E-2") == 0.01);
  CHECK(value_of("  # nothing\n\n;;\t x=3 # three\r\n y = x*2 ; # six") == 6);
}

TEST_CASE("sheet: a number alone is a leaf, one in a formula a constant") {
  const Tape own;
  const Sheet sheet = read_sheet("x = 1 + 2\ny = 2 * x + exp(0)\n");
  CHECK(own.node_count() == 3);
  CHECK(sheet.lines[0].value.data() == 3);
  CHECK(sheet.lines[0].nodes_end == 1);
  CHECK(sheet.lines[1].text == "y = 2 * x + exp(0)");
  CHECK(sheet.lines[1].line == 2);
  CHECK(sheet.lines[1].value.label() == "y");
}

TEST_CASE("sheet: a name is the newest number of that name, and a number keeps its first name") {
  const Tape own;
  const Sheet sheet = read_sheet("x = 3; x = x * x; y = x");
  CHECK(sheet.root().value.data() == 9);
  CHECK(sheet.root().value.label() == "x");
  CHECK(sheet.named("x").value.data() == 9);
  CHECK(message_of([&] { sheet.named("z"); }).find("'z': no line has this name") == 0);
  CHECK(message_of([&] { read_sheet("2 + 3").named(""); }).find("no line has") !=
        std::string::npos);
}

TEST_CASE("sheet: gradients are those of the tape") {
  CHECK(slope_of("x = 3; x * x + x") == 7);
  CHECK(slope_of("x = 2; x ^ 3") == 12);
  CHECK(slope_of("x = 2; pow(x, 3)") == 12);
  CHECK(slope_of("x = 2; 1 / x") == -0.25);
  CHECK(slope_of("x = 2; max(x, 1) + min(3, x)") == 2);
  CHECK(slope_of("x = 2; y = 5; max(x, y)") == 0);
  CHECK(slope_of("x = 2; 1 - -x") == 1);
}

TEST_CASE("sheet: a function of constants is that of Values") {
  for (const std::string& name : sheet_functions()) {
    const bool has_two = name == "max" || name == "min" || name == "pow";
    for (const std::string number : {"0.75", "2.5"}) {
      const std::string more = has_two ? ", 1.5)" : ")";
      const double constant = value_of(name + "(" + number + more),
                   of_value = value_of("x = " + number + "; " + name + "(x" + more);
      CHECK_MESSAGE(constant == of_value, name);
    }
  }
  CHECK(value_of("tanh(0.5)") == std::tanh(0.5));
  CHECK(value_of("sigmoid(0)") == 0.5);
}

// "inline Value exp(Value x)", and max, min and pow.
TEST_CASE("sheet: all functions of value.h can be called") {
  const char* const root = std::getenv("HOLO_ROOT");
  const std::string text =
      read_file(std::string(root == nullptr ? "." : root) + "/include/holo/value.h");
  const std::vector<std::string> declared = matches(text, "inline Value ([a-z0-9]+)\\(Value");
  const std::set<std::string> names(declared.begin(), declared.end());
  CHECK(names.size() >= 17);
  const std::vector<std::string> ours = sheet_functions();
  CHECK(std::set<std::string>(ours.begin(), ours.end()) == names);
}

TEST_CASE("sheet: infinities and NaN are numbers too") {
  CHECK(value_of("1 / 0") == std::numeric_limits<double>::infinity());
  CHECK(std::isnan(value_of("0 / 0")));
  CHECK(std::isnan(value_of("x = -1; log(x)")));
}

TEST_CASE("sheet: an error has its line and its column") {
  CHECK(refusal("x = 3\ny = x * q") ==
        "line 2, column 9: 'q'; expected a name that has a number. Try: q = 1 in a line above");
  CHECK(refusal("learned = 3; y = leraned") ==
        "line 1, column 18: 'leraned'; expected a name that has a number. Try: learned");
  CHECK(refusal("x = 2 3") ==
        "line 1, column 7: '3'; expected an operator or the end of the line. Try: 2 * 3");
  CHECK(refusal("x = 2; x x") ==
        "line 1, column 10: 'x'; expected an operator or the end of the line. Try: x * x");
  CHECK(refusal("x = 2; (x) x").find("Try: ) * x") != std::string::npos);
  CHECK(refusal("x = 2; y = 3x").find("line 1, column 13: 'x'; expected an operator") == 0);
  CHECK(refusal("x = (2 + 3").find("line 1, column 11: the end; expected an operator or )") == 0);
  CHECK(
      refusal("x = 2 *\ny = 3").find("line 1, column 8: the end of the line; expected a number") ==
      0);
  CHECK(refusal("x = 2 * ; y").find("line 1, column 9: ';'; expected a number") == 0);
  CHECK(refusal("x = 1; y = x(2)").find("Try: x * (") != std::string::npos);
  CHECK(refusal("x = 1; y = tan(x)") == "line 1, column 12: 'tan'; expected a function. Try: tanh");
  CHECK(refusal("x = 1; tanh = x") ==
        "line 1, column 8: 'tanh'; expected another name. Try: tanh is a function");
  CHECK(refusal("exp + 1").find("line 1, column 5: '+'; expected ( behind the function exp") == 0);
  CHECK(refusal("x = 1; max(x)").find("expected , and a second number for max") !=
        std::string::npos);
  CHECK(refusal("1e999").find("line 1, column 1: '1e999'; expected a number that a double") == 0);
  CHECK(refusal("") == "line 1, column 1: the end; expected a formula. Try: x = 3");
}

TEST_CASE("sheet: a power is a constant, and the message says how to write another") {
  CHECK(refusal("x = 2; p = 3; x ^ p") ==
        "line 1, column 19: 'p'; expected a plain number as the power, such as 2. Try: "
        "exp(p * log(x)) is x^p");
  CHECK(refusal("x = 2; 2 ^ x").find("Try: exp(x * log(2)) is 2^x") != std::string::npos);
  CHECK(refusal("x = 2; pow(x, x)").find("line 1, column 15") == 0);
  CHECK(value_of("x = 2; x ^ (1 + 2)") == 8);
  CHECK(refusal("x = 2; x**3") ==
        "line 1, column 10: '*'; expected a number, a name or (. Try: x^3");
  CHECK(refusal("x = 2; (x + 1) ** 2").find("Try: )^2") != std::string::npos);
  CHECK(refusal("x = 2; x ** (1 + 1)").find("Try: x^2") != std::string::npos);
}

TEST_CASE("sheet: a column counts characters, and strange ones are shown as they are") {
  CHECK(refusal("x = 1 # \xC3\xA9\ny = x \xC3\x97 2") ==
        "line 2, column 7: '\xC3\x97'; expected an operator or the end of the line");
  CHECK(refusal("\xC3\xA9 = 1").find("line 1, column 1: '\xC3\xA9'; expected a number") == 0);
  CHECK(refusal("x = \"a\"").find("line 1, column 5: '\"'") == 0);
  CHECK(refusal(std::string("x = 1\0", 6)).find("line 1, column 6: ") == 0);
}

// "x%20=" of an address is "x =".
std::string unescaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_code = text[i] == '%' && i + 2 < text.size();
    out += is_code ? static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16)) : text[i];
    if (is_code) i += 2;
  }
  return out;
}

TEST_CASE("sheet: the lines in the links of the pages can be calculated") {
  const char* const root = std::getenv("HOLO_ROOT");
  const std::filesystem::path docs = std::filesystem::path(root == nullptr ? "." : root) / "docs";
  int links = 0;
  for (const auto& entry : std::filesystem::directory_iterator(docs)) {
    if (entry.path().extension() != ".md") continue;
    for (const std::string& line :
         matches(read_file(entry.path().string()), "playground\\.md#sheet=([^)]*)\\)")) {
      CHECK(std::isfinite(value_of(unescaped(line))));
      ++links;
    }
  }
  CHECK(links >= 2);
}

TEST_CASE("sheet: what is deep, long or many is refused") {
  CHECK(value_of(repeated("(", 99) + "1" + repeated(")", 99)) == 1);
  CHECK(refusal(repeated("(", 5000)).find("at most 100 signs") != std::string::npos);
  CHECK(refusal(repeated("-", 5000)).find("at most 100 signs") != std::string::npos);
  CHECK(refusal("x = 1; y = x" + repeated("^2", 4000)).find("at most 100") != std::string::npos);
  CHECK(refusal("x = 1\n" + repeated("exp(", 2000)).find("at most 100") != std::string::npos);
  CHECK(value_of(repeated("x = 1\n", 200)) == 1);
  CHECK(refusal(repeated("x = 1\n", 201)) ==
        "line 201, column 1: 'x'; expected at most 200 statements");
  CHECK(refusal(repeated(" ", 10001)) == "the sheet: 10001 bytes; expected at most 10000");
}

// ---- what the playground says ----

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

}  // namespace sheet_test
