// printable_test.cpp: the text of tokens has a limit of bytes; names of options become flags in
// messages.
#include <doctest/doctest.h>

#include <string>

#include "gpt/gpt_flags.h"
#include "gpt/printable.h"
#include "holo/byte_pair.h"
#include "holo/check.h"
#include "holo/nn/gpt_options.h"
#include "holo/sampling.h"
#include "text/texts.h"

namespace printable_test {
namespace {

using holo::BytePairTokenizer;
using holo::Index;
using holo::sampled_text;
using namespace holo;
using texts::message_of;

// Token 256 + i is 2^(i + 1) times 'a'.
BytePairTokenizer doubling(int merges) {
  std::vector<BytePairTokenizer::Merge> pairs = {{'a', 'a'}};
  for (int i = 1; i < merges; ++i) pairs.emplace_back(255 + i, 255 + i);
  return BytePairTokenizer(pairs);
}

std::string mark(std::size_t most) {
  return "... [cut: a text of this length has at most " + std::to_string(most) + " bytes]";
}

}  // namespace

TEST_CASE("sampled text: what fits is what decode gives") {
  const holo::ByteTokenizer bytes;
  CHECK(sampled_text(bytes, {}, 0) == "");
  CHECK(sampled_text(bytes, {'e', 'm', 'm', 'a'}, 4) == "emma");
  CHECK(sampled_text(bytes, {'e', 'm', 'm', 'a'}, 3) == "emm" + mark(3));
  CHECK(sampled_text(bytes, {'e', 'm', 'm', 'a'}, 0) == mark(0));
  CHECK_THROWS_AS(sampled_text(bytes, {256}, 9), holo::Error);
}

TEST_CASE("sampled text: tokens of 16 MiB give no more than the limit") {
  const BytePairTokenizer tokenizer = doubling(24);
  const std::vector<Index> largest(50, 256 + 23);
  CHECK(tokenizer.decode({256 + 23}).size() == std::size_t{1} << 24);
  CHECK(sampled_text(tokenizer, largest, 12800) == std::string(12800, 'a') + mark(12800));
  CHECK(sampled_text(tokenizer, {256, 257}, 6) == "aaaaaa");
}

TEST_CASE("sampled text: the cut is between characters") {
  const holo::CharTokenizer tokenizer({"\u00e9\U0001F600"});
  const std::string face = "\U0001F600";
  for (std::size_t most = 4; most < 8; ++most) {
    CHECK(sampled_text(tokenizer, {1, 1, 1}, most) == face + mark(most));
  }
  CHECK(sampled_text(tokenizer, {1, 1, 1}, 8) == face + face + mark(8));
  const holo::ByteTokenizer bytes;  // no UTF-8: anywhere
  CHECK(sampled_text(bytes, std::vector<Index>(9, 0x80), 7) == std::string(7, '\x80') + mark(7));
}

TEST_CASE("sampled text: the limit is 64 bytes a token, and never less than 4096") {
  CHECK(holo::most_sample_bytes(1) == 4096);
  CHECK(holo::most_sample_bytes(64) == 4096);
  CHECK(holo::most_sample_bytes(200) == 12800);
  CHECK(holo::most_sample_bytes(Index{1} << 20) == std::size_t{1} << 26);
}

TEST_CASE("flag names: options that are whole words become flags, all else stays") {
  CHECK(with_flag_names("n_embd 65 is not divisible by n_head 4") ==
        "--n-embd 65 is not divisible by --n-head 4");
  CHECK(with_flag_names("top_k") == "--top-k");
  CHECK(with_flag_names("(top_p, hidden)") == "(--top-p, --hidden)");
  for (const char* text : {"", " ", "n_embd_2", "my_n_embd", "--n_embd", "n-embd", "top", "0.5\n",
                           "Z\xC3\xBCrich", "rotary positions, a norm, no bias"}) {
    CHECK(with_flag_names(text) == text);
  }
}

TEST_CASE("flag names: a check of the library is told with flags, where it is from stays") {
  const auto sampled = [] { check_sampling_options({.top_k = 100}, 27); };
  CHECK(message_of(sampled) ==
        "UsageError: sampling: top_k 100; expected 0 to 27, the number of tokens");
  CHECK(message_of([&] { check_flags(sampled); }) ==
        "UsageError: sampling: --top-k 100; expected 0 to 27, the number of tokens");
  GPTOptions model{.vocab_size = 2, .n_head = 3, .n_embd = 8};
  CHECK(message_of([&] { check_flags([&] { check_gpt_options(model); }); }) ==
        "UsageError: GPT: --n-embd 8 is not divisible by --n-head 3; expected a multiple of it. "
        "Try: --n-embd 6 or 9");
  CHECK(message_of([&] { check_flags([&] { check_gpt_options(model); }, "m.safetensors"); }) ==
        "m.safetensors: GPT: n_embd 8 is not divisible by n_head 3; expected a multiple of it");
  CHECK(message_of([] { check_flags([] { throw Error("a", "n_embd", "top_k"); }); }) ==
        "a: n_embd; expected top_k");  // of a file, say: what it is called there
  CHECK(message_of([] { check_flags([] {}); }) == "");
}

}  // namespace printable_test
