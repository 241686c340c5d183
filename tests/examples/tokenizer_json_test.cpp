// tokenizer_json_test.cpp: tokenizer.json, and vocab.json with merges.txt, are read and written;
// what is not computed is refused by name.

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "examples/tiny_pretrained.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "temporary_folder.h"
#include "text/texts.h"

namespace tokenizer_json_test {
namespace {

using namespace holo;
using texts::contains;
using texts::message_of;
using tiny_pretrained::Members;
using Ids = std::vector<int>;

std::string refusal(const std::string& text) {
  const std::string message =
      message_of([&] { PretrainedTokenizer(tokenizer_parts_of_json(text, "t"), "t"); });
  CHECK(message.find('\n') == std::string::npos);
  CHECK(message.size() < 600);
  return message;
}

// With one member changed.
std::string refusal_of(std::string Members::*member, const std::string& value) {
  Members members;
  members.*member = value;
  return refusal(members.text());
}

std::string split_by(const std::string& pattern, const std::string& behavior = "Isolated") {
  return R"({"type": "Sequence", "pretokenizers": [{"type": "Split", "pattern": )" + pattern +
         R"(, "behavior": ")" + behavior + R"(", "invert": false}, {"type": "ByteLevel",
         "add_prefix_space": false, "use_regex": false}]})";
}

struct Folder {
  TemporaryFolder folder;

  void write(const std::string& name, const std::string& text) const { folder.write(name, text); }
  void write_pair() const {
    write("vocab.json",
          "{" + tiny_pretrained::vocab_of({"he", "ll", "llo", "hello", "<|endoftext|>"}) + "}");
    write("merges.txt", "#version: 0.2\nh e\nl l\nll o\nhe llo\n");
  }
  std::unique_ptr<PretrainedTokenizer> read(bool is_gpt2 = true) const {
    return tokenizer_of_folder(folder.name(""), {.bos = 260, .stops = {260}}, is_gpt2);
  }
  std::string refusal(bool is_gpt2 = true) const {
    return message_of([&] { read(is_gpt2); });
  }
};

}  // namespace

TEST_CASE("tokenizer.json: what is not computed is refused by name") {
  const std::vector<std::pair<std::string, std::string>> normalizers = {
      {R"({"type": "NFC"})",
       "t: normalizer: the kind \"NFC\"; expected a Sequence of Prepend, Replace"},
      {R"({"type": "Sequence", "normalizers": []})", "the steps \"\"; expected Prepend, Replace"},
      {R"({"type": "Sequence", "normalizers": [{"type": "NFKC"}, {"type": "Strip"}]})",
       "the steps \"NFKC, Strip\""},
      {"7", "no object"}};
  for (const auto& [value, said] : normalizers) {
    CHECK(contains(refusal_of(&Members::normalizer, value), said));
  }

  const std::vector<std::pair<std::string, std::string>> pre_tokenizers = {
      {R"({"type": "Metaspace", "replacement": "_"})",
       "t: pre_tokenizer: replacement \"_\"; expected \u2581"},
      {R"({"type": "Whitespace"})", "the kind \"Whitespace\""},
      {R"({"type": "ByteLevel", "add_prefix_space": true})", "\"add_prefix_space\": true"},
      {R"({"type": "ByteLevel"})", "\"add_prefix_space\": true"},
      {R"({"type": "ByteLevel", "add_prefix_space": false, "use_regex": false})",
       "\"use_regex\": false"},
      {R"({"type": "ByteLevel", "add_prefix_space": false, "new": 1})", "a member \"new\""},
      {R"({"type": "Sequence", "pretokenizers": []})", "0 steps"},
      {R"({"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits": false}, )" +
           tiny_pretrained::byte_level + "]}",
       "Digits with \"individual_digits\": false"},
      {R"({"type": "Sequence", "pretokenizers": [{"type": "Punctuation"}, )" +
           tiny_pretrained::byte_level + "]}",
       "the kind \"Punctuation\""},
      {split_by(R"({"Regex": "\\w+"})"), "Split by the pattern \""},
      {split_by(R"({"String": " "})"), "a member \"String\""},
      {split_by(tiny_pretrained::quoted(std::string(split_pattern_text(SplitPattern::llama3)))),
       "\"pattern\" is (?i:"},
      {split_by("{\"Regex\": " +
                    tiny_pretrained::quoted(std::string(split_pattern_text(SplitPattern::llama3))) +
                    "}",
                "Removed"),
       "\"behavior\": \"Removed\""},
      {"[]", "no object"},
      {"", "t: no \"pre_tokenizer\""}};
  for (const auto& [value, said] : pre_tokenizers) {
    CHECK(contains(refusal_of(&Members::pre_tokenizer, value), said));
  }
  CHECK(refusal_of(&Members::pre_tokenizer,
                   split_by("{\"Regex\": " +
                            tiny_pretrained::quoted(
                                std::string(split_pattern_text(SplitPattern::llama3))) +
                            "}")) == "");

  CHECK(contains(refusal_of(&Members::post_processor, R"({"type": "BertProcessing"})"),
                 "t: post_processor: the kind \"BertProcessing\""));
  const std::string template_start = R"({"type": "TemplateProcessing", "pair": [],
      "special_tokens": {"x": {"id": "x", "ids": [260], "tokens": ["x"]}}, "single": )";
  const std::string token = R"({"SpecialToken": {"id": "x", "type_id": 0}})",
                    text = R"({"Sequence": {"id": "A", "type_id": 0}})";
  const auto template_refusal = [&](const std::string& single) {
    return refusal_of(&Members::post_processor, template_start + single + "}");
  };
  CHECK(template_refusal("[" + token + "," + text + "]") == "");
  CHECK(contains(template_refusal("[" + text + "," + token + "]"), "goes on after the text"));
  CHECK(contains(template_refusal("[" + token + "]"), "a template without a text"));
  CHECK(contains(template_refusal(R"([{"SpecialToken": {"id": "y", "type_id": 0}}])"), "no \"y\""));
  CHECK(contains(refusal_of(&Members::decoder, R"({"type": "Metaspace"})"),
                 "t: decoder: the kind \"Metaspace\"; expected ByteLevel"));
  CHECK(contains(refusal_of(&Members::decoder, "null"), "t: no \"decoder\""));
  CHECK(refusal_of(&Members::more, R"("truncation": {"max_length": 5}, )") == "");
  CHECK(refusal_of(&Members::more, R"("padding": {"pad_id": 5}, )") == "");
  CHECK(contains(refusal_of(&Members::more, R"("surprise": 1, )"), "a member \"surprise\""));

  const std::vector<std::pair<std::string, std::string>> models = {
      {R"("type": "WordPiece", )", "t: model: the kind \""},
      {R"("byte_fallback": true, )", "t: model: \"byte_fallback\": true; expected none"},
      {R"("dropout": 0.1, )", "\"dropout\": 0.1"},
      {R"("end_of_word_suffix": "</w>", )", "\"end_of_word_suffix\": "},
      {R"("continuing_subword_prefix": "##", )", "\"continuing_subword_prefix\": "},
      {R"("ignore_merges": 1, )", "\"ignore_merges\" is 1; expected true or false"},
      {R"("unknown": 1, )", "a member \"unknown\""},
      {R"("type": "BPE", "type": "BPE", )", "\"type\" twice"}};
  for (const auto& [value, said] : models) {
    CHECK(contains(refusal_of(&Members::model, value), said));
  }
  for (const char* const taken :
       {"", R"("byte_fallback": false, "dropout": null, "end_of_word_suffix": "", )"}) {
    CHECK(refusal_of(&Members::model, taken) == "");
  }
}

TEST_CASE("tokenizer.json: what is not computed of SentencePiece's kind is refused by name") {
  const auto changed = [](std::string Members::*member, const std::string& old_part,
                          const std::string& new_part, const std::string& scheme = "") {
    Members members = tiny_pretrained::of_sentencepiece(scheme);
    const std::size_t at = (members.*member).find(old_part);
    REQUIRE(at != std::string::npos);
    (members.*member).replace(at, old_part.size(), new_part);
    return refusal(members.text());
  };
  for (const char* const scheme : {"", "always", "first", "never"}) {
    CHECK(refusal(tiny_pretrained::of_sentencepiece(scheme).text()) == "");
  }
  CHECK(contains(changed(&Members::normalizer, "\u2581", "_"), "prepend \"_\"; expected \u2581"));
  CHECK(contains(changed(&Members::normalizer, "\" \"", "\"x\""), "String \"x\""));
  CHECK(contains(changed(&Members::normalizer, "String", "Regex"), "a member \"Regex\""));
  CHECK(contains(changed(&Members::pre_tokenizer, "null", tiny_pretrained::byte_level),
                 "t: \"pre_tokenizer\": {"));
  CHECK(contains(changed(&Members::pre_tokenizer, "first", "last", "first"),
                 "\"prepend_scheme\": \"last\"; expected first, always or never"));
  CHECK(contains(changed(&Members::pre_tokenizer, "false", "true", "first"),
                 "Metaspace with \"split\": true"));
  CHECK(contains(changed(&Members::decoder, "Fuse", "Fold"),
                 "the steps \"Replace, ByteFallback, Fold"));
  CHECK(contains(changed(&Members::decoder, "\"start\": 1", "\"start\": 2"), "Strip of 2 and 0"));
  CHECK(contains(changed(&Members::model, "\"byte_fallback\": true", "\"byte_fallback\": false"),
                 "no \"byte_fallback\": true"));
  CHECK(contains(changed(&Members::model, "\"type\"", "\"ignore_merges\": true, \"type\""),
                 "\"ignore_merges\": true; expected none"));
  CHECK(contains(changed(&Members::model, "\"<unk>\"", "[1]"), "another kind of \"unk_token\""));
  CHECK(contains(changed(&Members::model, "\"fuse_unk\": true", "\"fuse_unk\": 2"),
                 "\"fuse_unk\" is 2"));
  CHECK(contains(changed(&Members::vocab, "<0x0A>", "<0x0a>"), "no token for the byte 0x0A"));
}

TEST_CASE("tokenizer.json: hostile vocabularies, merges and added tokens") {
  const std::string bytes = tiny_pretrained::vocab_of({});
  const std::vector<std::pair<std::string, std::string>> vocabs = {
      {bytes + R"(, "he": 1000000000)",
       "t: model: vocab: the id of \"he\" 1000000000; expected a whole number from 0"},
      {bytes + R"(, "he": 99999999999999999999)", "the id of \"he\" 1e+20"},
      {bytes + R"(, "he": 257)", "id 257 of \"he\"; expected the ids 0 to 256 of 257 tokens"},
      {bytes + R"(, "he": 97)", "id 97 of \"a\" and \"he\""},
      {bytes + R"(, "he": -1)", "the id of \"he\" -1"},
      {bytes + R"(, "he": 256, "he": 257)", "\"he\" twice"},
      {bytes + R"(, "": 256)", "an empty token"},
      {bytes + R"(, "\ud800": 256)", "a surrogate pair, not half of one"},
      {bytes + R"(, "\ud83d\u0041": 256)", "the second half of a surrogate pair"},
      {bytes + R"(, "\u12G4": 256)", "four hexadecimal digits"},
      {bytes + ", \"\xFF\": 256", "t: the text has byte 0xFF"},
      {R"("a": 0)", "no token for the byte 0x00; expected a token for each of the 256 bytes"},
      {"", "no tokens"}};
  for (const auto& [value, said] : vocabs) {
    Members members;
    members.vocab = value;
    members.merges = "[]";
    members.added_tokens = "";
    CHECK(contains(refusal(members.text()), said));
  }

  const std::vector<std::pair<std::string, std::string>> merges = {
      {R"(["h e", "h x"])", "t: model: merges: merge 1 of \"h\" and \"x\": no token \"hx\""},
      {R"(["he y\u4e16"])", "no token \"y\u4E16\""},
      {R"(["h e", ["h", "e"]])", "is there twice"},
      {R"([["h"]])", "another kind of merge; expected texts of two tokens"},
      {R"([["h", "e", "l"]])", "another kind of merge"},
      {R"([["h", 1]])", "a token that is no text"},
      {R"([["h ", "e"]])", "tokens without a space"},
      {R"(["he"])", "merge 0 is \"he\"; expected two tokens with a space between them"},
      {R"([1])", "another kind of merge"},
      {R"({})", "no array; expected an array of merges"}};
  for (const auto& [value, said] : merges) {
    CHECK(contains(refusal_of(&Members::merges, value), said));
  }

  const auto token = [](const std::string& members) { return "[{" + members + "}]"; };
  const std::vector<std::pair<std::string, std::string>> added = {
      {token(R"("id": 261, "content": "x y")"), "id 261 of \"x y\"; expected 260, the next one"},
      {token(R"("id": 260, "content": "hello")"), "id 260 of \"hello\"; expected 259"},
      {token(R"("id": 1e99, "content": "xy")"), "the id 1e+99"},
      {token(R"("id": 260.5, "content": "xy")"), "the id 260.5"},
      {token(R"("id": 260, "content": "")"), "a token of 0 bytes"},
      {token(R"("id": 260, "content": ")" + std::string(1025, 'x') + "\""),
       "a token of 1025 bytes"},
      {token(R"("id": 260, "content": "xy", "lstrip": true)"), "\"xy\" with \"lstrip\": true"},
      {token(R"("id": 260, "content": "xy", "rstrip": true)"), "\"xy\" with \"rstrip\": true"},
      {token(R"("id": 260, "content": "xy", "single_word": true)"), "\"single_word\": true"},
      {token(R"("id": 260, "content": "xy", "loud": true)"), "a member \"loud\""},
      {token(R"("id": 260, "content": "xy"}, {"id": 261, "content": "xy")"), "\"xy\" twice"},
      {token(R"("content": "xy")"), "no \"id\""},
      {"{}", "no array"},
      {"[3]", "no object"}};
  for (const auto& [value, said] : added) {
    CHECK(contains(refusal_of(&Members::added_tokens, value), said));
  }
}

TEST_CASE("tokenizer.json: hostile JSON") {
  CHECK(contains(refusal(""), "t: the text ends at its byte 0"));
  CHECK(contains(refusal("[]"), "t: no object; expected an object"));
  CHECK(contains(refusal(Members().text() + "x"), "only white space after the value"));
  CHECK(contains(refusal(R"({"decoder": null, "decoder": null})"), "\"decoder\" twice"));
  CHECK(contains(refusal(R"({"decoder": )" + std::string(100000, '[')), "at most 64 brackets"));
  CHECK(contains(refusal(R"({"decoder": )" + std::string(63, '[') + std::string(63, ']')),
                 "',' or '}'"));
  CHECK(contains(refusal(R"({"decoder": [1, }})"), "a value"));
  CHECK(contains(refusal(R"({"decoder": {"a" 1}})"), "':' after a name"));
  CHECK(contains(refusal(std::string(most_tokenizer_bytes + 1, ' ')),
                 "bytes; expected JSON of at most"));
  const std::string whole = Members().text();
  for (std::size_t cut = 1; cut < whole.size(); cut += 7) {
    CHECK(refusal(whole.substr(0, cut)) != "");
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
  CHECK(bos_json(marks("")) == "null");
  CHECK(stops_json(marks("")) == "null");
  CHECK(stops_json(marks(R"("eos_token_id": 8)")) == "8");
  CHECK(stops_json(marks(R"("eos_token_id": [8, 9])")) == "[8, 9]");
  for (const char* const wrong : {R"("bos_token_id": "x")", R"("bos_token_id": -1)",
                                  R"("eos_token_id": [[1]])", R"("eos_token_id": 1.5)"}) {
    CHECK(contains(message_of([&] { marks(wrong); }), "c: "));
    CHECK(contains(message_of([&] { marks(wrong); }), "_token_id"));
  }
  const TextMarks two{.bos = {}, .stops = {3, 4}};
  CHECK(before_stop({1, 2, 4, 3, 5}, two) == std::vector<Index>{1, 2});
  CHECK(before_stop({1, 2}, two) == std::vector<Index>{1, 2});
}

TEST_CASE("model tokenizer: none, tokenizer.json, or vocab.json and merges.txt") {
  const Folder empty;
  CHECK(empty.read() == nullptr);

  const Folder pair;
  pair.write_pair();
  CHECK(pair.read()->encode("hello<|endoftext|>") == Ids{259, 260});
  CHECK(pair.read()->bos() == 260);
  for (const char* const kind : {"GPT2Tokenizer", "GPT2TokenizerFast"}) {
    pair.write("tokenizer_config.json",
               R"({"add_prefix_space": false, "added_tokens_decoder": {"260": {"content":
                  "<|endoftext|>"}}, "tokenizer_class": ")" +
                   std::string(kind) + "\"}");
    CHECK(pair.read()->encode("hello") == Ids{259});
    CHECK(pair.read(false)->encode("hello") == Ids{259});
  }

  // The first is all of a tokenizer, whatever else is there.
  tiny_pretrained::Members members;
  members.merges = "[]";
  pair.write("tokenizer.json", members.text());
  CHECK(pair.read()->encode("he") == Ids{'h', 'e'});
}

TEST_CASE("model tokenizer: what lies beside vocab.json may change its tokens") {
  const Folder pair;
  pair.write_pair();
  CHECK(contains(pair.refusal(false), "no \"tokenizer_class\"; expected a GPT2Tokenizer"));
  const auto with_config = [&](const std::string& members) {
    pair.write("tokenizer_config.json", "{" + members + "}");
    return pair.refusal();
  };
  CHECK(contains(with_config(R"("tokenizer_class": "Qwen2Tokenizer")"), "a \"Qwen2Tokenizer\""));
  CHECK(contains(with_config(R"("tokenizer_class": 3)"),
                 "\"tokenizer_class\" is 3; expected a text"));
  CHECK(contains(with_config(R"("add_prefix_space": true)"), "\"add_prefix_space\": true"));
  CHECK(contains(with_config(R"("add_bos_token": true)"), "\"add_bos_token\": true"));
  CHECK(contains(with_config(R"("added_tokens_decoder": {"261": {"content": "<pad>"}})"),
                 "an added token \"<pad>\"; expected none but <|endoftext|>"));
  CHECK(contains(with_config("]"), "a name in quotes"));
  CHECK(with_config("") == "");
  pair.write("added_tokens.json", "{}");
  CHECK(contains(pair.refusal(), "tokens beside vocab.json"));
  std::filesystem::remove(pair.folder.name("added_tokens.json"));
  std::filesystem::remove(pair.folder.name("merges.txt"));
  CHECK(pair.refusal() == "");
  CHECK(pair.read() == nullptr);
  pair.write("tokenizer.model", "");
  CHECK(contains(pair.refusal(), "a file of SentencePiece; expected a tokenizer.json"));
}

}  // namespace tokenizer_json_test
