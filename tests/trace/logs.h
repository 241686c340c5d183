// logs.h: for the tests of event logs: the log of a function that is a whole program, its events
// and last numbers; and of the stepper, commands in, text out, without a terminal.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/tensor.h"
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

inline std::vector<TraceEvent> events_of(const TraceLog& log, TraceEvent::Kind kind) {
  std::vector<TraceEvent> found;
  for (const TraceEvent& event : log.events) {
    if (event.kind == kind) found.push_back(event);
  }
  return found;
}

inline std::uint32_t node_of(const TraceLog& log, const Tensor& x) {
  for (std::uint32_t i = static_cast<std::uint32_t>(log.nodes.size()); i-- > 0;) {
    if (log.nodes[i].number == x.node().id) return i;
  }
  return TraceEvent::none;
}

inline bool same_bits(std::span<const double> logged, const std::vector<real>& numbers) {
  std::vector<real> found(logged.begin(), logged.end());
  return found.size() == numbers.size() &&
         std::memcmp(found.data(), numbers.data(), found.size() * sizeof(real)) == 0;
}

// Checks that the end of the log has the engine's numbers and gradients.
inline void check_end(const TraceLog& log, const std::vector<Tensor>& tensors) {
  TraceState state(log);
  state.go_to(log.events.size());
  for (const Tensor& x : tensors) {
    const std::uint32_t node = node_of(log, x);
    CAPTURE(log.name(node));
    CHECK(same_bits(state.value(node), x.to_vector()));
    const Tensor grad = x.grad();
    const std::vector<real> zeros(static_cast<std::size_t>(x.numel()));
    const std::span<const double> logged = state.grad(node);
    CHECK(same_bits(logged.empty() ? std::vector<double>(zeros.size()) : logged,
                    grad.defined() ? grad.to_vector() : zeros));
  }
}

// The first event whose numbers do not follow from the state before it; "" if all do. An op is
// called again, and of a contribution of a Value the numbers follow from each other. In
// replay_test.cpp.
std::string replay(const TraceLog& log);

}  // namespace holo

// The stepper's output for `input`, including prompts and commands.
inline std::string session(const holo::TraceLog& log, const std::string& input) {
  std::FILE* const in = std::tmpfile();
  std::FILE* const out = std::tmpfile();
  REQUIRE(in != nullptr);
  REQUIRE(out != nullptr);
  std::fwrite(input.data(), 1, input.size(), in);
  std::rewind(in);
  holo::step_through(log, in, out);
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
