// stepper.cpp: reads and runs commands until the end; the table of all commands, from which the
// help is made; and the commands that move, which stop at breaks and changes of watched nodes.
#include "trace/stepper/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <exception>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/system.h"
#include "base/words.h"
#include "holo/check.h"
#include "holo/trace.h"
#include "trace/formula.h"
#include "trace/stepper/line.h"

namespace holo {

// ---- lines ----

namespace {

constexpr std::string_view prompt = "> ";

std::string trimmed(const std::string& text) {
  const char* const spaces = " \t\r\n";
  const std::size_t first = text.find_first_not_of(spaces);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

}  // namespace

StepperText::StepperText(std::FILE* in, std::FILE* out)
    : in_(in), out_(out), at_terminal_(is_terminal(in)) {}

void StepperText::say(std::string_view line) {
  const std::string text = std::string(line) + '\n';
  std::fwrite(text.data(), 1, text.size(), out_);
}

std::optional<std::string> StepperText::ask() {
  const auto show = [&](const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), out_);
    std::fflush(out_);
  };
  if (at_terminal_) show(std::string(prompt));
  std::string line;
  int c = std::fgetc(in_);
  if (c == EOF) {
    show(at_terminal_ ? "\n" : "the end of the input\n");
    return std::nullopt;
  }
  for (; c != EOF && c != '\n'; c = std::fgetc(in_)) line += static_cast<char>(c);
  line = trimmed(line);
  if (!at_terminal_) {
    const std::string typed = plain_label(shortened(line, "", 100));
    show(typed.empty() ? ">\n" : fmt::format("{}{}\n", prompt, typed));
  }
  return line;
}

// ---- breaks and watched nodes ----

namespace {

// True for the node of this name and for its parts: "wte[5]" also means wte[5][0], wte[5][1] ...
bool is_part_of(const TraceLog& log, std::uint32_t node, const std::string& name) {
  return is_named(log, node, name) || plain_label(log.nodes[node].label).starts_with(name + "[");
}

bool all_finite(const TraceLog& log, const TraceEvent& event) {
  for (int i = 0; i < log.runs(event); ++i) {
    const std::span<const double> run = log.run(event, i);
    if (!std::all_of(run.begin(), run.end(), [](double x) { return std::isfinite(x); }))
      return false;
    if (log.whole(event)) continue;
    const TraceSummary summary(run);
    if (summary.nan_count > 0 || summary.infinity_count > 0) return false;
  }
  return true;
}

bool same(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

// True if the event makes, uses or changes the parameter, or contributes to its gradient.
bool is_about(const TraceLog& log, const TraceEvent& event, const std::string& parameter) {
  const auto is_it = [&](std::uint32_t node) { return is_part_of(log, node, parameter); };
  if (event.kind == TraceEvent::Kind::contribution) return is_it(event.parent);
  const std::vector<std::uint32_t>& parents = log.nodes[event.node].parents;
  return is_it(event.node) || (event.kind == TraceEvent::Kind::forward &&
                               std::any_of(parents.begin(), parents.end(), is_it));
}

// Throws UsageError for a condition that no event can meet.
std::function<bool(const TraceEvent&)> condition_of(const TraceLog& log, const std::string& what) {
  const std::size_t equal = std::min(what.find('='), what.size());
  const std::string kind = what.substr(0, equal),
                    value = what.substr(std::min(equal + 1, what.size()));
  if (kind == "op") {
    std::set<std::string> names;
    for (const TracedNode& node : log.nodes) names.insert(node.op);
    if (!names.contains(value)) {
      const std::vector<std::string> ops(names.begin(), names.end());
      throw UsageError(plain_label(in_quotes(value)), "no op of this log", "one of " + listed(ops),
                       nearest(value, ops));
    }
    return [&log, value](const TraceEvent& event) { return log.nodes[event.node].op == value; };
  }
  if (kind == "param") {
    bool is_there = false;
    for (std::uint32_t i = 0; i < log.nodes.size(); ++i) {
      is_there = is_there || is_part_of(log, i, value);
    }
    if (!is_there) find_node(log, 0, value);  // throws an error that lists the names
    return [&log, value](const TraceEvent& event) { return is_about(log, event, value); };
  }
  if (what == "nan") return [&log](const TraceEvent& event) { return !all_finite(log, event); };
  if (what == "backward") {
    return [](const TraceEvent& event) { return event.kind == TraceEvent::Kind::backward; };
  }
  throw UsageError("break", plain_label(in_quotes(what)), "op=NAME, param=NAME, nan or backward");
}

}  // namespace

std::vector<std::string> StepperSession::changes() {
  std::vector<std::string> lines;
  if (position() == 0 || watched.empty()) return lines;
  struct Watched {
    std::span<const double> value, grad;
  };
  std::vector<Watched> before;
  state.back();
  for (const std::uint32_t node : watched) before.push_back({state.value(node), state.grad(node)});
  state.step();
  for (std::size_t i = 0; i < watched.size(); ++i) {
    const std::uint32_t node = watched[i];
    const auto tell = [&](const char* what, std::span<const double> from,
                          std::span<const double> to) {
      if (same(from, to)) return;
      if (what == std::string_view("data") && (from.empty() || to.empty())) {
        lines.push_back(fmt::format("watch {}: made: {}", log.name(node),
                                    numbers_text(log, node, from.empty() ? to : from)));
        return;
      }
      lines.push_back(fmt::format("watch {}: {} {} -> {}", log.name(node), what,
                                  numbers_text(log, node, from), numbers_text(log, node, to)));
    };
    tell("data", before[i].value, state.value(node));
    tell("grad", before[i].grad, state.grad(node));
  }
  return lines;
}

// ---- moves ----

namespace {

constexpr std::size_t most_steps_shown = 1000;

void say_end(StepperSession& session) {
  session.text.say(fmt::format("the end: {} steps; b goes back, q quits", session.position()));
  const std::string& cut = session.log.cut;
  if (!cut.empty()) session.text.say("the log ends early: " + plain_label(cut));
}

void say_beginning(StepperSession& session) {
  session.text.say("the beginning: no step before this one; s goes forward, q quits");
}

// Reads an integer from low to high. Otherwise throws UsageError, which names `what`; `hint` is
// added if the text is an integer outside these limits.
std::size_t count_of(const std::string& text, std::size_t low, std::size_t high,
                     const std::string& what, const std::string& hint = "") {
  const bool digits = !text.empty() && text.size() < 10 &&
                      text.find_first_not_of("0123456789") == std::string::npos;
  const std::size_t count = digits ? std::stoul(text) : 0;
  if (digits && count >= low && count <= high) return count;
  throw UsageError(what, plain_label(in_quotes(text)),
                   fmt::format("a number from {} to {}", low, high), digits ? hint : "");
}

std::size_t steps_of(const std::string& count, const char* command) {
  return count.empty() ? 1 : count_of(count, 1, most_steps_shown, command, "g N, to step N");
}

void step_forward(StepperSession& session, const std::string& count) {
  std::size_t left = steps_of(count, "s");
  for (; left > 0 && session.state.step(); --left) {
    session.show_step();
    for (const std::string& line : session.changes()) session.text.say(line);
  }
  if (left > 0) say_end(session);
}

void step_back(StepperSession& session, const std::string& count) {
  std::size_t left = steps_of(count, "b");
  for (; left > 0 && session.state.back(); --left) session.show_step();
  if (left > 0) say_beginning(session);
}

// Steps forward until there is a reason to stop.
void go_on(StepperSession& session, const std::string&) {
  bool moved = false;
  while (session.state.step()) {
    moved = true;
    std::vector<std::string> reasons;
    for (const auto& [what, matches] : session.breaks) {
      if (matches(session.state.last())) reasons.push_back("break " + plain_label(what));
    }
    for (std::string& line : session.changes()) reasons.push_back(std::move(line));
    if (reasons.empty()) continue;
    session.show_step();
    for (const std::string& reason : reasons) session.text.say(reason);
    return;
  }
  if (moved) session.show_step();
  say_end(session);
}

void go_to_step(StepperSession& session, const std::string& where) {
  const std::size_t last = session.log.events.size();
  if (!where.empty()) session.state.go_to(where == "end" ? last : count_of(where, 0, last, "g"));
  session.show_step();
}

// ---- commands ----

// A command's short and whole word (equal if it has only one), argument, and line of the help.
struct StepperCommand {
  const char *word, *whole_word, *argument, *help;
  void (*run)(StepperSession& session, const std::string& argument);
};
// All commands, in the order of the help.
std::span<const StepperCommand> commands();

void watch(StepperSession& session, const std::string& name) {
  const auto tell = [&](const char* text, std::uint32_t node) {
    session.text.say(fmt::format("{} {}", text, name_and_formula(session.log, node)));
  };
  if (name.empty()) {
    for (const std::uint32_t node : session.watched) tell("watching", node);
    if (session.watched.empty()) session.text.say("no node is watched; try: w NAME");
    return;
  }
  const std::uint32_t node = find_node(session.log, session.position(), name);
  if (std::erase(session.watched, node) > 0) return tell("no longer watching", node);
  session.watched.push_back(node);
  tell("watching", node);
}

void set_break(StepperSession& session, const std::string& what) {
  if (what.empty()) {
    for (const auto& each : session.breaks) session.text.say("break " + plain_label(each.what));
    if (session.breaks.empty()) session.text.say("there is no break; try: break op=add");
    return;
  }
  const bool was_set = std::erase_if(session.breaks, [&](const auto& b) { return b.what == what; });
  if (!was_set) session.breaks.push_back({what, condition_of(session.log, what)});
  session.text.say((was_set ? "c no longer stops at " : "c stops at ") + plain_label(what));
}

void save(StepperSession& session, const std::string& path) {
  if (path.empty()) throw UsageError("save", "no file", "a name that ends in .json, .html or .txt");
  save_trace(session.log, path);
  session.text.say("wrote " + plain_label(path));
}

void help(StepperSession& session, const std::string&) {
  std::size_t width = 0;
  const auto left = [](const StepperCommand& c) {
    const std::string whole =
        std::string_view(c.word) == c.whole_word ? "" : std::string(", ") + c.whole_word;
    return c.word + whole + (*c.argument == '\0' ? "" : " ") + c.argument;
  };
  for (const StepperCommand& c : commands()) width = std::max(width, left(c).size());
  for (const StepperCommand& c : commands()) {
    session.text.say(fmt::format("{:{}}  {}", left(c), width, c.help));
  }
  session.text.say("NAME is a label, as x, or a number, as #3. Enter alone is s.");
  session.text.say(
      "A step is one operation or one contribution; break backward stops once in each training "
      "step.");
}

void quit(StepperSession& session, const std::string&) { session.done = true; }

constexpr std::array<StepperCommand, 12> all_commands = {{
    {"s", "step", "[N]", "one step forward, or N", step_forward},
    {"b", "back", "[N]", "one step back, or N", step_back},
    {"c", "continue", "", "forward to a break, to a change of a watched node, or to the end",
     go_on},
    {"g", "goto", "[N]", "to step N, 0 is before the first; without N the current step again",
     go_to_step},
    {"p", "print", "NAME", "print a node: data, gradient, formula", print_node},
    {"why", "why", "NAME", "its gradient by the chain rule: a sum over paths", explain_gradient},
    {"check", "check", "NAME", "its gradient against a finite difference", check_gradient},
    {"w", "watch", "[NAME]", "watch a node, again: no longer; without NAME the list", watch},
    {"break", "break", "[WHAT]",
     "c stops at op=NAME, param=NAME, nan or backward; again: no longer", set_break},
    {"save", "save", "FILE", "write the log: .json for programs, .html for a browser, .txt to read",
     save},
    {"h", "help", "", "this help", help},
    {"q", "quit", "", "quit", quit},
}};

std::span<const StepperCommand> commands() { return all_commands; }

}  // namespace

// ---- the session ----

namespace {

void greet(StepperSession& session) {
  const TraceLog& log = session.log;
  session.text.say(fmt::format("stepper: {} steps{}{}, before the first one; h lists the commands",
                               log.events.size(), log.program.empty() ? "" : " of ",
                               plain_label(log.program)));
  if (!log.no_lines.empty()) session.text.say("no source lines: " + plain_label(log.no_lines));
  if (!log.cut.empty()) session.text.say("the log ends early: " + plain_label(log.cut));
}

const StepperCommand* command_of(const std::string& word, const std::string& argument) {
  std::vector<std::string> words;
  for (const StepperCommand& command : commands()) {
    words.emplace_back(command.whole_word);
    if (word != command.word && word != command.whole_word) continue;
    if (argument.empty() && std::string_view(command.argument) == "NAME") {
      throw UsageError(word, "no NAME", "a label, as x, or a number, as #3");
    }
    if (argument.empty() || *command.argument != '\0') return &command;
    throw UsageError(word, plain_label(in_quotes(argument)), "nothing after it");
  }
  throw UsageError(plain_label(in_quotes(word)), "no command", "one that h lists",
                   nearest(word, words));
}

void run_line(StepperSession& session, const std::string& line) {
  if (line.empty()) return step_forward(session, "");
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::string argument =
      line.substr(std::min(line.find_first_not_of(" \t", end), line.size()));
  command_of(line.substr(0, end), argument)->run(session, argument);
}

}  // namespace

BackwardPass StepperSession::pass_for(const char* command) const {
  if (const std::optional<BackwardPass> pass = pass_at(log, position())) return *pass;
  throw Error(command, fmt::format("no backward has begun at step {}", position()),
              "a step of a backward", "break backward, then c");
}

void StepperSession::show_step() {
  if (position() == 0)
    return text.say(fmt::format("0/{}  before the first step", log.events.size()));
  text.say(fmt::format("{}/{}  {}{}", position(), log.events.size(),
                       event_text(log, state, position() - 1), where_text(log, state.last())));
}

void step_through(const TraceLog& log, std::FILE* in, std::FILE* out) {
  StepperSession session{log, {in, out}, TraceState(log)};
  if (log.events.empty()) {
    session.text.say(
        "stepper: the log is empty: while it was written, the program computed nothing with Values "
        "or Tensors that need gradients");
    if (!log.cut.empty()) session.text.say("the log ends early: " + plain_label(log.cut));
    return;
  }
  greet(session);
  while (!session.done && !session.text.failed()) {
    const std::optional<std::string> line = session.text.ask();
    if (!line) break;
    try {
      run_line(session, *line);
    } catch (const std::exception& error) {
      session.text.say(plain_label(error.what()));
    }
  }
  std::fflush(out);
}

}  // namespace holo
