// model_tokenizer_test.cpp: which files in the folder of a model are its tokenizer, and which are
// refused because they are not all of it.
#include "gpt/tokenizers/stored_tokenizer.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "examples/tiny_pretrained.h"
#include "temporary_folder.h"
#include "text/texts.h"

namespace model_tokenizer_test {
namespace {

using namespace holo;
using texts::contains;
using texts::message_of;
using Ids = std::vector<int>;

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
  CHECK(contains(with_config(R"("tokenizer_class": 3)"), "another kind of \"tokenizer_class\""));
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

}  // namespace model_tokenizer_test
