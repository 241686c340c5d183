// The line editor in a terminal of its own: what is typed there, and how the terminal is
// afterwards.
#ifdef __linux__  // elsewhere a terminal whose output is not read yet keeps its mode

#include "trace/stepper/line_editor.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "text.h"
#include "trace/stepper/raw_mode.h"

namespace line_editor_test {

using namespace holo;

namespace {

// Keys may be typed before they are read: nothing in this terminal interprets them.
class Terminal {
 public:
  Terminal() {
    master_ = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (master_ < 0 || ::grantpt(master_) != 0 || ::unlockpt(master_) != 0) return;
    const int slave = ::open(::ptsname(master_), O_RDWR | O_NOCTTY);
    if (slave < 0) return;
    const winsize size{24, 30, 0, 0};
    ::ioctl(slave, TIOCSWINSZ, &size);
    termios now = mode_of(slave);
    now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
    now.c_cc[VMIN] = 7;  // to be found again
    ::tcsetattr(slave, TCSANOW, &now);
    in = ::fdopen(slave, "r");
    out = ::fdopen(::dup(slave), "w");
  }
  ~Terminal() {
    if (in != nullptr) std::fclose(in);
    if (out != nullptr) std::fclose(out);
    if (master_ >= 0) ::close(master_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void type(const std::string& keys) const {
    CHECK(::write(master_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
  }
  // What has been written since.
  std::string shown() const {
    std::string text(65536, '\0');
    const ssize_t size = ::read(master_, text.data(), text.size());
    return text.substr(0, static_cast<std::size_t>(size > 0 ? size : 0));
  }
  static termios mode_of(int fd) {
    termios now{};
    ::tcgetattr(fd, &now);
    return now;
  }
  int smallest_read() const { return mode_of(::fileno(in)).c_cc[VMIN]; }

  std::FILE *in = nullptr, *out = nullptr;

 private:
  int master_ = -1;
};

const std::string up = "\x1b[A", down = "\x1b[B", right = "\x1b[C", left = "\x1b[D";

std::string control(char letter) { return std::string(1, static_cast<char>(letter & 0x1F)); }

// The lines that these keys make, "|" between them; "end" where the input ends.
std::string lines_of(const std::string& keys, Answer wanted = Answer::command) {
  const Terminal terminal;
  if (terminal.in == nullptr) return "no terminal here";
  const auto before = std::signal(SIGINT, SIG_DFL);  // that of the tests would get each Ctrl-C
  LineEditor editor(terminal.in, terminal.out);
  std::signal(SIGINT, before);
  terminal.type(keys + "last\r");
  std::string lines;
  for (int i = 0; i < 20; ++i) {
    const std::optional<InputLine> line = editor.read(wanted);
    static_cast<void>(terminal.shown());
    if (!line) return lines + "end";
    if (line->text == "last") return lines;
    lines += line->text + "|";
  }
  return lines;
}

}  // namespace

TEST_CASE("line editor: in an empty line arrows are commands, in another one they are not") {
  CHECK(lines_of(right + left + "\x1b[5~\x1b[6~") == "s|b|p|n|");
  CHECK(lines_of("ab" + left + left + "c\r") == "cab|");
  CHECK(lines_of(right + "7\r", Answer::number) == "7|");
}

TEST_CASE("line editor: up and down are the history") {
  CHECK(lines_of("p x\rp x\rl\r" + up + up + "\r" + up + "\r") == "p x|p x|l|p x|p x|");
  CHECK(lines_of("p x\rwh" + up + down + "y\r") == "p x|why|");
  CHECK(lines_of("p x\r" + up + up + up + "y\r" + down + "z\r") == "p x|p xy|z|");
  CHECK(lines_of("p x\r" + up + control('c') + "l\r" + up + "\r") == "p x|l|l|");
  CHECK(lines_of("p x\rl\r" + up + up + control('c') + up + "\r") == "p x|l|l|");
  CHECK(lines_of("p x\r" + right + up + "\r") == "p x|s|p x|");  // a step by a key is not in it
  CHECK(lines_of("7\r" + up + "8\r", Answer::number) == "7|8|");
}

TEST_CASE("line editor: an answer is not in the history of the commands") {
  const Terminal terminal;
  REQUIRE(terminal.in != nullptr);
  LineEditor editor(terminal.in, terminal.out);
  terminal.type("p x\r7\r" + up + "\r");
  CHECK(editor.read(Answer::command)->text == "p x");
  CHECK(editor.read(Answer::number)->text == "7");
  CHECK(editor.read(Answer::command)->text == "p x");
}

TEST_CASE("line editor: Ctrl-C empties the line, Ctrl-D ends an empty one") {
  CHECK(lines_of("abc" + control('c') + "d\r") == "d|");
  CHECK(lines_of("ab" + control('a') + control('d') + "\r" + control('d')) == "b|end");
}

TEST_CASE("line editor: the terminal is as it was, also after a signal") {
  const Terminal terminal;
  REQUIRE(terminal.in != nullptr);
  {
    const RawMode raw(terminal.in);
    CHECK(terminal.smallest_read() == 1);
    std::raise(SIGWINCH);
    CHECK(terminal.smallest_read() == 1);
    CHECK(wait_for_bytes(true) == Came::signal);  // one that came before the wait
    CHECK(wait_for_bytes(true) == Came::nothing);
    terminal.type("x");
    CHECK(wait_for_bytes(false) == Came::bytes);
  }
  CHECK(terminal.smallest_read() == 7);
  std::signal(SIGUSR1, [](int) {});
  {
    const RawMode raw(terminal.in);
    std::raise(SIGUSR1);
    CHECK(terminal.smallest_read() == 7);
    CHECK(wait_for_bytes(true) == Came::signal);
  }
  std::signal(SIGUSR1, SIG_DFL);
  CHECK(terminal.smallest_read() == 7);
}

}  // namespace line_editor_test

#endif
