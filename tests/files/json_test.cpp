// json_test.cpp: every rule of JSON and every limit of its reader: what is taken, and which message
// says where the text is wrong. safetensors_reader_test.cpp asks for the rules of headers.
#include "gpt/layouts/json.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "files/text.h"
#include "text/texts.h"

namespace json_test {
namespace {

using holo::Json, holo::parse_json;
using texts::message_of;

std::string refusal(const std::string& text) {
  return message_of([&] { parse_json(text, "j"); });
}

}  // namespace

TEST_CASE("json: values of every kind, in the order of the text") {
  const Json json = parse_json(
      "\t{\"b\\n\\u00e9\\ud83d\\ude00\" : \"\\\"\\/\xC3\xA9\", "
      "\"a\":-0.5E+3,\"c\":[1,[{\"d\":{}}]],"
      "\r\n\"e\":null, \"f\":true, \"g\":false, \"h\":[], \"i\":0}");
  REQUIRE(json.members().size() == 8);
  CHECK(json.members()[0].first == "b\n\xC3\xA9\xF0\x9F\x98\x80");
  CHECK(json.members()[0].second.text() == "\"/\xC3\xA9");
  CHECK(json["a"].number() == -500);
  CHECK(json["c"].items()[0].integer() == 1);
  CHECK(json["c"].items()[1].items()[0]["d"].members().empty());
  CHECK(json["e"].is_null());
  CHECK(json["f"].boolean());
  CHECK_FALSE(json["g"].boolean());
  CHECK(json["h"].items().empty());
  CHECK(json["i"].integer() == 0);
  CHECK(json.find("z") == nullptr);
  CHECK(parse_json(" 12.5e-1 ").number() == 1.25);
  CHECK(parse_json("0.1").number() == 0.1);
  CHECK(parse_json("9007199254740992").integer() == 9007199254740992);
  const std::string text = R"({"a\n": [1, -0.5, "\"", true, null], "b": {}, "c": []})";
  CHECK(parse_json(text).to_text() == text);
}

// The streams of libc++ say of subnormal numbers that they failed.
TEST_CASE("json: a number is the nearest double, also where that is 0") {
  using Limits = std::numeric_limits<double>;
  const std::pair<const char*, double> numbers[] = {
      {"0.1000000000000000055511151231257827021181583404541015625", 0.1},
      {"9007199254740993", 9007199254740992},  // halfway: to the even one
      {"9007199254740993.0000000000000000001", 9007199254740994},
      {"1.7976931348623157e308", Limits::max()},
      {"2.2250738585072014E-308", Limits::min()},
      {"2.2250738585072011e-308", Limits::min() - Limits::denorm_min()},
      {"5e-324", Limits::denorm_min()},
      {"3e-324", Limits::denorm_min()},
      {"2e-324", 0},
      {"1e-999", 0},
      {"0e999", 0},
      {"1e+0", 1}};
  for (const auto& [written, number] : numbers) {
    const std::string text = written;
    CAPTURE(text);
    CHECK(parse_json(text).number() == number);
    CHECK(parse_json("-" + text).number() == -number);
    CHECK(std::signbit(parse_json("-" + text).number()));
  }
}

TEST_CASE("json: what stands for a member that is not there, or null") {
  const Json json = parse_json("{\"a\":null,\"n\":2,\"t\":\"x\",\"b\":true}");
  for (const char* const name : {"a", "z"}) {
    CHECK(json.number_or(name, 1.5) == 1.5);
    CHECK(json.integer_or(name, 7) == 7);
    CHECK(json.boolean_or(name, true));
    CHECK(json.text_or(name, "y") == "y");
  }
  CHECK(json.number_or("n", 1.5) == 2);
  CHECK(json.integer_or("n", 7) == 2);
  CHECK(json.boolean_or("b", false));
  CHECK(json.text_or("t", "y") == "x");
}

TEST_CASE("json: a value of another kind is an error") {
  const Json json = parse_json("{\"n\":0.5,\"big\":1e300}");
  CHECK(message_of([&] { json["z"]; }) == "json: no member z; expected one of that name");
  CHECK(message_of([&] { json.number(); }) == "json: an object; expected a number");
  CHECK(message_of([&] { json["n"].text(); }) == "json: a number; expected a text");
  CHECK(message_of([&] { json["n"].integer(); }) == "json: 0.5; expected a whole number");
  CHECK(message_of([&] { json["big"].integer(); }) == "json: 1e+300; expected a whole number");
}

TEST_CASE("json: where a rule is broken, and which one") {
  CHECK(refusal("") == "j: the text ends at its byte 0; expected a value");
  CHECK(refusal("{") == "j: the text ends at its byte 1; expected a name in quotes");
  CHECK(refusal("{\"a\":1,}") == "j: the text has '}' at its byte 7; expected a name in quotes");
  CHECK(refusal("{\"a\":") == "j: the text ends at its byte 5; expected a value");
  CHECK(refusal("{\"a\" 1}") == "j: the text has '1' at its byte 5; expected ':' after a name");
  CHECK(refusal("[1 2]") == "j: the text has '2' at its byte 3; expected ',' or ']'");
  CHECK(refusal("[1] 2") ==
        "j: the text has '2' at its byte 4; expected only white space after the value");
  CHECK(refusal("[1.]") == "j: the text has ']' at its byte 3; expected a digit");
  CHECK(refusal("[1e999]") ==
        "j: the number at byte 1 of the text does not fit a double; expected a finite number");
  CHECK(refusal("{\"a\":1,\"a\":2}") == "j: an object has \"a\" twice; expected each name once");
  const std::pair<const char*, const char*> of_strings[] = {
      {"[\"a", "ends at its byte 3; expected a quote"},
      {"[\"a\n\"]", "has byte 0x0A at its byte 3; expected control characters as \\u00XX"},
      {"[\"\\x\"]", "has 'x' at its byte 3; expected one of \"\\/bfnrtu after \\"},
      {"[\"\\u12g4\"]", "has 'g' at its byte 6; expected four hexadecimal digits"},
      {"[\"\\ud83d\"]", "a surrogate pair, not half of one"},
      {"[\"\\udc00\"]", "a surrogate pair, not half of one"},
      {"[\"\\ud800\\u0041\"]", "the second half of a surrogate pair"},
      {"[\"\xED\xA0\x80\"]", "(a surrogate)"}};
  for (const auto& [text, words] : of_strings) {
    const std::string said = refusal(text);
    CHECK_MESSAGE(said.find(words) != std::string::npos, said);
  }
  CHECK(refusal(std::string("{}\0", 3)).find("has byte 0x00 at its byte 2") != std::string::npos);
  CHECK(refusal("[\"a\xFF\"]") ==
        "j: the text has byte 0xFF at its byte 3, which is not UTF-8 (a byte that UTF-8 never "
        "has); expected "
        "UTF-8");
  for (const char* const text : {"{]",
                                 "{\"a\"}",
                                 "{a:1}",
                                 "{\"a\":1 \"b\":2}",
                                 "{}x",
                                 "{}{}",
                                 "01",
                                 "-",
                                 "-01",
                                 ".5",
                                 "1e",
                                 "1e+",
                                 "+1",
                                 "NaN",
                                 "tru",
                                 "nul",
                                 "falsee",
                                 "'a'",
                                 "\"b\\",
                                 "[1,]",
                                 "[,1]",
                                 "[1}",
                                 "{\"a\":{\"b\"}}"}) {
    CHECK_MESSAGE(refusal(text) != "", text);
  }
}

TEST_CASE("json: limits of depth and of size") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  CHECK(refusal(nested(64)) == "");
  CHECK(refusal(nested(65)) ==
        "j: the text has '[' at its byte 64; expected at most 64 brackets inside each other");
  CHECK(refusal(std::string(1'000'000, '[')).find("at most 64") != std::string::npos);
  CHECK(refusal(std::string((1 << 24) + 1, ' ')) ==
        "j: a text of 16777217 bytes; expected JSON of at most 16777216");
  std::string many = "{";
  for (int i = 0; i < 100'000; ++i) many += "\"" + std::to_string(i) + "\":0,";
  CHECK(parse_json(many + "\"z\":0}").members().size() == 100'001);
  CHECK(refusal(many + "\"500\":0}") == "j: an object has \"500\" twice; expected each name once");
}

TEST_CASE("json_text: what must be escaped is, and read again it is the same") {
  std::string all;
  for (int c = 0; c < 128; ++c) all += static_cast<char>(c);
  all += "\xC3\xA9\xF0\x9F\x98\x80";
  CHECK(parse_json('"' + holo::json_text(all) + '"').text() == all);
  CHECK(holo::json_text("a\"\\\n\x01/") == "a\\\"\\\\\\n\\u0001/");
}

}  // namespace json_test
