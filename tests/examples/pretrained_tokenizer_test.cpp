// pretrained_tokenizer_test.cpp: byte-level tokenizers of other programs give the tokens that their
// files say, and texts come back; as a text of ours they are the same again. The patterns cut texts
// where the regular expressions do: the pieces are those of the package tokenizers 0.23.
// tests/examples/pretrained_tokenizer_test.sh compares with the reference.
#include "gpt/tokenizers/pretrained_tokenizer.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "examples/tiny_pretrained.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "gpt/tokenizers/text_pieces.h"
#include "text/texts.h"

namespace pretrained_tokenizer_test {
namespace {

using namespace holo;
using texts::contains;
using texts::message_of;
using tiny_pretrained::Members;
using Ids = std::vector<int>;

PretrainedTokenizer read(const Members& members, const TextMarks& marks = {}) {
  TokenizerParts parts = tokenizer_parts_of_json(members.text(), "t");
  parts.marks = marks;
  return PretrainedTokenizer(std::move(parts), "t");
}

// The tokens 256, 257, ... and the merges between them.
Members with_merges(const std::vector<std::string>& tokens, const std::string& merges) {
  Members members;
  members.vocab = tiny_pretrained::vocab_of(tokens);
  members.merges = merges;
  members.added_tokens = "";
  return members;
}

std::string added(int id, const std::string& content, bool normalized) {
  return fmt::format(R"({{"id": {}, "content": {}, "normalized": {}, "special": false}})", id,
                     tiny_pretrained::quoted(content), normalized);
}

}  // namespace

TEST_CASE("pretrained tokenizer: merges by age, in each piece") {
  const PretrainedTokenizer tokenizer = read({});
  CHECK(tokenizer.vocab_size() == 261);
  CHECK(tokenizer.encode("hello") == Ids{259});
  CHECK(tokenizer.encode("helo shell") == Ids{256, 'l', 'o', ' ', 's', 256, 257});
  CHECK(tokenizer.encode("he llo") == Ids{256, ' ', 258});
  CHECK(tokenizer.encode("") == Ids{});
  CHECK(tokenizer.encode("\u00E9\xFF") == Ids{0xC3, 0xA9, 0xFF});
  CHECK(tokenizer.decode({259, ' ', 0xC3, 0xA9, 0xFF, 260}) == "hello \u00E9\xFF<|end|>");

  // The same token by two ways, the leftmost of two places, and pairs as arrays.
  CHECK(read(with_merges({"bc", "ab", "abc"}, R"(["b c", "a b", "a bc", "ab c"])"))
            .encode("abc abd") == Ids{258, ' ', 257, 'd'});
  CHECK(read(with_merges({"aa", "aaaa"}, R"([["a", "a"], ["aa", "aa"]])")).encode("aaaaaaa") ==
        Ids{257, 256, 'a'});
}

TEST_CASE("pretrained tokenizer: a piece that is a token, whatever its merges are") {
  Members members = with_merges({"he", "hex", " hex"}, R"(["h e"])");
  CHECK(read(members).encode("hex hex") == Ids{256, 'x', ' ', 256, 'x'});
  members.model += R"("ignore_merges": true, )";
  CHECK(read(members).encode("hex hex hexa") == Ids{257, 258, ' ', 256, 'x', 'a'});
}

TEST_CASE("pretrained tokenizer: added tokens, the longest at the leftmost place") {
  Members members;
  members.added_tokens = "[" + added(259, "hello", false) + "," + added(260, "<a>", false) + "," +
                         added(261, "<a><a>", false) + "," + added(262, "b<", true) + "," +
                         added(98, "b", true) + "," + added(263, "\u00E9 ", false) + "]";
  const PretrainedTokenizer tokenizer = read(members);
  CHECK(tokenizer.vocab_size() == 264);
  CHECK(tokenizer.encode("<a>") == Ids{260});
  CHECK(tokenizer.encode("<a><a><a>") == Ids{261, 260});
  CHECK(tokenizer.encode("<a") == Ids{'<', 'a'});
  // What is normalized is looked for in what the others have left: "b<" is not there.
  CHECK(tokenizer.encode("b<a>b<") == Ids{98, 260, 262});
  CHECK(tokenizer.encode("shellohello") == Ids{'s', 259, 259});
  CHECK(tokenizer.encode("\u00E9 x\u00E9") == Ids{263, 'x', 0xC3, 0xA9});
  // The text of a token whose characters do not all stand for bytes is that of the file.
  CHECK(tokenizer.decode({263}) == "\u00E9 ");
  CHECK(tokenizer.token_text(263) == "\u00E9␣");
  members.added_tokens = "[" + added(260, "\u0120\u00E9", false) + "]";
  CHECK(read(members).decode({260}) == " \xE9");
  CHECK(read(members).encode("\u0120\u00E9") == Ids{260});
}

TEST_CASE("pretrained tokenizer: digits, each by itself before the pattern") {
  Members members = with_merges({"12", " 1"}, R"(["1 2", "Ġ 1"])");
  CHECK(read(members).encode("a 12") == Ids{'a', ' ', 256});
  members.pre_tokenizer =
      R"({"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits": true}, )" +
      tiny_pretrained::byte_level + "]}";
  CHECK(read(members).encode("a 12") == Ids{'a', ' ', '1', '2'});
}

TEST_CASE("pretrained tokenizer: of SentencePiece, with bytes for what is no token") {
  // 0 <unk>, 1 <s>, 2 </s>, 3 to 258 the bytes, then these.
  enum : int { mark = 259, h, i, hi, mark_hi, two_marks };
  const auto byte = [](int b) { return 3 + b; };
  for (const bool metaspace : {false, true}) {
    CAPTURE(metaspace);
    const PretrainedTokenizer tokenizer = read(tiny_pretrained::of_sentencepiece(metaspace));
    CHECK(tokenizer.vocab_size() == 265);
    CHECK(tokenizer.encode("hi hi") == Ids{mark_hi, mark_hi});
    CHECK(tokenizer.encode(" hi") == (metaspace ? Ids{mark_hi} : Ids{two_marks, hi}));
    CHECK(tokenizer.encode("hi</s>hi") == Ids{mark_hi, 2, metaspace ? hi : mark_hi});
    CHECK(tokenizer.encode("").empty());
    const Ids bytes = {byte(0xC3), byte(0xA9), byte('\n'), byte(0xFF), h};
    Ids marked = bytes;
    marked.insert(marked.begin(), mark);
    CHECK(tokenizer.encode("\u00E9\n\xFFh") == marked);
    CHECK(tokenizer.decode(bytes) == "\u00E9\n\xFFh");
    CHECK(tokenizer.decode({mark_hi, mark_hi}) == " hi hi");
    CHECK(whole_text(tokenizer, "", " hi hi") == "hi hi");
    CHECK(whole_text(tokenizer, "x", " hi") == "x hi");
    CHECK(prompt_tokens(tokenizer, "hi") == std::vector<Index>{1, mark_hi});
    const std::string text = tokenizer.to_text();
    CHECK(stored_tokenizer(text, "again")->to_text() == text);
    // A text without "</s>" is one piece: names of bytes are not looked for in it.
    CHECK(tokenizer.decode(tokenizer.encode("<0x41>")) == " <0x41>");
  }
}

TEST_CASE("pretrained tokenizer: Metaspace puts its space at the beginning of the text alone") {
  Members members = tiny_pretrained::of_sentencepiece(true);
  members.added_tokens = R"([{"id": 2, "content": "</s>", "normalized": true, "special": true}])";
  CHECK(read(members).encode("hi</s>hi") == Ids{263, 2, 262});
  CHECK(read(members).encode("</s>hi") == Ids{2, 262});
}

TEST_CASE("byte alphabet: visible bytes are themselves, the others come after them in order") {
  const std::pair<std::string, std::string> pairs[] = {{std::string(1, '\0'), "\u0100"},
                                                       {" ", "\u0120"},
                                                       {"!", "!"},
                                                       {"~", "~"},
                                                       {"\x7F", "\u0121"},
                                                       {"\xA0", "\u0142"},
                                                       {"\xA1", "\u00A1"},
                                                       {"\xAC", "\u00AC"},
                                                       {"\xAD", "\u0143"},
                                                       {"\xAE", "\u00AE"},
                                                       {"\xFF", "\u00FF"}};
  for (const auto& [bytes, token] : pairs) {
    CHECK(token_of_bytes(bytes) == token);
    CHECK(bytes_of_token(token) == bytes);
  }
  CHECK_FALSE(bytes_of_token("\u0144"));
  CHECK_FALSE(bytes_of_token("a b"));
  CHECK_FALSE(bytes_of_token("\u4E16"));
}

TEST_CASE("pretrained tokenizer: what is beyond the tokens, and what cannot be seen") {
  const PretrainedTokenizer tokenizer = read({});
  CHECK(tokenizer.decode({104, 261, 100000, 105}) == "hi");
  CHECK(tokenizer.token_text(261) == "<unused 261>");
  CHECK(tokenizer.token_text(' ') == "␣");
  CHECK(tokenizer.token_text('\n') == "\\x0A");
  CHECK(tokenizer.token_text(260) == "<|end|>");
  CHECK(message_of([&] { tokenizer.decode({-1}); }) == "decode: id -1; expected an id from 0 on");
  CHECK(contains(message_of([&] { tokenizer.token_text(-1); }), "id -1"));
}

TEST_CASE("pretrained tokenizer: as a text of ours it is the same again") {
  Members members;
  members.model += R"("ignore_merges": true, )";
  members.post_processor =
      R"({"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "x", "type_id": 0}},
          {"Sequence": {"id": "A", "type_id": 0}}], "pair": [],
          "special_tokens": {"x": {"id": "x", "ids": [260, 7], "tokens": ["<|end|>", "y"]}}})";
  for (const TextMarks& marks :
       {TextMarks{}, TextMarks{.bos = 260, .stops = {260}}, TextMarks{.bos = 0, .stops = {1, 2}}}) {
    const std::string text = read(members, marks).to_text();
    const auto again = stored_tokenizer(text, "again");
    CHECK(again->to_text() == text);
    const auto& parts = dynamic_cast<const PretrainedTokenizer&>(*again).parts();
    CHECK(parts.marks.bos == marks.bos);
    CHECK(parts.marks.stops == marks.stops);
    CHECK(parts.before == Ids{260, 7});
    CHECK(parts.ignore_merges);
    CHECK(again->bos() == marks.bos.value_or(-1));
    CHECK(again->encode("hello <|end|>") == Ids{259, ' ', 260});
    // What the text says counts, whatever config.json says.
    CHECK(stored_tokenizer(text, "t", TextMarks{.bos = 5, .stops = {5}})->to_text() == text);
  }
  // A tokenizer.json itself, and tokenizers of the library.
  CHECK(stored_tokenizer(members.text(), "t")->encode("hello") == Ids{259});
  CHECK(stored_tokenizer(members.text(), "t", TextMarks{.bos = 5, .stops = {5}})->bos() == 5);
  CHECK(stored_tokenizer("holo byte v1\n", "t")->kind() == std::string("byte"));
}

TEST_CASE("pretrained tokenizer: without a model its template or <|endoftext|> says its marks") {
  const auto marks = [](const Members& members) {
    const auto tokenizer = stored_tokenizer(members.text(), "t");
    const TextMarks found = text_marks_of(*tokenizer);
    CHECK(found.stops == (found.bos ? Ids{*found.bos} : Ids()));
    CHECK(stored_tokenizer(tokenizer->to_text(), "t")->to_text() == tokenizer->to_text());
    return tokenizer->bos();
  };
  Members gpt2;
  CHECK(marks(gpt2) == -1);
  gpt2.added_tokens = R"([{"id": 260, "content": "<|end|>", "normalized": true, "special": true},
      {"id": 261, "content": "<|endoftext|>", "normalized": true, "special": true}])";
  CHECK(marks(gpt2) == 261);
  CHECK(stored_tokenizer(gpt2.text(), "t", TextMarks())->bos() == -1);  // as a model says
  Members llama3 = gpt2;
  llama3.post_processor = R"({"type": "Sequence", "processors": [)" + tiny_pretrained::byte_level +
                          R"(, {"type": "TemplateProcessing",
      "single": [{"SpecialToken": {"id": "<|end|>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
      "pair": [{"SpecialToken": {"id": "<|end|>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
               {"SpecialToken": {"id": "<|end|>", "type_id": 1}}, {"Sequence": {"id": "B", "type_id": 1}}],
      "special_tokens": {"<|end|>": {"id": "<|end|>", "ids": [260], "tokens": ["<|end|>"]}}}]})";
  CHECK(marks(llama3) == 260);
  llama3.more =
      R"("truncation": {"direction": "Right", "max_length": 131072, "strategy": "LongestFirst",
      "stride": 0}, "padding": {"strategy": {"Fixed": 9}, "pad_id": 261}, )";
  CHECK(marks(llama3) == 260);
  CHECK(stored_tokenizer(llama3.text(), "t")->encode("hello hello hello").size() == 5);
  CHECK(marks(tiny_pretrained::of_sentencepiece(true)) == 1);  // <s>
}

TEST_CASE("pretrained tokenizer: the lines before the file are read strictly") {
  const std::string json = Members().text();
  for (const char* const lines :
       {"", "bos 1", "bos\n", "bos\nstop 1\n", "bos 1 2\nstops\n", "bos -1\nstops\n",
        "bos 1048576\nstops\n", "bos  1\nstops\n", "bos 1\nstops 1,2\n", "bos 1x\nstops\n"}) {
    const std::string text = "holo tokenizer.json v1\n" + std::string(lines) + json;
    const std::string message = message_of([&] { stored_tokenizer(text, "file"); });
    INFO(lines);
    CHECK(contains(message, "file: the line \""));
    CHECK(contains(message, "expected"));
  }
}

TEST_CASE("pretrained tokenizer: long runs, which an algorithm of n * n steps would not end") {
  const PretrainedTokenizer tokenizer =
      read(with_merges({"aa", "aaaa", "\n\n"}, R"(["a a", "aa aa", "Ċ Ċ"])"));
  const std::size_t n = 400'000;
  CHECK(tokenizer.encode(std::string(n, 'a')).size() == n / 4);
  CHECK(tokenizer.encode(std::string(n, '\n')).size() == n / 2);
  CHECK(tokenizer.encode(std::string(n, ' ')).size() == n);
  std::string pairs;
  for (std::size_t i = 0; i < n; ++i) pairs += " \n";
  CHECK(tokenizer.encode(pairs).size() == 2 * n);
}

}  // namespace pretrained_tokenizer_test

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
  const char *text, *gpt2, *llama3;
};
constexpr Cut cuts[] = {
    {"Hello, world!", "Hello|,| world|!", "Hello|,| world|!"},
    {"don't DON'T we'LL it'\u017F x's'", "don|'t| DON|'|T| we|'|LL| it|'|\u017F| x|'s|'",
     "don|'t| DON|'T| we|'LL| it|'\u017F| x|'s|'"},
    {"  two   spaces\n\n  and\tlines \r\n end  ",
     " | two|  | spaces|\n\n | and|\t|lines| \r\n| end|  ",
     " | two|  | spaces|\n\n| | and|\tlines| \r\n| end|  "},
    {"12345 \u00BD\u2167 \u0663\u0664", "12345| \u00BD\u2167| \u0663\u0664",
     "123|45| |\u00BD\u2167| |\u0663\u0664"},
    {"\u00E9t\u00E9 e\u0301 \u4E16\u754C\u3002\u0928\u094D",
     "\u00E9t\u00E9| e|\u0301| \u4E16\u754C|\u3002|\u0928|\u094D",
     "\u00E9t\u00E9| e|\u0301| \u4E16\u754C|\u3002\u0928|\u094D"},
    {"\u3000\u3000a\u00A0b\u2028c\x1C"
     "d\u0085e",
     "\u3000|\u3000|a|\u00A0|b|\u2028|c|\x1C|d|\u0085|e",
     "\u3000|\u3000a|\u00A0b|\u2028c|\x1C"
     "d|\u0085e"},
    {"\U0001F468\u200D\U0001F467 ok\U0001F44D\U0001F3FD!",
     "\U0001F468\u200D\U0001F467| ok|\U0001F44D\U0001F3FD!",
     "\U0001F468\u200D\U0001F467| ok|\U0001F44D\U0001F3FD!"},
    {"it'\u017Fa\nbc\r\nd", "it|'|\u017Fa|\n|bc|\r|\n|d", "it|'\u017F|a|\n|bc|\r\n|d"},
    {"if (x) {\n\treturn;\n}\n", "if| (|x|)| {|\n|\t|return|;|\n|}|\n",
     "if| (|x|)| {\n|\treturn|;\n|}\n"},
};

}  // namespace

TEST_CASE("split pattern: pieces of GPT-2 and Llama 3") {
  for (const Cut& cut : cuts) {
    CHECK(pieces(SplitPattern::gpt2, cut.text) == cut.gpt2);
    CHECK(pieces(SplitPattern::llama3, cut.text) == cut.llama3);
  }
}

TEST_CASE("split pattern: bytes that are not UTF-8 are characters of no class") {
  CHECK(pieces(SplitPattern::gpt2, "a\xFF\xC3 b\xE2\x82") == "a|\xFF\xC3| b|\xE2\x82");
  CHECK(pieces(SplitPattern::llama3,
               "\xFF\xFE"
               "a\x80") == "\xFF\xFE|a|\x80");
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
