// tokenizer_test.cpp: every tokenizer gives every text that it takes back byte for byte, the ids of
// characters are their order, and tokenizers survive as text and as files. Byte pairs: see
// byte_pair_test.cpp.
#include "holo/byte_pair.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "helpers.h"
#include "holo/check.h"
#include "text/texts.h"

namespace tokenizer_test {
namespace {

using holo::BytePairTokenizer;
using holo::ByteTokenizer;
using holo::CharTokenizer;
using holo::Tokenizer;
using holo::tokenizer_from_text;
using texts::contains;
using texts::message_of;
using texts::utf8;
using Documents = std::vector<std::string>;

std::string text_message(const std::string& text) {
  return message_of([&] { tokenizer_from_text(text, "t.txt"); });
}

}  // namespace

TEST_CASE("token ids are the sorted code points, BOS is the last one") {
  // U+1F600 sorts after U+FF21, although its UTF-16 form does not; ids follow code points.
  const CharTokenizer tokenizer({"ba", "c\xF0\x9F\x98\x80",
                                 "\xEF\xBC\xA1"
                                 "a"});
  CHECK(tokenizer.bos() == 5);
  CHECK(tokenizer.vocab_size() == 6);
  CHECK(tokenizer.encode("cab") == std::vector<int>{2, 0, 1});
  CHECK(tokenizer.encode("\xF0\x9F\x98\x80\xEF\xBC\xA1") == std::vector<int>{4, 3});
  CHECK(tokenizer.encode("").empty());
  CHECK(tokenizer.decode({4, 0}) ==
        "\xF0\x9F\x98\x80"
        "a");
  CHECK(tokenizer.decode({}).empty());
  CHECK(CharTokenizer({"aaaa"}).vocab_size() == 2);
  CHECK(CharTokenizer(Documents{}).bos() == 0);
}

TEST_CASE("every code point survives encode and decode") {
  std::string all;
  for (char32_t code = 0; code < 0x110000; ++code) {
    if (code < 0xD800 || code >= 0xE000) all += utf8(code);
  }
  const CharTokenizer tokenizer({all});
  CHECK(tokenizer.bos() == 0x110000 - 0x800);
  const std::vector<int> ids = tokenizer.encode(all);
  bool in_order = true;
  for (std::size_t i = 0; i < ids.size(); ++i) in_order = in_order && ids[i] == static_cast<int>(i);
  CHECK(in_order);
  CHECK(tokenizer.decode(ids) == all);
}

TEST_CASE("a character outside the vocabulary and an id outside of it are errors") {
  const CharTokenizer tokenizer({"abc"});
  CHECK(message_of([&] { tokenizer.encode("a\xC3\xA9"); }) ==
        "encode: 'é' (U+00E9) at offset 1 is not in the vocabulary; expected one of its 3 "
        "characters (vocabulary size 4)");
  CHECK(contains(message_of([&] { tokenizer.encode("a d"); }), "encode: U+0020 at offset 1"));
  CHECK(contains(message_of([&] { tokenizer.encode("\xF0\x9F\x98\x80"); }), "(U+1F600)"));
  CHECK(contains(message_of([&] { tokenizer.encode("\xFF"); }), "encode: byte 0xFF at offset 0"));
  CHECK(message_of([&] {
          tokenizer.decode({0, 3});
        }) == "decode: id 3 (BOS); expected an id from 0 to 2");
  CHECK(contains(message_of([&] { tokenizer.decode({-1}); }), "id -1;"));
  CHECK(contains(message_of([&] { tokenizer.decode({4}); }), "id 4;"));
  CHECK(contains(message_of([&] { tokenizer.token_text(4); }), "id 4; expected an id from 0 to 3"));
  CHECK(contains(message_of([&] { tokenizer.token_text(-1); }), "id -1"));
}

TEST_CASE("byte order mark, NUL, combining marks, emoji, right-to-left: byte for byte, all kinds") {
  const Documents all = {
      "\xEF\xBB\xBF"
      "anna",
      std::string("a\0b\r\n", 5),
      "e\xCC\x81",
      "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB",
      "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D",
      " it's  42\t\tof 'em ",
      ""};
  const CharTokenizer characters(all);
  const BytePairTokenizer pairs = BytePairTokenizer::train(all, 270);
  const ByteTokenizer bytes;
  const Tokenizer* const tokenizers[] = {&characters, &bytes, &pairs};
  for (const Tokenizer* tokenizer : tokenizers) {
    for (const std::string& document : all) {
      const std::vector<int> ids = tokenizer->encode(document);
      CHECK(tokenizer->decode(ids) == document);
      for (const int id : ids) CHECK((id >= 0 && id < tokenizer->bos()));
    }
  }
  CHECK(characters.encode(all[2]).size() == 2);
  CHECK(characters.encode(all[3]).size() == 3);
}

TEST_CASE("documents that are not UTF-8 are named by their number") {
  CHECK(message_of([] {
          CharTokenizer({"fine", "a\xE9"});
        }) ==
        "document 1: byte 0xE9 at offset 1 is not UTF-8 (a character cut short by the end); "
        "expected UTF-8");
}

TEST_CASE("characters given one by one are ascending code points of characters") {
  const CharTokenizer tokenizer = CharTokenizer::of_characters({U'a', U'c', 0x1F600});
  CHECK(tokenizer.encode("ca\xF0\x9F\x98\x80") == std::vector<int>{1, 0, 2});
  CHECK(CharTokenizer::of_characters({}).vocab_size() == 1);
  for (const std::vector<char32_t>& wrong : std::vector<std::vector<char32_t>>{
           {U'b', U'a'}, {U'a', U'a'}, {0xD800}, {0xDFFF}, {0x110000}, {0xFFFFFFFF}}) {
    CHECK(contains(message_of([&] { CharTokenizer::of_characters(wrong); }), "ascending"));
  }
}

TEST_CASE("a token for each byte") {
  const ByteTokenizer tokenizer;
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const std::vector<int> ids = tokenizer.encode(all);
  for (int byte = 0; byte < 256; ++byte) CHECK(ids[static_cast<std::size_t>(byte)] == byte);
  CHECK(tokenizer.decode(ids) == all);
  CHECK(tokenizer.bos() == 256);
  CHECK(tokenizer.vocab_size() == 257);
  CHECK(message_of([&] { tokenizer.decode({256}); }) ==
        "decode: id 256 (BOS); expected an id from 0 to 255");
  CHECK(contains(message_of([&] { tokenizer.decode({-1}); }), "id -1;"));
  CHECK(contains(message_of([&] { tokenizer.token_text(257); }),
                 "id 257; expected an id from 0 to 256"));
  CHECK(tokenizer.token_text('a') == "a");
  CHECK(tokenizer.token_text(' ') == "␣");
  CHECK(tokenizer.token_text('\n') == "\\x0A");
  CHECK(tokenizer.token_text(0xC3) == "\\xC3");
  CHECK(tokenizer.token_text(256) == "<BOS>");
}

TEST_CASE("a tokenizer comes back from its text and from its file as it was") {
  const TemporaryFolder folder;
  const CharTokenizer characters({std::string("a\0\n", 3), "\xC3\xA9\xF4\x8F\xBF\xBF"}),
      none(Documents{});
  const ByteTokenizer bytes;
  const BytePairTokenizer pairs = BytePairTokenizer::train({"the cat and the dog"}, 264);
  for (const Tokenizer* tokenizer :
       std::initializer_list<const Tokenizer*>{&characters, &none, &bytes, &pairs}) {
    const std::string text = tokenizer->to_text();
    holo::save_tokenizer(folder.name("t"), *tokenizer);
    CHECK(folder.read("t") == text);
    const auto again = tokenizer_from_text(text, "t");
    CHECK(std::string(again->kind()) == tokenizer->kind());
    CHECK(again->vocab_size() == tokenizer->vocab_size());
    CHECK(again->to_text() == text);
  }
  CHECK(folder.count() == 1);
  CHECK(characters.to_text() == "holo char v1\n5\nU+0000\nU+000A\nU+0061\nU+00E9\nU+10FFFF\n");
  CHECK(none.to_text() == "holo char v1\n0\n");
  CHECK(bytes.to_text() == "holo byte v1\n");
  CHECK(tokenizer_from_text("holo char v1\n1\nU+0061\n", "t")->encode("aa") ==
        std::vector<int>{0, 0});
  CHECK(message_of([&] { holo::save_tokenizer(folder.name("no/t"), bytes); }) != "");
}

TEST_CASE("a text that is no tokenizer: the line and what is expected of it") {
  const std::string hint = ". Try: a file that save_tokenizer or minbpe wrote";
  CHECK(text_message("") ==
        "t.txt: line 1 is missing; expected \"holo char v1\", \"holo byte v1\" or \"minbpe v1\"" +
            hint);
  CHECK(text_message("emma\n") ==
        "t.txt: line 1 is \"emma\"; expected \"holo char v1\", \"holo byte v1\" or \"minbpe v1\"" +
            hint);
  CHECK(text_message("holo byte v1") ==
        "t.txt: line 1 has no end; expected a text that was not cut short" + hint);
  struct Row {
    const char* text;
    const char* message;
  };
  const Row rows[] = {
      {"holo byte v1\n\n", "line 2 is \"\"; expected the end"},
      {"holo byte v2\n", "line 1 is \"holo byte v2\""},
      {"holo char v1\n", "line 2 is missing; expected the number of characters"},
      {"holo char v1\nx\n", "line 2 is \"x\""},
      {"holo char v1\n-1\n", "line 2 is \"-1\""},
      {"holo char v1\n01\nU+0061\n", "line 2 is \"01\""},
      {"holo char v1\n1112065\n", "line 2 is \"1112065\""},
      {"holo char v1\n9999999999\n", "line 2 is \"9999999999\""},
      {"holo char v1\n2\nU+0061\n", "line 4 is missing; expected a character like U+0061"},
      {"holo char v1\n1\nU+0061\nU+0062\n", "line 4 is \"U+0062\"; expected the end"},
      {"holo char v1\n2\nU+0061\nU+0061\n", "line 4 is \"U+0061\"; expected a character"},
      {"holo char v1\n2\nU+0062\nU+0061\n", "line 4 is \"U+0061\"; expected a character"},
      {"holo char v1\n1\nU+D800\n", "line 3 is"},
      {"holo char v1\n1\nU+110000\n", "line 3 is"},
      {"holo char v1\n1\nU+00061\n", "line 3 is"},
      {"holo char v1\n1\nU+61\n", "line 3 is"},
      {"holo char v1\n1\nU+00e9\n", "line 3 is"},
      {"holo char v1\n1\na\n", "line 3 is \"a\""},
      {"holo char v1\n1\nU+0061", "line 3 has no end"},
      {"\x1B[2J\xFF\n", "line 1 is \"\\x1B[2J\\xFF\""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const std::string message = text_message(row.text);
    CAPTURE(message);
    CHECK(message.find(std::string("t.txt: ") + row.message) == 0);
  }
}

}  // namespace tokenizer_test
