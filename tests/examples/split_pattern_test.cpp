// split_pattern_test.cpp: the patterns of GPT-2, Llama 3 and Qwen 2 cut texts where the regular
// expressions do. The pieces are those of the package tokenizers 0.23.
#include "gpt/tokenizers/split_pattern.h"

#include <doctest/doctest.h>

#include <string>

namespace split_pattern_test {
namespace {

using namespace holo;

// The pieces with "|" between them.
std::string pieces(SplitPattern pattern, const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = piece_end(pattern, text, at);
    REQUIRE(end > at);
    REQUIRE(end <= text.size());
    out += (at == 0 ? "" : "|") + text.substr(at, end - at);
    at = end;
  }
  return out;
}

struct Cut {
  const char *text, *gpt2, *llama3, *qwen2;
};
constexpr Cut cuts[] = {
    {"Hello, world!", "Hello|,| world|!", "Hello|,| world|!", "Hello|,| world|!"},
    {"don't DON'T we'LL it'\u017F x's'", "don|'t| DON|'|T| we|'|LL| it|'|\u017F| x|'s|'",
     "don|'t| DON|'T| we|'LL| it|'\u017F| x|'s|'", "don|'t| DON|'T| we|'LL| it|'\u017F| x|'s|'"},
    {"  two   spaces\n\n  and\tlines \r\n end  ",
     " | two|  | spaces|\n\n | and|\t|lines| \r\n| end|  ",
     " | two|  | spaces|\n\n| | and|\tlines| \r\n| end|  ",
     " | two|  | spaces|\n\n| | and|\tlines| \r\n| end|  "},
    {"12345 \u00BD\u2167 \u0663\u0664", "12345| \u00BD\u2167| \u0663\u0664",
     "123|45| |\u00BD\u2167| |\u0663\u0664", "1|2|3|4|5| |\u00BD|\u2167| |\u0663|\u0664"},
    {"\u00E9t\u00E9 e\u0301 \u4E16\u754C\u3002\u0928\u094D",
     "\u00E9t\u00E9| e|\u0301| \u4E16\u754C|\u3002|\u0928|\u094D",
     "\u00E9t\u00E9| e|\u0301| \u4E16\u754C|\u3002\u0928|\u094D",
     "\u00E9t\u00E9| e|\u0301| \u4E16\u754C|\u3002\u0928|\u094D"},
    {"\u3000\u3000a\u00A0b\u2028c\x1C"
     "d\u0085e",
     "\u3000|\u3000|a|\u00A0|b|\u2028|c|\x1C|d|\u0085|e",
     "\u3000|\u3000a|\u00A0b|\u2028c|\x1C"
     "d|\u0085e",
     "\u3000|\u3000a|\u00A0b|\u2028c|\x1C"
     "d|\u0085e"},
    {"\U0001F468\u200D\U0001F467 ok\U0001F44D\U0001F3FD!",
     "\U0001F468\u200D\U0001F467| ok|\U0001F44D\U0001F3FD!",
     "\U0001F468\u200D\U0001F467| ok|\U0001F44D\U0001F3FD!",
     "\U0001F468\u200D\U0001F467| ok|\U0001F44D\U0001F3FD!"},
    {"it'\u017Fa\nbc\r\nd", "it|'|\u017Fa|\n|bc|\r|\n|d", "it|'\u017F|a|\n|bc|\r\n|d",
     "it|'\u017F|a|\n|bc|\r\n|d"},
    {"if (x) {\n\treturn;\n}\n", "if| (|x|)| {|\n|\t|return|;|\n|}|\n",
     "if| (|x|)| {\n|\treturn|;\n|}\n", "if| (|x|)| {\n|\treturn|;\n|}\n"},
};

}  // namespace

TEST_CASE("split pattern: pieces of GPT-2, Llama 3 and Qwen 2") {
  for (const Cut& cut : cuts) {
    CHECK(pieces(SplitPattern::gpt2, cut.text) == cut.gpt2);
    CHECK(pieces(SplitPattern::llama3, cut.text) == cut.llama3);
    CHECK(pieces(SplitPattern::qwen2, cut.text) == cut.qwen2);
  }
}

TEST_CASE("split pattern: its text is known again, and no other is") {
  for (const SplitPattern pattern :
       {SplitPattern::gpt2, SplitPattern::llama3, SplitPattern::qwen2}) {
    CHECK(split_pattern_of(split_pattern_text(pattern)) == pattern);
  }
  CHECK_FALSE(split_pattern_of(std::string(split_pattern_text(SplitPattern::gpt2)) + " "));
  CHECK_FALSE(split_pattern_of(""));
}

TEST_CASE("split pattern: bytes that are not UTF-8 are characters of no class") {
  CHECK(pieces(SplitPattern::gpt2, "a\xFF\xC3 b\xE2\x82") == "a|\xFF\xC3| b|\xE2\x82");
  CHECK(pieces(SplitPattern::llama3,
               "\xFF\xFE"
               "a\x80") == "\xFF\xFE|a|\x80");
}

TEST_CASE("split pattern: each digit by itself") {
  const std::string text = "a12 \u0663b";
  CHECK(single_digit_end(text, 0) == 1);
  CHECK(single_digit_end(text, 1) == 2);
  CHECK(single_digit_end(text, 3) == 4);
  CHECK(single_digit_end(text, 4) == 6);
  CHECK(single_digit_end(text, 6) == 7);
}

TEST_CASE("unicode classes: the ends of ranges, and what Python strips but no pattern does") {
  using Class = CharacterClass;
  CHECK(class_of_character(U'A' - 1) == Class::other);
  CHECK(class_of_character(U'z') == Class::letter);
  CHECK(class_of_character(0xAA) == Class::letter);
  CHECK(class_of_character(0xAB) == Class::other);
  CHECK(class_of_character(0xB2) == Class::number);
  CHECK(class_of_character(0x1C) == Class::other);
  CHECK(class_of_character(0x85) == Class::white_space);
  CHECK(class_of_character(0x200B) == Class::other);
  CHECK(class_of_character(0x3000) == Class::white_space);
  CHECK(class_of_character(0x323AF) == Class::letter);
  CHECK(class_of_character(0x323B0) == Class::other);
  CHECK(class_of_character(0x1FBF9) == Class::number);
  CHECK(class_of_character(0x10FFFF) == Class::other);
  std::size_t letters = 0, numbers = 0;
  for (char32_t code = 0; code < 0x110000; ++code) {
    letters += class_of_character(code) == Class::letter;
    numbers += class_of_character(code) == Class::number;
  }
  CHECK(letters == 141028);
  CHECK(numbers == 1911);
}

}  // namespace split_pattern_test
