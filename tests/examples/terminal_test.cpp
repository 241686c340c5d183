// terminal_test.cpp: the first signal is told and ends nothing; the second one is fatal; an ignored
// one stays so; afterwards all is as before. Texts without tricks; options in the words of flags.
#include "gpt/terminal.h"

#include <doctest/doctest.h>

#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include "examples/captured.h"
#include "gpt/gpt_flags.h"
#include "helpers.h"
#include "holo/byte_pair.h"
#include "holo/check.h"
#include "holo/nn/gpt_options.h"
#include "holo/sampling.h"
#include "text/texts.h"

namespace terminal_test {
namespace {

using namespace holo;
using texts::message_of;

// How a process ends in which `signal` means what it does in a program, and that calls `body`.
template <class Body>
int end_of(int signal, Body body) {
  ChildProcess child([&] {
    std::signal(signal, SIG_DFL);  // doctest has handlers
    body();
    return 0;
  });
  return child.wait();
}

}  // namespace

TEST_CASE("interrupt: the first signal is told, the second one is fatal, an ignored one stays so") {
  const Captured err(2);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    CAPTURE(signal);
    CHECK(end_of(signal, [=] {
            Interrupt interrupt;
            ::raise(signal);
            if (interrupt.signal() == signal) ::raise(signal);
          }) == 128 + signal);
    CHECK(end_of(signal, [=] {
            { const Interrupt interrupt; }
            ::raise(signal);
          }) == 128 + signal);
    CHECK(end_of(signal, [=] {
            std::signal(signal, SIG_IGN);
            const Interrupt interrupt;
            ::raise(signal);
            ::raise(signal);
          }) == 0);
  }
  const std::string said = "\nStopping after this step (Ctrl-C again: at once, without saving)\n";
  CHECK(err.text() == said + said + said);  // nothing when the reader has gone
}

TEST_CASE("printable: control characters and bytes that are not UTF-8 are shown, not sent") {
  CHECK(printable("a\x1B[2J\n\t\u009B\xFF é") == "a\\x1B[2J\\x0A\\x09\\xC2\\x9B\uFFFD é");
  CHECK(printable("a\n\tb\r", true) == "a\n\tb\\x0D");
}

TEST_CASE("sampled text: what decode gives, and of tokens of 16 MiB no more than the limit") {
  CHECK(sampled_text(ByteTokenizer(), {'e', 'm', 'm', 'a'}, 4) == "emma");
  CHECK_THROWS_AS(sampled_text(ByteTokenizer(), {256}, 9), Error);
  // Token 256 + i is 2^(i + 1) times 'a'.
  std::vector<BytePairTokenizer::Merge> pairs = {{'a', 'a'}};
  for (int i = 1; i < 24; ++i) pairs.emplace_back(255 + i, 255 + i);
  const BytePairTokenizer tokenizer(pairs);
  CHECK(tokenizer.decode({256 + 23}).size() == std::size_t{1} << 24);
  CHECK(sampled_text(tokenizer, {256, 257}, 2) == "aaaaaa");
  for (const auto& [length, most] :
       {std::pair<Index, std::size_t>{1, 4096}, {64, 4096}, {200, 12800}}) {
    CHECK(sampled_text(tokenizer, std::vector<Index>(50, 256 + 23), length) ==
          std::string(most, 'a') + "... [cut: a text of this length has at most " +
              std::to_string(most) + " bytes]");
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

}  // namespace terminal_test
