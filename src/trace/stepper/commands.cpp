// commands.cpp: the table of the commands, which is the help too.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/words.h"
#include "holo/check.h"
#include "trace/formula.h"
#include "trace/stepper/names.h"
#include "trace/stepper/session.h"

namespace holo {
namespace {

void watch(StepperSession& session, const std::string& name) {
  const auto tell = [&](const char* text, std::uint32_t node) {
    session.text.say(fmt::format("{} {}", text, name_and_formula(session.log, node)));
  };
  if (name.empty()) {
    for (const std::uint32_t node : session.breaks.watched()) tell("watching", node);
    if (session.breaks.watched().empty()) session.text.say("no node is watched; try: w NAME");
    return;
  }
  const std::uint32_t node = find_node(session.log, session.position(), name);
  tell(session.breaks.toggle_watch(node) ? "watching" : "no longer watching", node);
}

void set_break(StepperSession& session, const std::string& what) {
  if (what.empty()) {
    for (const std::string& each : session.breaks.all()) {
      session.text.say("break " + plain_label(each));
    }
    if (session.breaks.all().empty()) session.text.say("there is no break; try: break op=add");
    return;
  }
  const bool is_set = session.breaks.toggle(what);
  session.text.say((is_set ? "c stops at " : "c no longer stops at ") + plain_label(what));
}

void save(StepperSession& session, const std::string& path) {
  if (!session.options.save) {
    throw UsageError("save", "this program has given the stepper no function that writes a log",
                     "StepperOptions::save, holo::save_trace say");
  }
  if (path.empty()) throw UsageError("save", "no file", "a name that ends in .json, .html or .txt");
  session.options.save(session.log, path);
  session.text.say("wrote " + plain_label(path));
}

void help(StepperSession& session, const std::string&) {
  std::size_t width = 0;
  const auto left = [](const StepperCommand& c) {
    const std::string whole =
        std::string_view(c.word) == c.whole_word ? "" : std::string(", ") + c.whole_word;
    return c.word + whole + (*c.argument == '\0' ? "" : " ") + c.argument;
  };
  for (const StepperCommand& c : stepper_commands()) width = std::max(width, left(c).size());
  for (const StepperCommand& c : stepper_commands()) {
    if (c.run == save && !session.options.save) continue;
    session.text.say(fmt::format("{:{}}  {}", left(c), width, c.help), left(c).size());
  }
  session.text.say(
      "NAME is a label, as x, or a number, as #3. Enter alone is s, ? is h, exit is q.");
  session.text.say(
      "A step is one operation or one contribution; break backward stops once in each training "
      "step.");
  if (session.text.at_terminal()) {
    session.text.say("For a history, and keys that edit a line: rlwrap PROGRAM --step");
  }
}

void quit(StepperSession& session, const std::string&) { session.done = true; }

constexpr std::array<StepperCommand, 17> commands = {{
    {"s", "step", "[N]", "one step forward, or N", step_forward},
    {"b", "back", "[N]", "one step back, or N", step_back},
    {"c", "continue", "", "forward to a break, to a change of a watched node, or to the end",
     go_on},
    {"rb", "reverse-continue", "", "the same backward", go_on_back},
    {"o", "operation", "", "one operation, backward with all its contributions", next_operation},
    {"n", "next", "", "to the next scope; without scopes one operation", next_scope},
    {"p", "previous", "", "to the previous scope, or one operation back", previous_scope},
    {"g", "goto", "[N]", "to step N, 0 is before the first; without N the current step again",
     go_to_step},
    {"p", "print", "NAME", "print a node: data, gradient, formula, first and last use", print_node},
    {"l", "list", "[TEXT]", "list the nodes with a label, or with TEXT in it", list_nodes},
    {"why", "why", "NAME [N]", "its gradient by the chain rule: a sum over paths, at most N",
     explain_gradient},
    {"check", "check", "NAME", "its gradient against a finite difference", check_gradient},
    {"w", "watch", "[NAME]", "watch a node, again: no longer; without NAME the list", watch},
    {"break", "break", "[WHAT]",
     "c stops at op=NAME, param=NAME, scope=NAME, nan, step=N or backward; again: no longer",
     set_break},
    {"save", "save", "FILE", "write the log: .json for programs, .html for a browser, .txt to read",
     save},
    {"h", "help", "", "this help", help},
    {"q", "quit", "", "quit", quit},
}};

}  // namespace

std::span<const StepperCommand> stepper_commands() { return commands; }

std::size_t count_of(const std::string& text, std::size_t low, std::size_t high,
                     const std::string& what, const std::string& hint) {
  const bool digits = !text.empty() && text.size() < 10 &&
                      text.find_first_not_of("0123456789") == std::string::npos;
  const std::size_t count = digits ? std::stoul(text) : 0;
  if (digits && count >= low && count <= high) return count;
  throw UsageError(what, plain_label(in_quotes(text)),
                   fmt::format("a number from {} to {}", low, high), digits ? hint : "");
}

}  // namespace holo
