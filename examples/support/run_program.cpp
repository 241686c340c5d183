// run_program.cpp: turns what a program throws into one line on stderr and an exit code.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "holo/check.h"
#include "support/command_line.h"

namespace holo {
namespace {

constexpr int broken_pipe_exit = 141;  // what a shell shows for a program ended by SIGPIPE

// One line whatever a file name holds: control characters as \xNN.
void print_error(std::string_view message) {
  std::string line = "error: ";
  for (const char c : message) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      line += fmt::format("\\x{:02X}", byte);
    } else {
      line += c;
    }
  }
  line += '\n';
  std::fputs(line.c_str(), stderr);
}

int exit_code_of(int argc, char** argv, void (*program)(int, char**)) {
  try {
    program(argc, argv);
    return 0;
  } catch (const HelpRequested& help) {
    std::fputs(help.text.c_str(), stdout);
    return 0;
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
    print_error(error.what());
    return 1;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    print_error(error.what());
    return 1;
  }
}

}  // namespace

int run_program(int argc, char** argv, void (*program)(int, char**)) {
  const int code = exit_code_of(argc, argv, program);
  errno = 0;
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  const int reason = errno;
  if (!failed || code != 0) return code;
  if (reason == EPIPE) return broken_pipe_exit;
  const std::string why = reason == 0 ? "a write failed" : std::generic_category().message(reason);
  print_error("stdout: " + why + "; expected a place that takes the output");
  return 1;
}

}  // namespace holo
