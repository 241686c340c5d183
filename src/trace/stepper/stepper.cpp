// stepper.cpp: reads and runs commands until the end; the table of all commands, from which the
// help is made; and the commands that move.
#include "trace/stepper/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <string_view>
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

// Reads the next line, without its newline. Nothing at the end of the input.
std::optional<InputLine> read_line(std::FILE* in) {
  InputLine line;
  int c = std::fgetc(in);
  if (c == EOF) return std::nullopt;
  for (; c != EOF && c != '\n'; c = std::fgetc(in)) {
    if (line.bytes++ < InputLine::most_bytes) line.text += static_cast<char>(c);
  }
  return line;
}

}  // namespace

StepperText::StepperText(std::FILE* in, std::FILE* out)
    : in_(in), out_(out), colours_(takes_colour(out)), at_terminal_(is_terminal(in)) {}

void StepperText::say(std::string_view line, std::size_t marked) {
  std::string text(line);
  if (colours_ && marked > 0) {
    text.insert(marked, "\033[0m");
    text.insert(0, "\033[1m");
  }
  text += '\n';
  std::fwrite(text.data(), 1, text.size(), out_);
}

std::optional<InputLine> StepperText::ask() {
  const auto show = [&](const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), out_);
    std::fflush(out_);
  };
  show(at_terminal_ ? std::string(prompt) : "");
  std::optional<InputLine> line = read_line(in_);
  if (!line) {
    show(at_terminal_ ? "\n" : "the end of the input\n");
    return line;
  }
  line->text = trimmed(line->text);
  if (!at_terminal_) {
    const std::string typed = plain_label(shortened(line->text, "", 100));
    show(typed.empty() ? ">\n" : fmt::format("{}{}\n", prompt, typed));
  }
  return line;
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

std::size_t steps_of(const std::string& count, const char* command) {
  return count.empty() ? 1 : count_of(count, 1, most_steps_shown, command, "g N, to step N");
}

void step_forward(StepperSession& session, const std::string& count) {
  std::size_t left = steps_of(count, "s");
  for (; left > 0 && session.state.step(); --left) session.show_step_and_watches();
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
    const std::vector<std::string> reasons = session.breaks.reasons(session.state);
    if (reasons.empty()) continue;
    session.show_step();
    for (const std::string& reason : reasons) session.text.say(reason, 5);
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
    for (const std::uint32_t node : session.breaks.watched()) tell("watching", node);
    if (session.breaks.watched().empty()) session.text.say("no node is watched; try: w NAME");
    return;
  }
  const std::uint32_t node = find_node(session.log, session.position(), name);
  tell(session.breaks.toggle_watch(node) ? "watching" : "no longer watching", node);
}

void set_break(StepperSession& session, const std::string& what) {
  if (what.empty()) {
    for (const auto& each : session.breaks.all()) {
      session.text.say("break " + plain_label(each.what));
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
  for (const StepperCommand& c : commands()) width = std::max(width, left(c).size());
  for (const StepperCommand& c : commands()) {
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

constexpr std::array<StepperCommand, 12> all_commands = {{
    {"s", "step", "[N]", "one step forward, or N", step_forward},
    {"b", "back", "[N]", "one step back, or N", step_back},
    {"c", "continue", "", "forward to a break, to a change of a watched node, or to the end",
     go_on},
    {"g", "goto", "[N]", "to step N, 0 is before the first; without N the current step again",
     go_to_step},
    {"p", "print", "NAME", "print a node: data, gradient, formula, first and last use", print_node},
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

std::span<const StepperCommand> commands() { return all_commands; }

}  // namespace

std::size_t count_of(const std::string& text, std::size_t low, std::size_t high,
                     const std::string& what, const std::string& hint) {
  const bool digits = !text.empty() && text.size() < 10 &&
                      text.find_first_not_of("0123456789") == std::string::npos;
  const std::size_t count = digits ? std::stoul(text) : 0;
  if (digits && count >= low && count <= high) return count;
  throw UsageError(what, plain_label(in_quotes(text)),
                   fmt::format("a number from {} to {}", low, high), digits ? hint : "");
}

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

// Command words of older versions, and the words that replace them now.
constexpr std::pair<std::string_view, const char*> other_words[] = {
    {"n", "s"},        {"next", "s"}, {"o", "s"},    {"operation", "s"}, {"rb", "b"},
    {"previous", "b"}, {"l", "p"},    {"list", "p"}, {"quiz", "why"}};

const StepperCommand* command_of(const std::string& typed, const std::string& argument) {
  const std::string word = typed == "?" ? "help" : typed == "exit" ? "quit" : typed;
  std::vector<std::string> words;
  for (const StepperCommand& command : commands()) {
    words.emplace_back(command.whole_word);
    if (word != command.word && word != command.whole_word) continue;
    if (argument.empty() || *command.argument != '\0') return &command;
    throw UsageError(word, plain_label(in_quotes(argument)), "nothing after it");
  }
  std::string hint = nearest_or_longer(word, words);
  for (const auto& [other, now] : other_words) {
    if (word == other) hint = now;
  }
  throw UsageError(plain_label(in_quotes(typed)), "no command", "one that h lists", hint);
}

void run_line(StepperSession& session, const InputLine& line) {
  if (line.bytes > InputLine::most_bytes) {
    throw UsageError("the line", fmt::format("{} bytes", line.bytes),
                     fmt::format("a command of at most {}", InputLine::most_bytes));
  }
  if (line.text.empty()) return step_forward(session, "");
  const std::size_t end = std::min(line.text.find_first_of(" \t"), line.text.size());
  const std::size_t next = std::min(line.text.find_first_not_of(" \t", end), line.text.size());
  const std::string argument = line.text.substr(next);
  command_of(line.text.substr(0, end), argument)->run(session, argument);
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
  const std::string where = fmt::format("{}/{}", position(), log.events.size());
  text.say(where + "  " + event_text(log, state, position() - 1) + where_text(log, state.last()),
           where.size());
}

void StepperSession::show_step_and_watches() {
  show_step();
  for (const std::string& line : breaks.changes(state)) text.say(line, 5);
}

void step_through(const TraceLog& log, std::FILE* in, std::FILE* out,
                  const StepperOptions& options) {
  StepperSession session{log, options, {in, out}, TraceState(log), Breaks(log)};
  if (log.events.empty()) {
    session.text.say(
        "stepper: the log is empty: while it was written, the program computed nothing with Values "
        "or Tensors that need gradients");
    if (!log.cut.empty()) session.text.say("the log ends early: " + plain_label(log.cut));
    return;
  }
  greet(session);
  while (!session.done && !session.text.failed()) {
    const std::optional<InputLine> line = session.text.ask();
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
