// progress_test.cpp: a terminal gets one rewritten line, everything else a few plain lines, and
// both end with the last step. Time is a counter here, so no test depends on the machine.
#include "support/progress.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
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

#include "holo/check.h"

namespace progress_test {
namespace {

using holo::Progress;
using holo::ProgressMode;

double seconds = 0.0;

double counted_clock() { return seconds; }

// Where a Progress writes; text() is what it wrote so far.
class Output {
 public:
  Output() : file_(std::tmpfile()) { REQUIRE(file_ != nullptr); }
  ~Output() { std::fclose(file_); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  std::FILE* file() { return file_; }
  std::string text() {
    std::fseek(file_, 0, SEEK_SET);
    std::string all;
    for (int c; (c = std::fgetc(file_)) != EOF;) all += static_cast<char>(c);
    return all;
  }

 private:
  std::FILE* file_;
};

std::string shown(ProgressMode mode, std::int64_t steps, double seconds_a_step = 0.0,
                  const std::string& label = "loss") {
  Output out;
  seconds = 0.0;
  {
    Progress progress(steps, label, mode, out.file(), counted_clock);
    for (std::int64_t step = 1; step <= steps; ++step) {
      progress.update(step, 2.65432);
      seconds += seconds_a_step;
    }
  }
  return out.text();
}

std::size_t count(const std::string& text, char c) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), c));
}

// What stays in sight of a rewritten line: the text after the last \r.
std::string last_line(const std::string& text) { return text.substr(text.rfind('\r') + 1); }

std::string line(std::int64_t step, std::int64_t total) {
  Output out;
  Progress progress(total, "loss", ProgressMode::plain, out.file());
  progress.update(step, 1.0);
  return out.text();
}

// Sets HOLO_PROGRESS, and puts it back.
class Environment {
 public:
  explicit Environment(const char* value) {
    const char* old = std::getenv("HOLO_PROGRESS");
    had_ = old != nullptr;
    if (had_) old_ = old;
    if (value == nullptr) {
      ::unsetenv("HOLO_PROGRESS");
    } else {
      ::setenv("HOLO_PROGRESS", value, 1);
    }
  }
  ~Environment() {
    if (had_) {
      ::setenv("HOLO_PROGRESS", old_.c_str(), 1);
    } else {
      ::unsetenv("HOLO_PROGRESS");
    }
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  bool had_ = false;
  std::string old_;
};

// A terminal of its own; -1 where the system has none to give.
struct Terminal {
  explicit Terminal(unsigned short columns) {
    master = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || ::grantpt(master) != 0 || ::unlockpt(master) != 0) return;
    slave = ::open(::ptsname(master), O_RDWR | O_NOCTTY);
    winsize size{};
    size.ws_col = columns;
    size.ws_row = 24;
    if (slave >= 0) ::ioctl(slave, TIOCSWINSZ, &size);
  }
  ~Terminal() {
    if (slave >= 0) ::close(slave);
    if (master >= 0) ::close(master);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // What came out of it, when the last writer has closed its end.
  std::string read_all() {
    ::close(slave);
    slave = -1;
    std::string all;
    char buffer[256];
    for (ssize_t n; (n = ::read(master, buffer, sizeof buffer)) > 0;) {
      all.append(buffer, static_cast<std::size_t>(n));
    }
    return all;
  }

  int master = -1, slave = -1;
};

}  // namespace

TEST_CASE("plain: the first step, every tenth of the steps, the last") {
  CHECK(shown(ProgressMode::plain, 1000) ==
        "step    1/1000  loss 2.6543  0:00 left\n"
        "step  100/1000  loss 2.6543  0:00 left\n"
        "step  200/1000  loss 2.6543  0:00 left\n"
        "step  300/1000  loss 2.6543  0:00 left\n"
        "step  400/1000  loss 2.6543  0:00 left\n"
        "step  500/1000  loss 2.6543  0:00 left\n"
        "step  600/1000  loss 2.6543  0:00 left\n"
        "step  700/1000  loss 2.6543  0:00 left\n"
        "step  800/1000  loss 2.6543  0:00 left\n"
        "step  900/1000  loss 2.6543  0:00 left\n"
        "step 1000/1000  loss 2.6543  0:00 left\n");
  CHECK(shown(ProgressMode::plain, 1) == "step 1/1  loss 2.6543  0:00 left\n");
  CHECK(shown(ProgressMode::plain, 0) == "");
  CHECK(count(shown(ProgressMode::plain, 3), '\n') == 3);
  CHECK(count(shown(ProgressMode::plain, 10), '\n') == 10);
  CHECK(count(shown(ProgressMode::plain, 11), '\n') == 11);
  CHECK(count(shown(ProgressMode::plain, 12345), '\n') == 11);
  // 25: tenths rounded up are 3 5 8 10 13 15 18 20 23 25.
  const std::string text = shown(ProgressMode::plain, 25);
  CHECK(count(text, '\n') == 11);
  CHECK(text.find("step  3/25") != std::string::npos);
  CHECK(text.find("step 23/25") != std::string::npos);
}

TEST_CASE("plain: steps that begin late, jump, or are very many") {
  Output out;
  Progress progress(100, "loss", ProgressMode::plain, out.file());
  for (const std::int64_t step : {57, 58, 59, 60, 95, 96, 100, 101}) progress.update(step, 1);
  CHECK(out.text() ==
        "step  57/100  loss 1.0000  0:00 left\n"
        "step  60/100  loss 1.0000  0:00 left\n"
        "step  95/100  loss 1.0000  0:00 left\n"
        "step 100/100  loss 1.0000  0:00 left\n");

  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK(line(most, most) ==
        "step 9223372036854775807/9223372036854775807  loss 1.0000  0:00 left\n");
}

TEST_CASE("values of every size take a short line") {
  const auto value = [](double x) {
    Output out;
    Progress progress(1, "loss", ProgressMode::plain, out.file());
    progress.update(1, x);
    return out.text().substr(10);
  };
  CHECK(value(0) == "loss 0.0000  0:00 left\n");
  CHECK(value(-1.5) == "loss -1.5000  0:00 left\n");
  CHECK(value(999999) == "loss 999999.0000  0:00 left\n");
  CHECK(value(1e300) == "loss 1.0000e+300  0:00 left\n");
  CHECK(value(std::numeric_limits<double>::infinity()) == "loss inf  0:00 left\n");
  CHECK(value(std::numeric_limits<double>::quiet_NaN()) == "loss nan  0:00 left\n");
}

TEST_CASE("a label longer than any line is cut, not overrun") {
  Output out;
  {
    Progress progress(1, std::string(1000, 'x'), ProgressMode::plain, out.file());
    progress.update(1, 1.0);
  }
  CHECK(out.text() == "step 1/1  " + std::string(246, 'x') + "\n");
}

TEST_CASE("bar: one line, rewritten, ended once") {
  // Ten steps a second: every one may be drawn.
  const std::string text = shown(ProgressMode::bar, 5, 0.1001);
  CHECK(text ==
        "\rstep 1/5  loss 2.6543  0:00 left\rstep 2/5  loss 2.6543  0:00 left\rstep 3/5  loss "
        "2.6543  0:00 left"
        "\rstep 4/5  loss 2.6543  0:00 left\rstep 5/5  loss 2.6543  0:00 left\n");
}

TEST_CASE("bar: at most ten redraws a second") {
  constexpr std::int64_t steps = 500000;
  constexpr double seconds_a_step = 40e-6;  // 20 s in all
  const std::string text = shown(ProgressMode::bar, steps, seconds_a_step);
  const std::size_t draws = count(text, '\r');
  CHECK(draws <= 202);
  CHECK(draws >= 100);
  CHECK(count(text, '\n') == 1);
  CHECK(last_line(text) == "step 500000/500000  loss 2.6543  0:00 left\n");
}

TEST_CASE("bar: the last step ends the line at once, and nothing follows it") {
  Output out;
  Progress progress(2, "loss", ProgressMode::bar, out.file(), counted_clock);
  for (const std::int64_t step : {1, 2, 3}) progress.update(step, 1.0);
  CHECK(out.text() == "\rstep 1/2  loss 1.0000  0:00 left\rstep 2/2  loss 1.0000  0:00 left\n");
}

TEST_CASE("bar: a clock that stands still shows the first and the last step") {
  const std::string text = shown(ProgressMode::bar, 100000);
  CHECK(
      text ==
      "\rstep      1/100000  loss 2.6543  0:00 left\rstep 100000/100000  loss 2.6543  0:00 left\n");
}

TEST_CASE("bar: a shorter line wipes the longer one before it") {
  Output out;
  seconds = 0.0;
  Progress progress(9, "loss", ProgressMode::bar, out.file(), counted_clock);
  progress.update(1, 123456.0);
  seconds += 1;
  progress.update(2, 1.0);
  CHECK(out.text() ==
        "\rstep 1/9  loss 123456.0000  0:00 left\rstep 2/9  loss 1.0000  0:04 left     ");
  progress.finish();
  progress.finish();
  CHECK(count(out.text(), '\n') == 1);
}

TEST_CASE("bar: never wider than the terminal, 80 columns where there is none") {
  const std::string text = shown(ProgressMode::bar, 3, 1.0, std::string(200, 'x'));
  CHECK(text.find('\r', 1) == 80);
  // Cut between characters: 'é' is two bytes, and the 79th byte is the middle of one.
  std::string accents = "x";
  for (int i = 0; i < 60; ++i) accents += "é";
  const std::string cut = shown(ProgressMode::bar, 1, 1.0, accents);
  CHECK(cut.size() == 1 + 79 + 1);
  std::string shifted = accents.substr(1);
  const std::string other = shown(ProgressMode::bar, 1, 1.0, shifted);
  CHECK(other.size() == 1 + 78 + 1);
}

TEST_CASE("the time left is that of the steps so far, for those that are missing") {
  seconds = 10.0;
  const Progress progress(200, "loss", ProgressMode::off, stderr, counted_clock);
  seconds = 40.0;
  CHECK(progress.seconds() == 30.0);
  CHECK(progress.time_left(50) == "1:30 left");
  CHECK(progress.time_left(110, 50) == "0:45 left");  // 50 were done before
  CHECK(progress.time_left(200) == "0:00 left");
  seconds = 5.0;  // a clock that goes back
  CHECK(progress.seconds() == 0.0);
  CHECK(progress.time_left(50) == "0:00 left");
}

TEST_CASE("a rate is 0 where no time has passed, or less") {
  CHECK(holo::per_second(6, 2) == 3);
  CHECK(holo::per_second(6, 0) == 0);
  CHECK(holo::per_second(6, -1e9) == 0);
  CHECK_FALSE(std::signbit(holo::per_second(6, -1e9)));
  CHECK(holo::per_second(0, 0) == 0);
}

TEST_CASE("off: nothing") { CHECK(shown(ProgressMode::off, 1000) == ""); }

TEST_CASE("automatic: plain for a file") {
  const std::string text = shown(ProgressMode::automatic, 20);
  CHECK(text == shown(ProgressMode::plain, 20));
  CHECK(count(text, '\r') == 0);
}

TEST_CASE("automatic: a bar on a terminal, cut to its width") {
  Terminal terminal(20);
  if (terminal.slave < 0) {
    MESSAGE("no pseudo terminal here: not tested");
    return;
  }
  std::FILE* out = ::fdopen(::dup(terminal.slave), "w");
  REQUIRE(out != nullptr);
  const char* const kind = std::getenv("TERM");
  const std::string old = kind == nullptr ? "" : kind;
  ::setenv("TERM", "xterm", 1);
  seconds = 0.0;
  {
    Progress progress(10, "loss", ProgressMode::automatic, out, counted_clock);
    progress.update(1, 2.0);
    ::setenv("TERM", "dumb", 1);
    Progress plain(10, "loss", ProgressMode::automatic, out, counted_clock);
    plain.update(10, 3.0);
  }
  if (kind == nullptr) {
    ::unsetenv("TERM");
  } else {
    ::setenv("TERM", old.c_str(), 1);
  }
  std::fclose(out);
  CHECK(terminal.read_all() == "\rstep  1/10  loss 2.step 10/10  loss 3.0000  0:00 left\r\n\r\n");
}

TEST_CASE("Ctrl-C in a rewritten line ends the line and the program") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  std::fflush(nullptr);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::dup2(ends[1], 2);
    ::close(ends[0]);
    std::signal(SIGINT, SIG_DFL);
    Progress progress(10, "loss", ProgressMode::bar);
    progress.update(1, 1.0);
    std::raise(SIGINT);
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text;
  char buffer[256];
  for (ssize_t n; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  ::close(ends[0]);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGINT);
  CHECK(text == "\rstep  1/10  loss 1.0000  0:00 left\n");
}

TEST_CASE("HOLO_PROGRESS") {
  const std::vector<std::pair<const char*, ProgressMode>> rows = {
      {nullptr, ProgressMode::automatic}, {"", ProgressMode::automatic},
      {"auto", ProgressMode::automatic},  {"plain", ProgressMode::plain},
      {"bar", ProgressMode::bar},         {"off", ProgressMode::off}};
  for (const auto& [word, mode] : rows) {
    const Environment set(word);
    CHECK(holo::progress_mode_from_environment() == mode);
  }
  const Environment set("loud");
  std::string message;
  try {
    holo::progress_mode_from_environment();
  } catch (const holo::UsageError& error) {
    message = error.what();
  }
  CHECK(message == "HOLO_PROGRESS: 'loud'; expected auto, plain, bar or off");
}

}  // namespace progress_test
