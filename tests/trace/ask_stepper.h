// ask_stepper.h: for the tests of event logs: the log of a function that is a whole program; and of
// the stepper, commands in, text out, without a terminal.
#pragma once

#include <doctest/doctest.h>

#include <cstdio>
#include <functional>
#include <string>

#include "helpers.h"
#include "holo/trace.h"
#include "holo/value.h"

namespace holo {

/// The log of a program on a new tape, without places.
inline TraceLog recorded(const std::function<void()>& program, TraceOptions options = {}) {
  TraceLog log;
  const Tape tape;
  options.places = false;
  {
    const Trace trace(log, options);
    program();
  }
  return log;
}

}  // namespace holo

// The stepper's output for `input`, including prompts and commands.
inline std::string session(const holo::TraceLog& log, const std::string& input,
                           const holo::StepperOptions& options = {}) {
  std::FILE* const in = std::tmpfile();
  std::FILE* const out = std::tmpfile();
  REQUIRE(in != nullptr);
  REQUIRE(out != nullptr);
  std::fwrite(input.data(), 1, input.size(), in);
  std::rewind(in);
  holo::step_through(log, in, out, options);
  std::string text(static_cast<std::size_t>(std::ftell(out)), '\0');
  std::rewind(out);
  CHECK(std::fread(text.data(), 1, text.size(), out) == text.size());
  std::fclose(in);
  std::fclose(out);
  return text;
}

// The stepper's answer to the last command.
inline std::string answer(const holo::TraceLog& log, const std::string& commands) {
  const std::string text = session(log, commands + "\n");
  const std::size_t at = text.find('\n', text.rfind("\n> ") + 1);
  return text.substr(at + 1, text.rfind("the end of the input\n") - at - 1);
}
