// command_line_test.cpp: flags are read whole or refused with a message that says what was found
// and what is expected; a program ends with the right exit code and one line on stderr.
#include "support/command_line.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <locale>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "holo/check.h"
#include "on_device.h"
#include "support/plots/plot.h"
#include "support/shell_word.h"
#include "temporary_folder.h"

namespace command_line_test {
namespace {

using holo::CommandLine;

// The words as main() gets them.
struct Words {
  explicit Words(std::vector<std::string> list) : text(std::move(list)) {
    text.insert(text.begin(), "some/path/prog");
    for (std::string& word : text) pointers.push_back(word.data());
  }
  CommandLine parse() { return {static_cast<int>(pointers.size()), pointers.data(), "About it."}; }

  std::vector<std::string> text;
  std::vector<char*> pointers;
};

struct Values {
  std::string data, activation;
  std::int64_t steps = 0;
  double temperature = 0;
  bool exact = false;
};

Values read(const std::vector<std::string>& list) {
  Words words(list);
  CommandLine cli = words.parse();
  Values v;
  v.data = cli.text("--data", "", "FILE", "text file");
  v.steps = cli.integer("--steps", 1000, 1, 100'000'000, "training steps");
  v.temperature = cli.number("--temperature", 0.5, holo::above(0), "how bold");
  v.activation = cli.choice("--activation", {"relu", "relu2"}, "of the MLP");
  v.exact = cli.flag("--exact", "same bits");
  cli.finish();
  return v;
}

// The message of the UsageError, "" without one.
template <class Function>
std::string message_of(Function function) {
  try {
    function();
  } catch (const holo::UsageError& error) {
    return error.what();
  }
  return "";
}

std::string error(const std::vector<std::string>& list) {
  return message_of([&] { read(list); });
}

double number(const std::string& text, holo::Interval interval) {
  Words words({"--x", text});
  CommandLine cli = words.parse();
  const double x = cli.number("--x", 7, interval, "a number");
  cli.finish();
  return x;
}

std::int64_t integer(const std::string& text) {
  Words words({"--n", text});
  CommandLine cli = words.parse();
  const std::int64_t n = cli.integer("--n", 0, std::numeric_limits<std::int64_t>::min(),
                                     std::numeric_limits<std::int64_t>::max(), "an integer");
  cli.finish();
  return n;
}

}  // namespace

TEST_CASE("flags: defaults, both forms, any order") {
  const Values d = read({});
  CHECK(d.data.empty());
  CHECK(d.steps == 1000);
  CHECK(d.temperature == 0.5);
  CHECK(d.activation == "relu");
  CHECK_FALSE(d.exact);

  const Values v = read({"--exact", "--temperature=0.25", "--steps", "7", "--data", "a=b.txt",
                         "--activation", "relu2"});
  CHECK(v.data == "a=b.txt");
  CHECK(v.steps == 7);
  CHECK(v.temperature == 0.25);
  CHECK(v.activation == "relu2");
  CHECK(v.exact);
  CHECK(read({"--data=--odd=1"}).data == "--odd=1");
  CHECK(read({"--data", "-x"}).data == "-x");
}

TEST_CASE("integers: the whole text, decimal, in range") {
  CHECK(integer("-12") == -12);
  CHECK(integer("007") == 7);
  CHECK(integer("9223372036854775807") == std::numeric_limits<std::int64_t>::max());
  CHECK(integer("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
  CHECK(error({"--steps", "abc"}) == "--steps: 'abc'; expected an integer from 1 to 100000000");
  for (const char* bad :
       {"0", "-1", "100000001", "9223372036854775808", "99999999999999999999", "12abc", "", " 5",
        "5 ", "+5", "0x10", "1e3", "1.0", "1,000", "nan", "inf", "-", "\xD9\xA3"}) {
    CHECK(error({std::string("--steps=") + bad}) ==
          "--steps: '" + std::string(bad) + "'; expected an integer from 1 to 100000000");
  }
  CHECK(error({"--steps=-9223372036854775809"}) != "");
}

TEST_CASE("numbers: the whole text, finite, inside the interval") {
  const holo::Interval any = holo::between(-1e308, 1e308);
  CHECK(number("0.1", any) == 0.1);
  CHECK(number("-3", any) == -3.0);
  CHECK(number(".25", any) == 0.25);
  CHECK(number("2.", any) == 2.0);
  CHECK(number("1e-5", any) == 1e-5);
  CHECK(number("12.5E+2", any) == 1250.0);
  CHECK(number("0.30000000000000004", any) == 0.1 + 0.2);
  for (const char* bad :
       {"",    ".",   "-",   "+1",   "abc",      "1.5x",  " 1",    "1 ",  "0x10", "1e",
        "1e+", "nan", "inf", "-inf", "infinity", "1e999", "1.2.3", "--1", "1_0",  "0,5"}) {
    CAPTURE(bad);
    CHECK(error({std::string("--temperature=") + bad}).find("; expected a number above 0") !=
          std::string::npos);
  }
  CHECK(error({"--temperature", "0,5"}) ==
        "--temperature: '0,5'; expected a number above 0. Try: a decimal point");
  CHECK(error({"--temperature", "0"}) == "--temperature: '0'; expected a number above 0");
  CHECK(error({"--temperature", "-1"}) != "");
}

TEST_CASE("intervals: each end is in or out as it says") {
  CHECK(number("0", holo::at_least(0)) == 0.0);
  CHECK(number("1e300", holo::at_least(0)) == 1e300);
  CHECK(number("0", holo::half_open(0, 1)) == 0.0);
  CHECK(number("1", holo::between(0, 1)) == 1.0);
  CHECK(number("0", holo::between(0, 1)) == 0.0);
  CHECK(message_of([] { number("-0.1", holo::at_least(0)); }) ==
        "--x: '-0.1'; expected a number at least 0");
  CHECK(message_of([] { number("1", holo::half_open(0, 1)); }) ==
        "--x: '1'; expected a number at least 0 and below 1");
  CHECK(message_of([] { number("1.1", holo::between(0, 1)); }) ==
        "--x: '1.1'; expected a number from 0 to 1");
  CHECK(message_of([] { number("0", holo::above(0)); }) == "--x: '0'; expected a number above 0");
}

TEST_CASE("numbers do not depend on the locale") {
  struct DecimalComma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale(), new DecimalComma));
  CHECK(number("0.5", holo::above(0)) == 0.5);
  CHECK(number("1.000", holo::above(0)) == 1.0);
  CHECK(integer("12000") == 12000);
  CHECK(message_of([] { number("0,5", holo::above(0)); }) != "");
  CHECK(message_of([] { number("0", holo::above(0.25)); }) ==
        "--x: '0'; expected a number above 0.25");
  std::locale::global(before);
}

TEST_CASE("choices") {
  CHECK(error({"--activation", "relu3"}) ==
        "--activation: 'relu3'; expected one of relu, relu2. Try: relu");
  CHECK(error({"--activation", "gelu_tanh"}) ==
        "--activation: 'gelu_tanh'; expected one of relu, relu2");
  CHECK(error({"--activation="}) != "");
  CHECK(error({"--activation=Relu"}) != "");

  std::string words[] = {"program", "--norm", "rms"};
  char* argv[] = {words[0].data(), words[1].data(), words[2].data()};
  holo::CommandLine cli(3, argv, "Chooses.");
  CHECK(cli.choice("--ffn", "gelu", {"relu", "gelu", "silu"}, "layer") == "gelu");
  CHECK(cli.choice("--norm", "layer", {"rms", "layer"}, "norm") == "rms");
  CHECK(cli.help_text().find("gelu|relu|silu  layer (default gelu)") != std::string::npos);
}

TEST_CASE("missing values, repeated flags, values that a flag does not take, empty text") {
  CHECK(error({"--steps", "--exact"}) ==
        "--steps: no value; expected an integer from 1 to 100000000");
  CHECK(error({"--exact", "--steps"}) ==
        "--steps: no value; expected an integer from 1 to 100000000");
  CHECK(error({"--data"}) == "--data: no value; expected FILE");
  CHECK(error({"--data="}) == "--data: ''; expected FILE");
  CHECK(error({"--data", ""}) == "--data: ''; expected FILE");
  CHECK(error({"--steps", "1", "--steps=2"}) == "--steps: given twice; expected one at most");
  CHECK(error({"--exact", "--exact"}) == "--exact: given twice; expected one at most");
  CHECK(error({"--exact=1"}) == "--exact: '--exact=1'; expected no value after it. Try: --exact");
}

TEST_CASE("unknown flags and stray words, with the nearest flag") {
  CHECK(error({"--stesp", "5"}) ==
        "--stesp: unknown flag; expected one that --help lists. Try: --steps");
  CHECK(error({"--STEPS=5"}) ==
        "--STEPS: unknown flag; expected one that --help lists. Try: --steps");
  CHECK(error({"--temprature=1"}).find("Try: --temperature") != std::string::npos);
  CHECK(error({"-steps", "5"}) == "'-steps': stray word; expected a flag. Try: --steps");
  CHECK(error({"--frobnicate"}) ==
        "--frobnicate: unknown flag; expected one that --help lists. Try: prog --help");
  CHECK(error({"names.txt"}) == "'names.txt': stray word; expected a flag. Try: prog --help");
  CHECK(error({"--exact", "yes"}) == "'yes': stray word; expected a flag. Try: prog --help");
  CHECK(error({"--steps", "5", "6"}).find("'6': stray word") == 0);
  CHECK(error({""}).find("'': stray word") == 0);
  CHECK(error({"--"}).find("'--': stray word") == 0);
  CHECK(error({"-"}).find("'-': stray word") == 0);
  CHECK(error({"--" + std::string(100000, 'x')}).find("Try: prog --help") != std::string::npos);
  CHECK(error({"--helpme"}).find("Try: --help") != std::string::npos);

  Words words({"--n_embd", "5"});
  CommandLine cli = words.parse();
  cli.integer("--n-head", 4, 1, 9, "heads");
  cli.integer("--n-embd", 16, 1, 99, "width");
  CHECK(message_of([&] { cli.finish(); }).find("Try: --n-embd") != std::string::npos);
}

TEST_CASE("given") {
  Words words({"--steps=3", "--data", "f"});
  const CommandLine cli = words.parse();
  CHECK(cli.given("--steps"));
  CHECK(cli.given("--data"));
  CHECK_FALSE(cli.given("--exact"));
  CHECK_FALSE(cli.given("--step"));
}

TEST_CASE("--help wins over every error and lists flags, ranges and defaults") {
  const holo::OnDevice on_cpu(holo::Device::cpu);
  for (const std::vector<std::string>& list : std::vector<std::vector<std::string>>{
           {"--help"}, {"-h"}, {"--steps", "abc", "--nonsense", "stray", "--steps", "--help"}}) {
    std::string help;
    try {
      read(list);
    } catch (const holo::HelpRequested& request) {
      help = request.text;
    }
    CHECK(help ==
          "usage: prog [FLAG ...]\n"
          "About it.\n"
          "\n"
          "  --data FILE              text file\n"
          "  --steps N                training steps (1 to 100000000, default 1000)\n"
          "  --temperature X          how bold (above 0, default 0.5)\n"
          "  --activation relu|relu2  of the MLP (default relu)\n"
          "  --exact                  same bits\n"
          "  --device cpu|plain|cuda  device that computes tensors; or set HOLO_DEVICE (default "
          "cpu)\n"
          "  --trace FILE             record the computation and write it: .html or .json\n"
          "  --trace-scope NAME       record this scope only: blocks.0\n"
          "  --trace-events N         record so many events at most (1 to 250000, default 250000)\n"
          "  --step                   record it and step through it here, forward and back\n"
          "  --help                   print this help\n");
  }
}

namespace {

struct Ending {
  int code = -1;  // 1000 + signal when one ended it
  std::string err;
};

// Runs program through run_program in a process of its own, its stdout at `out`.
Ending run(void (*program)(int, char**), const char* out = "/dev/null",
           void (*prepare)() = nullptr) {
  int err[2];
  REQUIRE(::pipe(err) == 0);
  std::fflush(nullptr);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (out == nullptr) {
      ::close(1);
    } else {
      const int file = ::open(out, O_WRONLY);
      if (file < 0 || ::dup2(file, 1) < 0) ::_exit(99);
    }
    ::dup2(err[1], 2);
    ::close(err[0]);
    if (prepare != nullptr) prepare();
    char name[] = "prog";
    char* words[] = {name, nullptr};
    ::_exit(holo::run_program(1, words, program));
  }
  ::close(err[1]);
  Ending ending;
  char buffer[512];
  for (ssize_t n; (n = ::read(err[0], buffer, sizeof buffer)) > 0;) {
    ending.err.append(buffer, static_cast<std::size_t>(n));
  }
  ::close(err[0]);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  ending.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  return ending;
}

// stdout of the child: a pipe that nobody reads.
void broken_stdout(bool ignore_signal) {
  int ends[2];
  if (::pipe(ends) != 0) ::_exit(98);
  ::dup2(ends[1], 1);
  ::close(ends[0]);
  ::close(ends[1]);
  std::signal(SIGPIPE, ignore_signal ? SIG_IGN : SIG_DFL);
}

// The descriptors 0 to 2 whose bits are set.
template <int bits>
void close_some() {
  for (int i = 0; i < 3; ++i) {
    if ((bits >> i & 1) != 0) ::close(i);
  }
}
constexpr void (*closings[])() = {close_some<0>, close_some<1>, close_some<2>, close_some<3>,
                                  close_some<4>, close_some<5>, close_some<6>, close_some<7>};

void print_hello(int, char**) { std::fputs("hello\n", stdout); }

}  // namespace

TEST_CASE("run_program: exit codes and one line on stderr") {
  Ending e = run(print_hello);
  CHECK(e.code == 0);
  CHECK(e.err.empty());

  e = run([](int, char**) { throw holo::Error("in.txt", "is empty", "text", "another"); });
  CHECK(e.code == 1);
  CHECK(e.err == "error: in.txt: is empty; expected text. Try: another\n");

  e = run([](int, char**) { throw holo::UsageError("--x", "'\n\x1B[2J'", "a number"); });
  CHECK(e.code == 2);
  CHECK(e.err == "error: --x: '\\n\\x1b[2J'; expected a number\n");

  e = run([](int, char**) { throw std::bad_alloc(); });
  CHECK(e.code == 1);
  CHECK(e.err.find("error: memory: ") == 0);

  e = run([](int, char**) { throw std::runtime_error("odd"); });
  CHECK(e.code == 1);
  CHECK(e.err == "error: odd\n");

  e = run([](int, char**) { throw holo::HelpRequested{"usage\n"}; });
  CHECK(e.code == 0);
  CHECK(e.err.empty());
}

TEST_CASE("run_program gets the words of main") {
  const auto program = [](int argc, char** argv) {
    if (argc != 1 || std::string(argv[0]) != "prog") throw std::runtime_error("other words");
  };
  CHECK(run(program).code == 0);
}

TEST_CASE("run_program: output that cannot be written is an error" *
          doctest::skip(::access("/dev/full", W_OK) != 0)) {
  Ending e = run(print_hello, "/dev/full");
  CHECK(e.code == 1);
  CHECK(e.err ==
        "error: stdout: No space left on device; expected a place that takes the output\n");
  e = run([](int, char**) { throw holo::HelpRequested{"usage\n"}; }, "/dev/full");
  CHECK(e.code == 1);
  // A help that is longer than a buffer.
  e = run([](int, char**) { throw holo::HelpRequested{std::string(100'000, 'h')}; }, "/dev/full");
  CHECK(e.code == 1);
  CHECK(e.err ==
        "error: stdout: No space left on device; expected a place that takes the output\n");
  // More than a buffer: the write that fails is not the last one.
  e = run(
      [](int, char**) {
        for (int i = 0; i < 10000; ++i) std::fputs("hello hello\n", stdout);
      },
      "/dev/full");
  CHECK(e.code == 1);
  CHECK(e.err.find("error: stdout: ") == 0);
  // Printing throws, with the reason but without the place.
  e = run(
      [](int, char**) {
        std::setvbuf(stdout, nullptr, _IONBF, 0);
        fmt::print("hello\n");
      },
      "/dev/full");
  CHECK(e.code == 1);
  CHECK(e.err ==
        "error: stdout: No space left on device; expected a place that takes the output\n");
  e = run(
      [](int, char**) {
        std::fputs("hello\n", stdout);
        holo::flush_output();
      },
      "/dev/full");
  CHECK(e.code == 1);
  CHECK(e.err ==
        "error: stdout: No space left on device; expected a place that takes the output\n");
  // Nothing is left for the end to write, yet the output is lost.
  e = run(
      [](int, char**) {
        std::setvbuf(stdout, nullptr, _IONBF, 0);
        std::fputs("hello\n", stdout);
      },
      "/dev/full");
  CHECK(e.code == 1);
  CHECK(e.err.find("error: stdout: ") == 0);
  // The program's own error is the one that is told.
  e = run(
      [](int, char**) {
        std::fputs("hello\n", stdout);
        throw holo::UsageError("--x", "odd", "even");
      },
      "/dev/full");
  CHECK(e.code == 2);
  CHECK(e.err == "error: --x: odd; expected even\n");
}

TEST_CASE("run_program: descriptors 0 to 2 that are closed are /dev/null, so no file takes them") {
  CHECK(run(print_hello, nullptr).code == 0);
  // Each of the eight cases; a file that the program opens is none of the three.
  for (int closed = 0; closed < 8; ++closed) {
    const Ending e = run(
        [](int, char**) {
          for (int i = 0; i < 3; ++i) {
            if (::fcntl(i, F_GETFD) < 0) throw std::runtime_error("one is missing");
          }
          if (::open("/dev/null", O_RDONLY) < 3) throw std::runtime_error("a file took one");
          print_hello(0, nullptr);
        },
        "/dev/null", closings[closed]);
    CHECK(e.code == 0);
    CHECK(e.err.empty());
  }
}

TEST_CASE("run_program: a file above the limit of the shell is an error, not a signal") {
  const Ending e = run(
      [](int, char**) {
        const rlimit limit = {1024, 1024};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const TemporaryFolder folder;
        holo::write_file(folder.name("large"), std::string(5000, 'x'));
      },
      "/dev/null", [] { std::signal(SIGXFSZ, SIG_DFL); });
  CHECK(e.code == 1);
  CHECK(e.err.find("/large: cannot write: File too large; expected") != std::string::npos);
}

TEST_CASE("run_program: a NUL does not end a message, a part of a megabyte does not hide it") {
  Ending e = run([](int, char**) {
    throw holo::Error(std::string("a\0b", 3), std::string("\0", 1), "text", std::string("c\0", 2));
  });
  CHECK(e.err == "error: a\\x00b: \\x00; expected text. Try: c\\x00\n");
  e = run([](int, char**) {
    throw holo::Error(std::string(1 << 20, 'a'), std::string(1 << 20, 'b'), "text");
  });
  CHECK(e.err.size() < 20'000);
  CHECK(e.err.find("a... (1048576 bytes): bbb") != std::string::npos);
  CHECK(e.err.find("b... (1048576 bytes); expected text\n") != std::string::npos);
  e = run([](int, char**) {
    throw holo::Error(
        "\xC2\x9B"
        "2J \xC3\x9B \xC2\xA3",
        "odd", "even");
  });
  CHECK(e.err == "error: \\u009b2J \xC3\x9B \xC2\xA3: odd; expected even\n");
  e = run([](int, char**) { holo::print_warning("\x1B[2J\u202e\xFF"); });
  CHECK(e.code == 0);
  CHECK(e.err == "warning: \\x1b[2J\\u202e\\xff\n");
  e = run([](int, char**) { throw std::runtime_error("a\u2066\r"); });
  CHECK(e.err == "error: a\\u2066\\x0d\n");
}

TEST_CASE("long words of the command line are cut in messages, with their size") {
  const std::string word(100'000, 'x');
  for (const std::string& message :
       {error({"--steps", word}), error({"--temperature", word}), error({"--activation", word}),
        error({"--" + word}), error({word}), error({"--exact=" + word})}) {
    CHECK(message.size() < 400);
    CHECK(message.find("xxx") != std::string::npos);
    CHECK(message.find(" bytes)") != std::string::npos);
  }
  CHECK(holo::shortened(std::string(99, 'x') + "\xC3\xA9" + word).find("x\xC3...") ==
        std::string::npos);
  CHECK(holo::shortened(std::string(200, 'x')) == std::string(200, 'x'));
}

TEST_CASE("a word for a shell: any text is one word of one line") {
  CHECK(holo::shell_word("a/b-c_1.txt") == "a/b-c_1.txt");
  CHECK(holo::shell_word("") == "''");
  CHECK(holo::shell_word("a b") == "'a b'");
  CHECK(holo::shell_word("$(x) `y` \\") == "'$(x) `y` \\'");
  CHECK(holo::shell_word("it's") == "'it'\\''s'");
  CHECK(holo::shell_word("a\nb'c\\") == "$'a\\x0ab\\'c\\\\'");
  CHECK(holo::shell_word("\u202e\xFFé") == "$'\\xe2\\x80\\xae\\xffé'");
}

TEST_CASE("run_program: a reader that went away ends the program quietly") {
  Ending e = run(print_hello, "/dev/null", [] { broken_stdout(false); });
  CHECK(e.code == 1000 + SIGPIPE);
  CHECK(e.err.empty());
  e = run(print_hello, "/dev/null", [] { broken_stdout(true); });
  CHECK(e.code == 141);
  CHECK(e.err.empty());
}

}  // namespace command_line_test
