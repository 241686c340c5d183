// terminal_test.cpp: the first signal is told and ends nothing; the second one is fatal; an ignored
// one stays so; afterwards all is as before. Texts without tricks; options in the words of flags. A
// terminal gets one rewritten line of progress, everything else a few plain lines, and both end
// with the last step; time is a counter here, so no test depends on the machine.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "examples/captured.h"
#include "gpt/gpt_flags.h"
#include "gpt/terminal.h"
#include "helpers.h"
#include "holo/byte_pair.h"
#include "holo/check.h"
#include "holo/nn/gpt_options.h"
#include "holo/sampling.h"
#include "support/progress.h"
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

namespace progress_test {
namespace {

using namespace holo;
using Steps = std::vector<std::pair<std::int64_t, double>>;  // and what is shown

double seconds = 0.0;

double counted_clock() { return seconds; }

// What is written for these steps of so many, or for this text at each, each `seconds_a_step` after
// the one before.
std::string shown(ProgressMode mode, std::int64_t total, const Steps& steps,
                  double seconds_a_step = 0.0, const std::string& text = "") {
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  seconds = 0.0;
  {
    Progress progress(total, mode, file, counted_clock);
    for (const auto& [step, value] : steps) {
      text.empty() ? progress.update(step, value) : progress.update(step, text);
      seconds += seconds_a_step;
    }
  }
  std::rewind(file);
  std::string all;
  for (int c; (c = std::fgetc(file)) != EOF;) all += static_cast<char>(c);
  std::fclose(file);
  return all;
}

// Of all steps.
std::string all_shown(ProgressMode mode, std::int64_t total, double seconds_a_step = 0.0,
                      const std::string& text = "") {
  Steps steps;
  for (std::int64_t step = 1; step <= total; ++step) steps.emplace_back(step, 2.65432);
  return shown(mode, total, steps, seconds_a_step, text);
}

std::ptrdiff_t count(const std::string& text, char c) {
  return std::count(text.begin(), text.end(), c);
}

// What came out of a pipe or a terminal, when the last writer has closed its end.
std::string read_all(int descriptor) {
  std::string all;
  char buffer[256];
  for (ssize_t n; (n = ::read(descriptor, buffer, sizeof buffer)) > 0;) {
    all.append(buffer, static_cast<std::size_t>(n));
  }
  ::close(descriptor);
  return all;
}

}  // namespace

TEST_CASE("plain: the first step, every tenth of the steps, the last") {
  constexpr ProgressMode plain = ProgressMode::plain;
  std::string thousand = "step    1/1000  loss 2.6543  0:00 left\n";
  for (int step = 100; step < 1000; step += 100) {
    thousand += "step  " + std::to_string(step) + "/1000  loss 2.6543  0:00 left\n";
  }
  CHECK(all_shown(plain, 1000) == thousand + "step 1000/1000  loss 2.6543  0:00 left\n");
  CHECK(all_shown(plain, 1) == "step 1/1  loss 2.6543  0:00 left\n");
  CHECK(all_shown(plain, 0) == "");
  for (const auto& [steps, lines] : {std::pair{3, 3}, {10, 10}, {11, 11}, {25, 11}, {12345, 11}}) {
    CHECK(count(all_shown(plain, steps), '\n') == lines);
  }
  // 25: tenths rounded up are 3 5 8 10 13 15 18 20 23 25.
  CHECK(texts::contains(all_shown(plain, 25), "step  3/25"));
  CHECK(texts::contains(all_shown(plain, 25), "step 23/25"));
  CHECK(shown(plain, 100, {{57, 1}, {58, 1}, {60, 1}, {95, 1}, {96, 1}, {100, 1}, {101, 1}}) ==
        "step  57/100  loss 1.0000  0:00 left\n"
        "step  60/100  loss 1.0000  0:00 left\n"
        "step  95/100  loss 1.0000  0:00 left\n"
        "step 100/100  loss 1.0000  0:00 left\n");
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK(shown(plain, most, {{most, 1}}) ==
        "step 9223372036854775807/9223372036854775807  loss 1.0000  0:00 left\n");
  CHECK(all_shown(ProgressMode::automatic, 20) == all_shown(plain, 20));  // a file
  CHECK(all_shown(ProgressMode::off, 1000) == "");
}

TEST_CASE("bar: one line, rewritten at most ten times a second, ended once") {
  constexpr ProgressMode bar = ProgressMode::bar;
  CHECK(all_shown(bar, 3, 0.1001) ==
        "\rstep 1/3  loss 2.6543  0:00 left\rstep 2/3  loss 2.6543  0:00 left"
        "\rstep 3/3  loss 2.6543  0:00 left\n");
  const std::string text = all_shown(bar, 500'000, 40e-6);  // 20 s in all
  CHECK(count(text, '\r') <= 202);
  CHECK(count(text, '\r') >= 100);
  CHECK(count(text, '\n') == 1);
  CHECK(text.substr(text.rfind('\r')) == "\rstep 500000/500000  loss 2.6543  0:00 left\n");
  // A clock that stands still shows the first and the last step; nothing follows that one.
  CHECK(shown(bar, 3, {{1, 1}, {2, 1}, {3, 1}, {4, 1}}) ==
        "\rstep 1/3  loss 1.0000  0:00 left\rstep 3/3  loss 1.0000  0:00 left\n");
  // A shorter line wipes the longer one before it.
  CHECK(shown(bar, 9, {{1, 123456}, {2, 1}}, 1) ==
        "\rstep 1/9  loss 123456.0000  0:00 left\rstep 2/9  loss 1.0000  0:04 left     \n");
}

TEST_CASE("bar: never wider than 80 columns where there is no terminal, cut between characters") {
  CHECK(all_shown(ProgressMode::bar, 3, 1.0, std::string(200, 'x')).find('\r', 1) == 80);
  std::string accents;  // 'é' is two bytes
  for (int i = 0; i < 60; ++i) accents += "é";
  CHECK(all_shown(ProgressMode::bar, 1, 1.0, "x" + accents).size() == 1 + 79 + 1);
  CHECK(all_shown(ProgressMode::bar, 1, 1.0, accents).size() == 1 + 78 + 1);
}

TEST_CASE("the time left is that of the steps so far, for those that are missing") {
  seconds = 10.0;
  const Progress progress(200, ProgressMode::off, stderr, counted_clock);
  seconds = 40.0;
  CHECK(progress.seconds() == 30.0);
  CHECK(progress.time_left(50) == "1:30 left");
  CHECK(progress.time_left(110, 50) == "0:45 left");  // 50 were done before
  CHECK(progress.time_left(200) == "0:00 left");
  seconds = 5.0;  // a clock that goes back
  CHECK(progress.seconds() == 0.0);
  CHECK(progress.time_left(50) == "0:00 left");
  CHECK(per_second(6, 2) == 3);
  CHECK(per_second(6, 0) == 0);
  CHECK_FALSE(std::signbit(per_second(6, -1e9)));
}

TEST_CASE("automatic: a bar on a terminal, cut to its width") {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || ::grantpt(master) != 0 || ::unlockpt(master) != 0) {
    MESSAGE("no pseudo terminal here: not tested");
    return;
  }
  std::FILE* const out = std::fopen(::ptsname(master), "w");
  REQUIRE(out != nullptr);
  winsize size{};
  size.ws_col = 20;
  size.ws_row = 24;
  ::ioctl(::fileno(out), TIOCSWINSZ, &size);
  seconds = 0.0;
  for (const char* const kind : {"xterm", "dumb"}) {
    const EnvironmentSetting term("TERM", kind);
    Progress progress(10, ProgressMode::automatic, out, counted_clock);
    progress.update(10, 3.0);
  }
  std::fclose(out);
  CHECK(read_all(master) == "\rstep 10/10  loss 3.\r\nstep 10/10  loss 3.0000  0:00 left\r\n");
}

TEST_CASE("HOLO_PROGRESS") {
  for (const auto& [word, mode] : {std::pair{"", ProgressMode::automatic},
                                   {"auto", ProgressMode::automatic},
                                   {"plain", ProgressMode::plain},
                                   {"bar", ProgressMode::bar},
                                   {"off", ProgressMode::off}}) {
    const EnvironmentSetting set("HOLO_PROGRESS", word);
    CHECK(progress_mode_from_environment() == mode);
  }
  const EnvironmentSetting set("HOLO_PROGRESS", "loud");
  CHECK(texts::message_of([] { progress_mode_from_environment(); }) ==
        "UsageError: HOLO_PROGRESS: 'loud'; expected auto, plain, bar or off");
}

}  // namespace progress_test
