#include "exercises/support/check.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>

namespace exercise {

namespace {

bool near(double got, double expected, double tolerance) {
  if (std::isinf(expected)) return got == expected;
  return std::abs(got - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

// The number of the first element that differs; the number of elements when none does.
size_t first_difference(const std::vector<double>& got, const std::vector<double>& expected,
                        double tolerance) {
  size_t i = 0;
  const size_t both = std::min(got.size(), expected.size());
  while (i < both && near(got[i], expected[i], tolerance)) ++i;
  return i == both && got.size() == expected.size() ? got.size() : i;
}

std::string text(const std::vector<double>& numbers, int digits) {
  if (numbers.empty()) return "no numbers";
  std::string line;
  for (double number : numbers) {
    const double shown = std::isnan(number) || number == 0 ? std::abs(number) : number;
    line += fmt::format("{}{:.{}g}", line.empty() ? "" : ", ", shown, digits);
  }
  return line;
}

// "expected 1, 2, got 1, 3": with as many digits as it takes to see the difference.
std::string difference(const std::vector<double>& got, const std::vector<double>& expected,
                       double tolerance) {
  constexpr size_t most = 8;
  if (got.size() != expected.size() && std::max(got.size(), expected.size()) > most) {
    return fmt::format("expected {} numbers, got {}", expected.size(), got.size());
  }
  const size_t i = first_difference(got, expected, tolerance);
  if (expected.size() > most) {
    return fmt::format("element {}: {}", i, difference({got[i]}, {expected[i]}, tolerance));
  }
  int digits = 6;
  if (text(got, digits) == text(expected, digits)) digits = 17;
  return fmt::format("expected {}, got {}", text(expected, digits), text(got, digits));
}

// What was thrown, in the words of the course: what at() of libstdc++ and of libc++ says.
std::string in_words(const std::string& thrown) {
  return thrown.rfind("vector::_M_range_check", 0) == 0 || thrown == "vector"
             ? "an index leaves its vector: v.at(i) asks for an i below v.size()"
             : thrown;
}

struct Added {
  const char* name;
  const char* answer;
  void (*check)(Checks&);
  const char* list;
};

std::vector<Added>& all() {
  static std::vector<Added> list;
  return list;
}

void (*the_reward)() = nullptr;

bool reward_wanted() {
  const char* wanted = std::getenv("HOLO_REWARD");
  return the_reward != nullptr && wanted != nullptr && *wanted != 0;
}

// What the caller gives on standard input, `WORD` or `WORD FILE`: a check that comes to its end
// says so by a line that begins with the word, in the open file of this number or on standard
// output. It is taken before any code of an answer runs, so that no argument, open file or file of
// /proc has it then: first of all where the C library offers that, else as the first constructor,
// since the linker gets this file first. An answer may close or redirect its standard output: these
// are copies.
char word[32];
int shown = -1, verdict = -1;

int copy_of(int file) {
  const int copy = fcntl(file, F_DUPFD_CLOEXEC, 10);
  return copy < 0 ? file : copy;
}

[[gnu::constructor(101)]] void take_word() {
  if (shown >= 0) return;
  shown = verdict = copy_of(STDOUT_FILENO);
  if (isatty(STDIN_FILENO) != 0) return;
  for (char* c = word; c + 1 < word + sizeof word && read(STDIN_FILENO, c, 1) == 1; ++c) {
    if (*c == ' ') {
      char digit = 0;
      *c = 0;
      if (read(STDIN_FILENO, &digit, 1) != 1) return;
      verdict = copy_of(digit - '0');
      close(digit - '0');
      return;
    }
    if (*c != '\n') continue;
    *c = 0;
    return;
  }
}

#ifdef __GLIBC__
[[gnu::section(".preinit_array"), gnu::used]] void (*before_constructors)() = take_word;
#endif

void say(int file, const std::string& text) {
  for (size_t said = 0; said < text.size();) {
    const ssize_t n = write(file, text.data() + said, text.size() - said);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    said += static_cast<size_t>(n);
  }
}

}  // namespace

bool add(const char* name, const char* answer, void (*check)(Checks&), const char* list) {
  all().push_back({name, answer, check, list});
  return true;
}

bool add_reward(void (*reward)()) {
  the_reward = reward;
  return true;
}

void Checks::fail(const std::string& what, const std::string& sentence) {
  if (sentence_.empty()) sentence_ = sentence;
  failed_.push_back({in_words(what), sentence});
}

void Checks::equal(const std::string& what, const Numbers& got, const Numbers& expected,
                   const std::string& sentence) {
  const std::vector<double>&a = got.list(), &b = expected.list();
  if (a.size() == b.size() && first_difference(a, b, tolerance) == a.size()) {
    ++passed_;
  } else {
    fail(what + ": " + difference(a, b, tolerance), sentence);
  }
}

void Checks::that(const std::string& what, bool is_true, const std::string& sentence) {
  if (is_true) {
    ++passed_;
  } else {
    fail(what + ": it is not so", sentence);
  }
}

// One check of one answer.
class Run {
 public:
  explicit Run(const Added& added) {
    checks_.list = added.list;
    try {
      added.check(checks_);
    } catch (const std::exception& error) {
      checks_.failed_.insert(checks_.failed_.begin(), {in_words(error.what()), ""});
    } catch (...) {
      checks_.failed_.insert(checks_.failed_.begin(),
                             {"an exception that is no std::exception", ""});
    }
  }

  bool done() const { return failed() == 0 && passed() > 0; }
  int passed() const { return checks_.passed_; }
  int failed() const { return static_cast<int>(checks_.failed_.size()); }

  // What a student reads first, a line.
  std::string message() const {
    std::string first = checks_.sentence_;
    if (first.empty() && failed() > 0) first = checks_.failed_[0].line;
    return first.substr(0, first.find('\n'));
  }

  std::string report(const char* name) const {
    if (done()) return fmt::format("{}: done, {} checks\n", name, passed());
    std::string report = fmt::format("{}: not yet\n", name);
    if (!checks_.sentence_.empty()) report += "  " + checks_.sentence_ + "\n";
    // What the sentence does not explain is told when it is mended.
    int lines = 0;
    for (const Checks::Failed& failed : checks_.failed_) {
      if (failed.sentence == checks_.sentence_ && ++lines <= 3) report += "  " + failed.line + "\n";
    }
    return report;
  }

 private:
  Checks checks_;
};

// For the lists of mistakes: each answer prints its numbers and what it is told, in a process of
// its own, since a mistake may crash, never end or change what the next one would find.
int measure_all() {
  for (const Added& added : all()) {
    fmt::print("answer {}\n", added.answer);
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      const rlimit seconds = {5, 5};
      setrlimit(RLIMIT_CPU, &seconds);
      const Run run(added);
      fmt::print("{}", run.report(added.name));
      std::fflush(stdout);
      std::_Exit(0);
    }
    waitpid(child, nullptr, 0);
  }
  return 0;
}

}  // namespace exercise

// Exit status 0: done, 1: not yet. With a word there is a line `WORD PASSED FAILED MESSAGE`. Of an
// answer only the reward runs after it.
int main() {
  using namespace exercise;
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // a file has what was printed before a crash
  if (std::getenv("HOLO_MEASURE") != nullptr) return measure_all();
  bool done = true;
  for (const Added& added : all()) {
    std::string text = all().size() > 1 ? fmt::format("answer {}\n", added.answer) : "";
    const Run run(added);
    text += run.report(added.name);
    std::fflush(stdout);
    say(shown, text);
    if (word[0] != 0) {
      say(verdict, fmt::format("\n{} {} {} {}\n", word, run.passed(), run.failed(), run.message()));
    }
    done = done && run.done();
  }
  if (done && reward_wanted()) the_reward();
  std::fflush(stdout);
  std::_Exit(done ? 0 : 1);
}
