// command_line_test.cpp: flags are read whole or refused with a message that says what was found
// and what is expected; they fall back on the values of a checkpoint; a program ends with the right
// exit code and one line on stderr; --trace writes the log of a program, also of one that an error
// ends.
#include "support/command_line.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gpt/layouts/json.h"
#include "helpers.h"
#include "holo/check.h"
#include "holo/data.h"
#include "holo/value.h"
#include "support/plots/plot.h"
#include "support/recording.h"
#include "text/texts.h"

namespace command_line_test {
namespace {

using namespace holo;
using texts::contains;
using Words = std::vector<std::string>;
using Values = std::map<std::string, std::string>;

// Reads flags of each kind from the words of a program, and then from these files. `help`, unless
// it is null, gets what --help prints.
Values read(Words words, const std::vector<Values>& files = {}, std::string* help = nullptr) {
  words.insert(words.begin(), "some/path/prog");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  CommandLine cli(static_cast<int>(argv.size()), argv.data(), "About it.");
  for (const Values& values : files) cli.fall_back(values, "run.txt");
  try {
    const std::string data = cli.text("--data", "", "FILE", "text file");
    const std::int64_t steps = cli.integer("--steps", 1000, -5, 100'000'000, "training steps");
    const double temperature = cli.number("--temperature", 0.5, above(0), "how bold");
    const double part = cli.number("--part", 0.25, half_open(0, 1), "how much");
    const double share = cli.number("--share", 1, between(0, 1), "of all");
    const double rate = cli.number("--rate", 3, at_least(0), "how fast");
    const std::string choice = cli.choice("--ffn", {"relu", "relu2"}, "of the MLP");
    const std::string other = cli.choice("--norm", "layer", {"rms", "layer"}, "norm");
    const bool exact = cli.flag("--exact", "same bits");
    cli.finish();
    const Values values = cli.values();
    CHECK(values.at("steps") == fmt::format("{}", steps));
    CHECK(values.at("temperature") == fmt::format("{}", temperature));
    CHECK(values.at("ffn") == choice);
    return {{"data", data},
            {"steps", values.at("steps")},
            {"temperature", values.at("temperature")},
            {"part", fmt::format("{}", part)},
            {"share", fmt::format("{}", share)},
            {"rate", fmt::format("{}", rate)},
            {"ffn", choice},
            {"norm", other},
            {"exact", exact ? "yes" : "no"}};
  } catch (const HelpRequested& request) {
    if (help != nullptr) *help = request.text;
    return {};
  }
}

const Values defaults = {{"data", ""},     {"steps", "1000"}, {"temperature", "0.5"},
                         {"part", "0.25"}, {"share", "1"},    {"rate", "3"},
                         {"ffn", "relu"},  {"norm", "layer"}, {"exact", "no"}};

// The message of the UsageError; "" without one.
std::string refusal(const Words& words, const std::vector<Values>& files = {}) {
  const std::string message = texts::message_of([&] { read(words, files); });
  const std::string start = "UsageError: ";
  if (!message.empty()) CHECK(message.substr(0, start.size()) == start);
  return message.empty() ? "" : message.substr(start.size());
}

}  // namespace

TEST_CASE("flags: defaults, both forms, any order, and the values that they take") {
  CHECK(read({}) == defaults);
  const std::vector<std::pair<Words, Values>> rows = {
      {{"--exact", "--temperature=0.25", "--steps", "7", "--data", "a=b.txt", "--ffn", "relu2"},
       {{"exact", "yes"},
        {"temperature", "0.25"},
        {"steps", "7"},
        {"data", "a=b.txt"},
        {"ffn", "relu2"}}},
      {{"--data=--odd=1"}, {{"data", "--odd=1"}}},
      {{"--data", "-x", "--norm", "rms"}, {{"data", "-x"}, {"norm", "rms"}}},
      {{"--steps", "-5"}, {{"steps", "-5"}}},
      {{"--steps", "007"}, {{"steps", "7"}}},
      {{"--steps", "100000000"}, {{"steps", "100000000"}}},
      {{"--temperature", ".25"}, {{"temperature", "0.25"}}},
      {{"--temperature", "2."}, {{"temperature", "2"}}},
      {{"--temperature", "1e-5"}, {{"temperature", "1e-05"}}},
      {{"--temperature", "12.5E+2"}, {{"temperature", "1250"}}},
      {{"--temperature", "0.30000000000000004"}, {{"temperature", "0.30000000000000004"}}},
      {{"--rate", "0", "--part", "0", "--share", "0"},
       {{"rate", "0"}, {"part", "0"}, {"share", "0"}}}};
  for (const auto& [words, values] : rows) {
    Values expected = defaults;
    for (const auto& [name, value] : values) expected[name] = value;
    CHECK(read(words) == expected);
  }
}

TEST_CASE("flags: what is refused, and how") {
  const std::string x(100'000, 'x'), an_integer = "expected an integer from -5 to 100000000";
  const std::vector<std::pair<Words, std::string>> rows = {
      {{"--steps", "abc"}, "--steps: 'abc'; " + an_integer},
      {{"--temperature", "0"}, "--temperature: '0'; expected a number above 0"},
      {{"--temperature", "0,5"},
       "--temperature: '0,5'; expected a number above 0. Try: a decimal point"},
      {{"--rate", "-0.1"}, "--rate: '-0.1'; expected a number at least 0"},
      {{"--part", "1"}, "--part: '1'; expected a number at least 0 and below 1"},
      {{"--share", "1.1"}, "--share: '1.1'; expected a number from 0 to 1"},
      {{"--ffn", "relu3"}, "--ffn: 'relu3'; expected one of relu, relu2. Try: relu"},
      {{"--ffn", "gelu_tanh"}, "--ffn: 'gelu_tanh'; expected one of relu, relu2"},
      {{"--steps", "--exact"}, "--steps: no value; " + an_integer},
      {{"--data"}, "--data: no value; expected FILE"},
      {{"--data", ""}, "--data: ''; expected FILE"},
      {{"--steps", "1", "--steps=2"}, "--steps: given twice; expected one at most"},
      {{"--exact=1"}, "--exact: '--exact=1'; expected no value after it. Try: --exact"},
      {{"--stesp", "5"}, "--stesp: unknown flag; expected one that --help lists. Try: --steps"},
      {{"--STEPS=5"}, "--STEPS: unknown flag; expected one that --help lists. Try: --steps"},
      {{"--helpme"}, "--helpme: unknown flag; expected one that --help lists. Try: --help"},
      {{"--frobnicate"},
       "--frobnicate: unknown flag; expected one that --help lists. Try: prog --help"},
      {{"-steps", "5"}, "'-steps': stray word; expected a flag. Try: --steps"},
      {{"names.txt"}, "'names.txt': stray word; expected a flag. Try: prog --help"},
      {{"--exact", "yes"}, "'yes': stray word; expected a flag. Try: prog --help"},
      {{"--"}, "'--': stray word; expected a flag. Try: prog --help"}};
  for (const auto& [words, said] : rows) CHECK(refusal(words) == said);
  for (const char* bad : {"-6", "100000001", "9223372036854775808", "12abc", "", " 5", "+5", "0x10",
                          "1e3", "1,000", "nan", "\xD9\xA3"}) {
    CHECK(refusal({std::string("--steps=") + bad}) ==
          "--steps: '" + std::string(bad) + "'; " + an_integer);
  }
  for (const char* bad :
       {"", ".", "+1", "1.5x", " 1", "0x10", "1e", "nan", "-inf", "1e999", "1_0"}) {
    CAPTURE(bad);
    CHECK(contains(refusal({std::string("--temperature=") + bad}), "; expected a number above 0"));
  }
  for (const Words& words : std::vector<Words>{
           {"--steps", x}, {"--temperature", x}, {"--ffn", x}, {"--" + x}, {x}, {"--exact=" + x}}) {
    const std::string message = refusal(words);  // a long word is cut, with its size
    CHECK(message.size() < 400);
    CHECK(contains(message, "xxx"));
    CHECK(contains(message, " bytes)"));
  }
  CHECK_FALSE(contains(shortened(std::string(99, 'x') + "\xC3\xA9" + x), "x\xC3..."));
}

TEST_CASE("flags fall back on settings: the words first, then the first of the files") {
  const Values first{{"steps", "20"}, {"rate", "2"}}, second{{"steps", "30"}, {"ffn", "relu2"}};
  Values expected = defaults;
  expected["rate"] = "3.5";
  expected["steps"] = "20";
  expected["ffn"] = "relu2";
  CHECK(read({"--rate", "3.5"}, {first, second}) == expected);
  for (const auto& [value, shown] : {std::pair{"x", "x"}, {"1\n2", "1\\n2"}, {"", ""}}) {
    CHECK(refusal({}, {{{"steps", value}}}) ==
          fmt::format("run.txt: steps: '{}'; expected an integer from -5 to 100000000", shown));
  }
  // What the flags have come to is taken again.
  Values values = read({"--temperature", "1e-300", "--steps=7", "--ffn", "relu2"});
  values.erase("exact");
  values.erase("data");
  const Values again = read({}, {values});
  for (const auto& [name, value] : values) CHECK(again.at(name) == value);
}

TEST_CASE("--help wins over every error and lists flags, ranges and defaults") {
  const OnDevice on_cpu(Device::cpu);
  for (const Words& words : std::vector<Words>{
           {"--help"}, {"-h"}, {"--steps", "abc", "--nonsense", "stray", "--steps", "--help"}}) {
    std::string help;
    read(words, {}, &help);
    CHECK(help ==
          "usage: prog [FLAG ...]\n"
          "About it.\n"
          "\n"
          "  --data FILE              text file\n"
          "  --steps N                training steps (-5 to 100000000, default 1000)\n"
          "  --temperature X          how bold (above 0, default 0.5)\n"
          "  --part X                 how much (at least 0 and below 1, default 0.25)\n"
          "  --share X                of all (from 0 to 1, default 1)\n"
          "  --rate X                 how fast (at least 0, default 3)\n"
          "  --ffn relu|relu2         of the MLP (default relu)\n"
          "  --norm layer|rms         norm (default layer)\n"
          "  --exact                  same bits\n"
          "  --device cpu|plain|cuda  device that computes tensors; or set HOLO_DEVICE (default "
          "cpu)\n"
          "  --trace FILE             record the computation and write it: .html, .json or .txt\n"
          "  --trace-events N         record so many events at most (1 to 250000, default 250000)\n"
          "  --step                   record it and step through it here, forward and back\n"
          "  --help                   print this help\n");
  }
}

namespace {

struct Ending {
  int code = -1;
  std::string err;
  bool operator==(const Ending&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Ending& e) {
  return out << e.code << " " << e.err.substr(0, 999);
}

// Runs program through run_program in a process of its own, its stdout at `out`.
Ending run(void (*program)(int, char**), const char* out = "/dev/null",
           void (*prepare)() = nullptr) {
  const TemporaryFolder folder;
  const std::string err = folder.write("err", "");
  std::fflush(nullptr);
  ChildProcess child([&] {
    if (::dup2(::open(out, O_WRONLY), 1) < 0) return 98;
    if (::dup2(::open(err.c_str(), O_WRONLY), 2) < 0) return 98;
    if (prepare != nullptr) prepare();
    char name[] = "prog";
    char* words[] = {name, nullptr};
    return run_program(1, words, program);
  });
  return {child.wait(), folder.read("err")};
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
  const std::pair<void (*)(int, char**), Ending> rows[] = {
      {print_hello, {0, ""}},
      {[](int argc, char** argv) {
         if (argc != 1 || std::string(argv[0]) != "prog") throw std::runtime_error("other words");
       },
       {0, ""}},
      {[](int, char**) { throw HelpRequested{"usage\n"}; }, {0, ""}},
      {[](int, char**) { throw Error("in.txt", "is empty", "text", "another"); },
       {1, "error: in.txt: is empty; expected text. Try: another\n"}},
      {[](int, char**) { throw UsageError("--x", "'\n\x1B[2J'", "a number"); },
       {2, "error: --x: '\\n\\x1b[2J'; expected a number\n"}},
      {[](int, char**) { throw std::runtime_error("odd"); }, {1, "error: odd\n"}},
      {[](int, char**) { throw std::runtime_error("a\u2066\r"); }, {1, "error: a\\u2066\\x0d\n"}},
      {[](int, char**) {
         throw Error(std::string("a\0b", 3), std::string("\0", 1), "text", std::string("c\0", 2));
       },
       {1, "error: a\\x00b: \\x00; expected text. Try: c\\x00\n"}},
      {[](int, char**) {
         throw Error(
             "\xC2\x9B"
             "2J \xC3\x9B \xC2\xA3",
             "odd", "even");
       },
       {1, "error: \\u009b2J \xC3\x9B \xC2\xA3: odd; expected even\n"}},
      {[](int, char**) { print_warning("\x1B[2J\u202e\xFF"); },
       {0, "warning: \\x1b[2J\\u202e\\xff\n"}}};
  for (const auto& [program, ending] : rows) CHECK(run(program) == ending);
  const Ending memory = run([](int, char**) { throw std::bad_alloc(); });
  CHECK(memory.code == 1);
  CHECK(contains(memory.err, "error: memory: "));
  const Ending large = run([](int, char**) {
    throw Error(std::string(1 << 20, 'a'), std::string(1 << 20, 'b'), "text");
  });
  CHECK(large.err.size() < 20'000);
  CHECK(contains(large.err, "a... (1048576 bytes): bbb"));
  CHECK(contains(large.err, "b... (1048576 bytes); expected text\n"));
}

TEST_CASE("run_program: output that cannot be written is an error" *
          doctest::skip(::access("/dev/full", W_OK) != 0)) {
  const Ending no_room = {
      1, "error: stdout: No space left on device; expected a place that takes the output\n"};
  void (*const programs[])(int, char**) = {
      print_hello, [](int, char**) { throw HelpRequested{std::string(100'000, 'h')}; },
      // More than a buffer: the write that fails is not the last one.
      [](int, char**) {
        for (int i = 0; i < 10000; ++i) std::fputs("hello hello\n", stdout);
      },
      // Printing throws, with the reason but without the place.
      [](int, char**) {
        std::setvbuf(stdout, nullptr, _IONBF, 0);
        fmt::print("hello\n");
      },
      [](int, char**) {
        std::fputs("hello\n", stdout);
        flush_output();
      }};
  for (const auto program : programs) {
    const Ending e = run(program, "/dev/full");
    CHECK(e.code == 1);
    CHECK(e.err.substr(0, 15) == no_room.err.substr(0, 15));
  }
  CHECK(run(print_hello, "/dev/full") == no_room);
  // The program's own error is the one that is told.
  CHECK(run(
            [](int, char**) {
              std::fputs("hello\n", stdout);
              throw UsageError("--x", "odd", "even");
            },
            "/dev/full") == Ending{2, "error: --x: odd; expected even\n"});
}

TEST_CASE("run_program: descriptors 0 to 2 that are closed are /dev/null, so no file takes them") {
  for (const auto closing : closings) {
    CHECK(run(
              [](int, char**) {
                for (int i = 0; i < 3; ++i) {
                  if (::fcntl(i, F_GETFD) < 0) throw std::runtime_error("one is missing");
                }
                if (::open("/dev/null", O_RDONLY) < 3) throw std::runtime_error("a file took one");
                print_hello(0, nullptr);
              },
              "/dev/null", closing) == Ending{0, ""});
  }
}

TEST_CASE("run_program: a file above the limit of the shell is an error, not a signal") {
  const Ending e = run(
      [](int, char**) {
        const rlimit limit = {1024, 1024};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const TemporaryFolder folder;
        write_file(folder.name("large"), std::string(5000, 'x'));
      },
      "/dev/null", [] { std::signal(SIGXFSZ, SIG_DFL); });
  CHECK(e.code == 1);
  CHECK(contains(e.err, "/large: cannot write: File too large; expected"));
}

TEST_CASE("run_program: a reader that went away ends the program quietly") {
  CHECK(run(print_hello, "/dev/null", [] { broken_stdout(false); }) == Ending{128 + SIGPIPE, ""});
  CHECK(run(print_hello, "/dev/null", [] { broken_stdout(true); }) == Ending{141, ""});
}

TEST_CASE("a word for a shell: any text is one word of one line") {
  for (const auto& [text, word] : {std::pair{"a/b-c_1.txt", "a/b-c_1.txt"},
                                   {"", "''"},
                                   {"a b", "'a b'"},
                                   {"$(x) `y` \\", "'$(x) `y` \\'"},
                                   {"it's", "'it'\\''s'"},
                                   {"a\nb'c\\", "$'a\\x0ab\\'c\\\\'"},
                                   {"\u202e\xFFé", "$'\\xe2\\x80\\xae\\xffé'"}}) {
    CHECK(shell_word(text) == word);
  }
}

}  // namespace command_line_test

namespace recording_test {

using namespace holo;

namespace {

std::string path_of_test;

void read_flags() {
  std::string words[] = {"program", "--trace", path_of_test};
  char* argv[] = {words[0].data(), words[1].data(), words[2].data()};
  CommandLine(3, argv, "About it.").finish();
}

// Its exit code; its own output is not shown.
int run_with_trace(const std::string& path, void (*program)(int, char**)) {
  path_of_test = path;
  std::fflush(nullptr);  // what waits there would be written by the child too
  ChildProcess child([&] {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) return 98;
    if (std::freopen("/dev/null", "w", stderr) == nullptr) return 98;
    return run_program(0, nullptr, program);
  });
  return child.wait();
}

}  // namespace

TEST_CASE("recording: the log has the program, its command, and what it computed") {
  const TemporaryFolder folder;
  const std::string path = folder.name("a b.json");
  CHECK(run_with_trace(path, [](int, char**) {
          const Value before(1.0, "before");
          read_flags();
          const Value x(3.0, "x");
          (x * before).backward();
        }) == 0);
  const Json log = parse_json(read_file(path));
  CHECK(log.find("program")->text() == "program");
  CHECK(log.find("command")->text() == "program --trace 'a b.json'");  // without the folder
  CHECK(log.find("event_count")->number() == 6);
}

TEST_CASE("recording: an error ends the program, and the log until then is written") {
  const TemporaryFolder folder;
  const std::string path = folder.name("log.json");
  CHECK(run_with_trace(path, [](int, char**) {
          read_flags();
          const Value x(3.0, "x");
          static_cast<void>(x * x);
          throw Error("here", "this", "that");
        }) == 1);
  CHECK(parse_json(read_file(path)).find("event_count")->number() == 2);
}

TEST_CASE("recording: a part of a program may end it") {
  const TemporaryFolder folder;
  const std::string path = folder.name("log.json");
  CHECK(run_with_trace(path, [](int, char**) {
          read_flags();
          const Value x(3.0, "x");
          if (!is_recording()) throw Error("recording", "none", "one");
          end_recording();
          static_cast<void>(x * x);
          if (is_recording()) throw Error("recording", "one", "none");
        }) == 0);
  CHECK(parse_json(read_file(path)).find("event_count")->number() == 1);
}

}  // namespace recording_test
