// stepper.cpp: reads commands and runs them, until the end.
#include "holo/stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <vector>

#include "base/words.h"
#include "holo/check.h"
#include "trace/stepper/line.h"
#include "trace/stepper/names.h"
#include "trace/stepper/session.h"

namespace holo {
namespace {

void greet(StepperSession& session) {
  const TraceLog& log = session.log;
  session.text.say(fmt::format("stepper: {} steps{}{}, before the first one; h lists the commands",
                               log.events.size(), log.program.empty() ? "" : " of ",
                               plain_label(log.program)));
  if (!log.no_lines.empty()) session.text.say("no source lines: " + plain_label(log.no_lines));
  if (!log.cut.empty()) session.text.say("the log ends early: " + plain_label(log.cut));
}

// The command that is meant by a word and what follows it: p alone is not p NAME.
const StepperCommand* command_of(const std::string& typed, const std::string& argument) {
  const std::string word = typed == "?" ? "help" : typed == "exit" ? "quit" : typed;
  bool is_known = false;
  std::vector<std::string> words;
  for (const StepperCommand& command : stepper_commands()) {
    words.emplace_back(command.whole_word);
    if (word != command.word && word != command.whole_word) continue;
    if (argument.empty() || *command.argument != '\0') return &command;
    is_known = true;
  }
  if (is_known) throw UsageError(word, plain_label(in_quotes(argument)), "nothing after it");
  throw UsageError(plain_label(in_quotes(typed)), "no command", "one that h lists",
                   word == "quiz" ? "why" : nearest_or_longer(word, words));
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
  text.say(where + "  " + event_text(log, state, position() - 1), where.size());
}

void StepperSession::show_step_and_watches() {
  show_step();
  for (const std::string& line : breaks.changes(state)) text.say(line, 5);
}

void step_through(const TraceLog& log, std::FILE* in, std::FILE* out,
                  const StepperOptions& options) {
  StepperSession session{log, options, {in, out, options.columns}, TraceState(log), Breaks(log)};
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
