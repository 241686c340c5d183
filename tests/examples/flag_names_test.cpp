// flag_names_test.cpp: what the library says of an option is told in the words of the command line.
#include "gpt/gpt_flags.h"

#include <doctest/doctest.h>

#include <string>

#include "examples/train_flags.h"
#include "holo/nn/gpt_options.h"
#include "holo/sampling.h"
#include "text/texts.h"

namespace flag_names_test {
namespace {

using namespace holo;
using texts::message_of;

}  // namespace

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

TEST_CASE("flag names: train_gpt tells its user of flags") {
  CHECK(train_flags::refusal_of("--n-embd 65") ==
        "UsageError: GPT: --n-embd 65 is not divisible by --n-head 4; expected a multiple of it. "
        "Try: --n-embd 64 or 68");
  CHECK(train_flags::refusal_of("--positions rotary --n-head 64") ==
        "UsageError: GPT: rotary positions with 1 channels a head; expected an even number: they "
        "are rotated in pairs. Try: another --n-head or --n-embd");
  CHECK(train_flags::refusal_of("--ffn holo_gate_flow --hidden 7") ==
        "UsageError: feed_forward: --hidden 7 for holo_gate_flow; expected no --hidden: C "
        "determines its size. Try: no --hidden, or another layer");
}

}  // namespace flag_names_test
