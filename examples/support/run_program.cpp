// run_program.cpp: turns what a program throws into one line on stderr and an exit code.
#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "base/words.h"
#include "holo/check.h"
#include "support/command_line.h"
#include "support/recording.h"

namespace holo {
namespace {

constexpr int broken_pipe_exit = 141;  // what a shell shows for a program ended by SIGPIPE

// One line whatever a file name holds.
void print_line(const char* kind, std::string_view message) {
  std::fputs(fmt::format("{}{}\n", kind, plain_label(message)).c_str(), stderr);
}

void print_error(std::string_view message) { print_line("error: ", message); }

// Says why stdout did not take the output; returns the exit code.
int failed_output(int reason) {
  if (reason == EPIPE) return broken_pipe_exit;
  const std::string why = reason == 0 ? "a write failed" : std::generic_category().message(reason);
  print_error("stdout: " + why + "; expected a place that takes the output");
  return 1;
}

int exit_code_of(const std::function<void()>& part) {
  try {
    part();
    return 0;
  } catch (const HelpRequested& help) {
    return std::fputs(help.text.c_str(), stdout) >= 0 ? 0 : failed_output(errno);
  } catch (const Interrupted& interrupted) {
    return 128 + interrupted.signal;  // what a shell shows for a program that it ended
  } catch (const UsageError& error) {
    std::fflush(stdout);
    print_error(error.what());
    return 2;
  } catch (const std::bad_alloc&) {
    std::fflush(stdout);
    std::fputs("error: memory: the system has no more; expected a smaller model or data set\n",
               stderr);
    return 1;
  } catch (const std::system_error& error) {
    if (error.code().value() == EPIPE) return broken_pipe_exit;
    std::fflush(stdout);
    if (std::ferror(stdout) != 0) return failed_output(error.code().value());
    print_error(error.what());
    return 1;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    print_error(error.what());
    return 1;
  }
}

// Opens /dev/null for those of the descriptors 0, 1 and 2 that the caller has closed, as with
// `>&- 2>&-`. Else the next file that is opened takes their number, and what is meant for the
// screen is written into it. So a closed stdout is as good as /dev/null: what is printed there is
// dropped, and is no error. Throws Error where there is no /dev/null.
void open_missing_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest number that is free: this one, since those below it are open.
    if (::open("/dev/null", O_RDWR) == descriptor) continue;
    throw Error("/dev/null", std::generic_category().message(errno),
                "a device that takes what nobody reads", "open stdin, stdout and stderr");
  }
}

// A file that grows above the limit of the shell, `ulimit -f`, is then a write that fails (EFBIG),
// with file and reason, in place of a signal (SIGXFSZ) that ends the program at once.
void ignore_file_size_signal() { std::signal(SIGXFSZ, SIG_IGN); }

}  // namespace

void flush_output() {
  if (std::fflush(stdout) != 0) throw std::system_error(errno, std::generic_category(), "stdout");
}

void print_warning(std::string_view message) { print_line("warning: ", message); }

int run_program(int argc, char** argv, void (*program)(int, char**)) {
  const int program_code = exit_code_of([&] {
    open_missing_streams();
    ignore_file_size_signal();
    program(argc, argv);
  });
  const int recording_code = exit_code_of([&] { end_recording(program_code != 0); });
  const int code = program_code != 0 ? program_code : recording_code;
  errno = 0;
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  const int reason = errno;
  return failed && code == 0 ? failed_output(reason) : code;
}

}  // namespace holo
