// tokenizer_json_test.cpp: tokenizer.json is read; what is not computed is refused by name, in one
// short line; and the tokens of a config.json that begin and end texts.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "examples/tiny_pretrained.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "helpers.h"
#include "text/texts.h"

namespace tokenizer_json_test {
namespace {

using namespace holo;
using texts::contains;
using texts::message_of;
using tiny_pretrained::Members;
using Ids = std::vector<int>;
using Member = std::string Members::*;

// What is said of a member with this value; "" for one that is taken.
struct Row {
  Member member;
  std::string value, said;
};

void check_refusal(const std::string& text, const std::string& said) {
  const std::string message =
      message_of([&] { PretrainedTokenizer(tokenizer_parts_of_json(text, "t"), "t"); });
  CAPTURE(message);
  CHECK(message.find('\n') == std::string::npos);
  CHECK(message.size() < 600);
  if (said.empty()) CHECK(message.empty());
  CHECK(contains(message, said));
}

void check_rows(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.value);
    Members members;
    members.*row.member = row.value;
    check_refusal(members.text(), row.said);
  }
}

std::string sequence(const std::string& first) {
  return R"({"type": "Sequence", "pretokenizers": [)" + first + tiny_pretrained::byte_level + "]}";
}

const std::string llama3 =
    "{\"Regex\": " +
    tiny_pretrained::quoted(std::string(split_pattern_text(SplitPattern::llama3))) + "}";

std::string split_by(const std::string& pattern, const std::string& behavior = "Isolated") {
  return R"({"type": "Sequence", "pretokenizers": [{"type": "Split", "pattern": )" + pattern +
         R"(, "behavior": ")" + behavior + R"(", "invert": false}, {"type": "ByteLevel",
         "add_prefix_space": false, "use_regex": false}]})";
}

std::string template_of(const std::string& single) {
  return R"({"type": "TemplateProcessing", "pair": [],
      "special_tokens": {"x": {"id": "x", "ids": [260], "tokens": ["x"]}}, "single": [)" +
         single + "]}";
}

}  // namespace

TEST_CASE("tokenizer.json: what is not computed is refused by name") {
  constexpr Member normalizer = &Members::normalizer, pre = &Members::pre_tokenizer,
                   post = &Members::post_processor, decoder = &Members::decoder,
                   model = &Members::model, more = &Members::more;
  const std::string token = R"({"SpecialToken": {"id": "x", "type_id": 0}})",
                    text = R"({"Sequence": {"id": "A", "type_id": 0}})";
  check_rows({
      {normalizer, R"({"type": "NFC"})",
       "t: normalizer: {\"type\": \"NFC\"}; expected none beside a pre_tokenizer"},
      {normalizer, R"({"type": "Sequence", "normalizers": []})", "{\"normalizers\": [], "},
      {normalizer, R"({"type": "Sequence", "normalizers": [{"type": "NFKC"}, {"type": "Strip"}]})",
       "[{\"type\": \"NFKC\"}, {\"type\": \"Strip\"}]"},
      {normalizer, "7", "t: normalizer: 7; expected none"},
      {pre, R"({"type": "Metaspace", "replacement": "_"})",
       "t: pre_tokenizer: {\"replacement\": \"_\", \"type\": \"Metaspace\"}; expected \"repl"},
      {pre, R"({"type": "Whitespace"})", "{\"type\": \"Whitespace\"}; expected ByteLevel with"},
      {pre, R"({"type": "ByteLevel", "add_prefix_space": true})", "\"add_prefix_space\": true"},
      {pre, R"({"type": "ByteLevel"})", "expected ByteLevel with \"add_prefix_space\": false"},
      {pre, R"({"type": "ByteLevel", "add_prefix_space": false, "use_regex": false})",
       "\"use_regex\": false"},
      {pre, R"({"type": "ByteLevel", "add_prefix_space": false, "new": 1})", "\"new\": 1"},
      {pre, R"({"type": "ByteLevel", "trim_offsets": false, "add_prefix_space": false})", ""},
      {pre, R"({"type": "Sequence", "pretokenizers": []})", "\"pretokenizers\": []"},
      {pre, sequence(R"({"type": "Digits", "individual_digits": true}, )"), ""},
      {pre, sequence(R"({"type": "Digits", "individual_digits": false}, )"),
       "\"individual_digits\": false"},
      {pre, sequence(R"({"type": "Punctuation"}, )"), "{\"type\": \"Punctuation\"}"},
      {pre, split_by(llama3), ""},
      {pre, split_by(R"({"Regex": "\\w+"})"), "{\"Regex\": \""},
      {pre, split_by(R"({"String": " "})"), "{\"String\": \" \"}"},
      {pre, split_by(R"("\\w+")"), "\"pattern\": \""},
      {pre, split_by(llama3, "Removed"), "\"behavior\": \"Removed\""},
      {pre, "[]", "no object"},
      {pre, "", "t: no \"pre_tokenizer\""},
      {post, R"({"type": "BertProcessing"})", "t: post_processor: the kind \"BertProcessing\""},
      {post, template_of(token + "," + text), ""},
      {post, template_of(text + "," + token), "does not end with the text"},
      {post, template_of(token), "does not end with the text"},
      {post, template_of(R"({"SpecialToken": {"id": "y", "type_id": 0}},)" + text), "no \"y\""},
      {decoder, R"({"type": "Metaspace"})",
       "t: decoder: the kind \"Metaspace\"; expected ByteLevel"},
      {decoder, "null", "t: no \"decoder\""},
      {more, R"("truncation": {"max_length": 5}, )", ""},
      {more, R"("padding": {"pad_id": 5}, )", ""},
      {more, R"("surprise": 1, )", "a member \"surprise\""},
      {model, R"("type": "WordPiece", )", "t: model: the kind \""},
      {model, R"("byte_fallback": true, )", "t: model: \"byte_fallback\": true; expected none"},
      {model, R"("dropout": 0.1, )", "\"dropout\": 0.1"},
      {model, R"("end_of_word_suffix": "</w>", )", "\"end_of_word_suffix\": "},
      {model, R"("continuing_subword_prefix": "##", )", "\"continuing_subword_prefix\": "},
      {model, R"("ignore_merges": 1, )", "\"ignore_merges\" is 1; expected true or false"},
      {model, R"("unknown": 1, )", "a member \"unknown\""},
      {model, R"("type": "BPE", "type": "BPE", )", "\"type\" twice"},
      {model, "", ""},
      {model, R"("byte_fallback": false, "dropout": null, "end_of_word_suffix": "", )", ""},
  });
}

TEST_CASE("tokenizer.json: what is not computed of SentencePiece's kind is refused by name") {
  for (const bool metaspace : {false, true}) {
    check_refusal(tiny_pretrained::of_sentencepiece(metaspace).text(), "");
  }
  // One part of a member changed.
  struct Change {
    Member member;
    std::string from, to, said;
    bool metaspace = false;
  };
  for (const Change& change : std::vector<Change>{
           {&Members::normalizer, "\u2581", "_", "\"prepend\": \"_\""},
           {&Members::normalizer, "\" \"", "\"x\"", "\"String\": \"x\""},
           {&Members::normalizer, "String", "Regex", "\"Regex\": \" \""},
           {&Members::pre_tokenizer, "null", tiny_pretrained::byte_level,
            "t: \"pre_tokenizer\": {"},
           {&Members::pre_tokenizer, "first", "always", "\"prepend_scheme\": \"always\", ", true},
           {&Members::pre_tokenizer, "false", "true", "\"split\": true, ", true},
           {&Members::decoder, "Fuse", "Fold", "{\"type\": \"Fold\"}"},
           {&Members::decoder, "\"start\": 1", "\"start\": 2", "\"start\": 2, "},
           {&Members::model, "\"byte_fallback\": true", "\"byte_fallback\": false",
            "no \"byte_fallback\": true"},
           {&Members::model, "\"type\"", "\"ignore_merges\": true, \"type\"",
            "\"ignore_merges\": true; expected none"},
           {&Members::vocab, "<0x0A>", "<0x0a>", "no token for the byte 0x0A"}}) {
    Members members = tiny_pretrained::of_sentencepiece(change.metaspace);
    std::string& text = members.*change.member;
    const std::size_t at = text.find(change.from);
    REQUIRE(at != std::string::npos);
    text.replace(at, change.from.size(), change.to);
    check_refusal(members.text(), change.said);
  }
}

TEST_CASE("tokenizer.json: hostile vocabularies, merges and added tokens") {
  const std::string bytes = tiny_pretrained::vocab_of({});
  const std::vector<std::pair<std::string, std::string>> vocabs = {
      {bytes + R"(, "he": 1000000000)",
       "t: model: vocab: the id of \"he\" 1000000000; expected a whole number from 0"},
      {bytes + R"(, "he": 99999999999999999999)", "the id of \"he\" 1e+20"},
      {bytes + R"(, "he": 257)",
       "id 257 of \"he\"; expected texts with the ids 0 to 256, each once"},
      {bytes + R"(, "he": 97)", "id 97 of \"he\"; expected"},
      {bytes + R"(, "he": -1)", "the id of \"he\" -1"},
      {bytes + R"(, "": 256)", "id 256 of \"\"; expected texts"},
      {R"("a": 0)", "no token for the byte 0x00; expected a token for each of the 256 bytes"},
      {"", "no tokens"}};
  for (const auto& [value, said] : vocabs) {
    Members members;
    members.vocab = value;
    members.merges = "[]";
    members.added_tokens = "";
    check_refusal(members.text(), said);
  }

  const auto token = [](const std::string& members) { return "[{" + members + "}]"; };
  constexpr Member merges = &Members::merges, added = &Members::added_tokens;
  check_rows({
      {merges, R"(["h e", "h x"])", "t: model: merges: merge 1, \"h x\": no token \"hx\""},
      {merges, R"(["he y\u4e16"])", "no token \"y\u4E16\""},
      {merges, R"(["h e", ["h", "e"]])", "is there twice"},
      {merges, R"([["h"]])", "merge 0, [\"h\"]; expected two texts, with a space or in an array"},
      {merges, R"([["h", 1]])", "merge 0, [\"h\", 1]; expected two texts"},
      {merges, R"([["h ", "e"]])", ": no token \"h \""},
      {merges, R"(["h e l"])", ": no token \"e l\""},
      {merges, R"(["he"])", "merge 0, \"he\"; expected two texts"},
      {merges, R"([1])", "merge 0, 1; expected two texts"},
      {merges, R"({})", "no array; expected an array of merges"},
      {added, token(R"("id": 261, "content": "x y")"),
       "id 261 of \"x y\"; expected 260, the next one"},
      {added, token(R"("id": 260, "content": "hello")"), "id 260 of \"hello\"; expected 259"},
      {added, token(R"("id": 1e99, "content": "xy")"), "the id 1e+99"},
      {added, token(R"("id": 260.5, "content": "xy")"), "the id 260.5"},
      {added, token(R"("id": 260, "content": "")"), "a token of 0 bytes"},
      {added, token(R"("id": 260, "content": ")" + std::string(1025, 'x') + "\""),
       "a token of 1025 bytes"},
      {added, token(R"("id": 260, "content": "xy", "lstrip": true)"),
       "\"xy\" with \"lstrip\": true"},
      {added, token(R"("id": 260, "content": "xy", "rstrip": true)"),
       "\"xy\" with \"rstrip\": true"},
      {added, token(R"("id": 260, "content": "xy", "single_word": true)"), "\"single_word\": true"},
      {added, token(R"("id": 260, "content": "xy", "loud": true)"), "a member \"loud\""},
      {added, token(R"("id": 260, "content": "xy"}, {"id": 261, "content": "xy")"), "\"xy\" twice"},
      {added, token(R"("content": "xy")"), "no \"id\""},
      {added, "{}", "no array"},
      {added, "[3]", "no object"},
  });
}

// tests/files/json_test.cpp asks what is JSON.
TEST_CASE("tokenizer.json: one that was cut, or is no object, or too large") {
  check_refusal("[]", "t: no object; expected an object");
  check_refusal(std::string(most_tokenizer_bytes + 1, ' '), "bytes; expected JSON of at most");
  const std::string whole = Members().text();
  for (std::size_t cut = 1; cut < whole.size(); cut += 7) {
    check_refusal(whole.substr(0, cut), "t: the text ");
  }
}

TEST_CASE("text marks: the tokens of a config.json that begin and end texts") {
  const auto marks = [](const std::string& members, Index vocab_size = 300) {
    return text_marks_of_config("{" + members + "}", "c", vocab_size);
  };
  CHECK_FALSE(marks("").bos);
  CHECK(marks("").stops.empty());
  CHECK(marks(R"("bos_token_id": 7, "eos_token_id": 8)").bos == 7);
  CHECK(marks(R"("bos_token_id": 7, "eos_token_id": 8)").stops == std::vector<int>{8});
  CHECK(marks(R"("eos_token_id": [8, 9, 300])").stops == std::vector<int>{8, 9});
  CHECK_FALSE(marks(R"("bos_token_id": 50256, "eos_token_id": null)").bos);
  for (const char* const wrong : {R"("bos_token_id": "x")", R"("bos_token_id": -1)",
                                  R"("eos_token_id": [[1]])", R"("eos_token_id": 1.5)"}) {
    CHECK(contains(message_of([&] { marks(wrong); }), "c: "));
    CHECK(contains(message_of([&] { marks(wrong); }), "_token_id"));
  }
  const TextMarks two{.bos = {}, .stops = {3, 4}};
  CHECK(before_stop({1, 2, 4, 3, 5}, two) == std::vector<Index>{1, 2});
  CHECK(before_stop({1, 2}, two) == std::vector<Index>{1, 2});
}

TEST_CASE("model tokenizer: none, or tokenizer.json; any other form is refused") {
  const TemporaryFolder folder;
  const auto read = [&] {
    return tokenizer_of_folder(folder.name(""), {.bos = 260, .stops = {260}});
  };
  CHECK(read() == nullptr);
  for (const auto& [name, said] : {std::pair{"vocab.json", "a tokenizer in two files"},
                                   {"tokenizer.model", "a file of SentencePiece"}}) {
    folder.write(name, "{}");
    CHECK(contains(message_of(read),
                   std::string(name) + ": " + said + "; expected a tokenizer.json"));
  }
  folder.write("tokenizer.json", Members().text());
  CHECK(read()->encode("hello") == Ids{259});
  CHECK(read()->bos() == 260);
}

}  // namespace tokenizer_json_test
