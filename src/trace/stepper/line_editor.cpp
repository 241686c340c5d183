// line_editor.cpp: one loop over keys. After each the line is written again, over itself.
#include "trace/stepper/line_editor.h"

#include <algorithm>
#include <csignal>

#include "base/terminal.h"
#include "trace/stepper/raw_mode.h"

namespace holo {
namespace {

constexpr std::size_t usual_columns = 80;

bool program_handles(int signal) {
  struct sigaction action {};
  ::sigaction(signal, nullptr, &action);
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

// What a key stands for in an empty line.
const char* command_of_key(Key key) {
  switch (key) {
    case Key::left:
      return "b";
    case Key::right:
      return "s";
    case Key::page_up:
      return "p";
    case Key::page_down:
      return "n";
    default:
      return nullptr;
  }
}

// To all that run in this terminal with the program, make say: as the terminal does.
void send_to_group(int signal) { ::kill(0, signal); }

}  // namespace

bool LineEditor::works_on(std::FILE* in, std::FILE* out) {
  return is_terminal(in) && takes_escapes(out);
}

LineEditor::LineEditor(std::FILE* in, std::FILE* out)
    : in_(in), out_(out), keys_(in), program_handles_interrupt_(program_handles(SIGINT)) {}

void LineEditor::write(const std::string& text) const {
  std::fwrite(text.data(), 1, text.size(), out_);
  std::fflush(out_);
}

// The second time up to the cursor alone: then the terminal's own is there, however wide the
// characters are.
void LineEditor::show(const EditedLine& line) const {
  const std::size_t columns = terminal_columns(out_), taken = stepper_prompt.size() + 1;
  const EditedLine::View view =
      line.view(std::max(columns == 0 ? usual_columns : columns, taken + 2) - taken);
  const std::string before = "\r" + std::string(stepper_prompt) + view.before;
  write(before + view.after + "\033[K" + before);
}

// The cursor behind the line, and a new one below.
void LineEditor::leave_line(const EditedLine& line) const {
  EditedLine whole = line;
  whole.set(line.text());
  show(whole);
  write("\n");
}

void LineEditor::cancel(EditedLine& line) const {
  leave_line(line);
  line.set("");
  if (program_handles_interrupt_) send_to_group(SIGINT);
}

void LineEditor::recall(EditedLine& line, Key key) {
  if (key == Key::up ? at_ == 0 : at_ == lines_.size()) return;
  if (at_ == lines_.size()) new_line_ = line;
  at_ = key == Key::up ? at_ - 1 : at_ + 1;
  if (at_ == lines_.size()) {
    line = new_line_;
  } else {
    line.set(lines_[at_]);
  }
}

std::optional<InputLine> LineEditor::read(Answer wanted) {
  std::optional<RawMode> raw(std::in_place, in_);
  const bool is_command = wanted == Answer::command;
  EditedLine line;
  at_ = lines_.size();
  for (show(line);; show(line)) {
    const KeyPress press = keys_.read();
    const bool is_empty = line.text().empty();
    if (const char* const command = command_of_key(press.key); command && is_command && is_empty) {
      line.set(command);
      leave_line(line);
      return InputLine{line.text(), line.text().size()};
    }
    switch (press.key) {
      case Key::enter:
        leave_line(line);
        if (is_command && !is_empty && (lines_.empty() || lines_.back() != line.text())) {
          lines_.push_back(line.text());
        }
        return InputLine{line.text(), line.text().size() + line.bytes_left_out()};
      case Key::closed:
        return std::nullopt;
      case Key::end_or_erase_here:
        if (is_empty) return std::nullopt;
        break;
      case Key::up:
      case Key::down:
        if (is_command) recall(line, press.key);
        break;
      case Key::cancel:
        cancel(line);
        at_ = lines_.size();
        raw.emplace(in_);
        break;
      case Key::clear_screen:
        write("\033[H\033[2J");
        break;
      case Key::stop_program:
      case Key::quit_program:
        send_to_group(press.key == Key::stop_program ? SIGTSTP : SIGQUIT);
        raw.emplace(in_);
        break;
      case Key::signal:
        raw.emplace(in_);
        break;
      default:
        break;
    }
    line.edit(press);
  }
}

}  // namespace holo
