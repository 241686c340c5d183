// session.h: where a user of the stepper is, and the commands.
#pragma once

#include <span>
#include <string>

#include "holo/stepper.h"
#include "holo/trace_state.h"
#include "trace/pass.h"
#include "trace/stepper/breaks.h"
#include "trace/stepper/text.h"

namespace holo {

struct StepperSession {
  const TraceLog& log;
  const StepperOptions& options;
  StepperText text;
  TraceState state;
  Breaks breaks;
  bool done = false;

  std::size_t position() const { return state.position(); }
  /// The backward pass of this step. Throws Error, with the name of a command, when none has begun.
  BackwardPass pass_for(const char* command) const;
  /// The event that happened last, as a line: "4/20  #3 mul y = x * w  6 = 3 * 2".
  void show_step();
  /// The same, and what it changed of the watched nodes.
  void show_step_and_watches();
};

/// A command: its word, short and whole (alike where there is one), what may follow, what it does
/// for `h`, and the function, which gets what follows. It throws holo::Error for what cannot be
/// done.
struct StepperCommand {
  const char *word, *whole_word, *argument, *help;
  void (*run)(StepperSession& session, const std::string& argument);
};

/// All of them, in the order of the help.
std::span<const StepperCommand> stepper_commands();

/// An integer from low to high. Throws UsageError; `what` and, for a number, `hint` are for the
/// message.
std::size_t count_of(const std::string& text, std::size_t low, std::size_t high,
                     const std::string& what, const std::string& hint = "");

// Those that move.
void step_forward(StepperSession& session, const std::string& count);
void step_back(StepperSession& session, const std::string& count);
void go_on(StepperSession& session, const std::string&);
void go_on_back(StepperSession& session, const std::string&);
void next_operation(StepperSession& session, const std::string&);
void next_scope(StepperSession& session, const std::string&);
void previous_scope(StepperSession& session, const std::string&);
void go_to_step(StepperSession& session, const std::string& where);

// Those that say something of a node.
void print_node(StepperSession& session, const std::string& name);
void list_nodes(StepperSession& session, const std::string& text);
void explain_gradient(StepperSession& session, const std::string& name);
void check_gradient(StepperSession& session, const std::string& name);

}  // namespace holo
