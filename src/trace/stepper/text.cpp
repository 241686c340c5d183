// text.cpp: wrapping, the prompt, and lines of any length.
#include "trace/stepper/text.h"

#include <algorithm>

#include "base/label.h"
#include "base/shortened.h"
#include "base/terminal.h"

namespace holo {
namespace {

constexpr std::string_view indent = "  ";
constexpr std::size_t narrowest = 10;

// Where the first `columns` characters end.
std::size_t end_of(std::string_view text, std::size_t columns) {
  std::size_t i = 0;
  while (i < text.size() && (columns > 0 || !begins_character(text[i]))) {
    if (begins_character(text[i++])) --columns;
  }
  return i;
}

std::string trimmed(const std::string& text) {
  const char* const spaces = " \t\r\n";
  const std::size_t first = text.find_first_not_of(spaces);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t columns) {
  if (columns == 0) return std::string(text);
  columns = std::max(columns, narrowest);
  std::string out;
  while (true) {
    const std::size_t room = out.empty() ? columns : columns - indent.size();
    std::size_t end = end_of(text, room);
    if (end == text.size()) return out.append(text);
    const std::size_t space = text.rfind(' ', end);
    const std::size_t first = text.find_first_not_of(' ');
    if (space != std::string_view::npos && space > first) end = space;
    out.append(text.substr(0, text.find_last_not_of(' ', end - 1) + 1)).append("\n").append(indent);
    const std::size_t next = text.find_first_not_of(' ', end);
    text.remove_prefix(std::min(next, text.size()));
  }
}

std::optional<InputLine> read_line(std::FILE* in) {
  InputLine line;
  int c = std::fgetc(in);
  if (c == EOF) return std::nullopt;
  for (; c != EOF && c != '\n'; c = std::fgetc(in)) {
    if (line.bytes++ < InputLine::most_bytes) line.text += static_cast<char>(c);
  }
  return line;
}

StepperText::StepperText(std::FILE* in, std::FILE* out, std::size_t columns)
    : in_(in), out_(out), columns_(columns), colours_(takes_colour(out)), echo_(!is_terminal(in)) {
  if (LineEditor::works_on(in, out)) editor_.emplace(in, out);
}

void StepperText::say(std::string_view line, std::size_t marked) {
  std::string text = wrapped(line, columns_ > 0 ? columns_ : terminal_columns(out_));
  if (colours_ && marked > 0) {
    text.insert(end_of(text, marked), "\033[0m");
    text.insert(0, "\033[1m");
  }
  text += '\n';
  std::fwrite(text.data(), 1, text.size(), out_);
}

std::optional<InputLine> StepperText::ask(Answer wanted) {
  const auto show = [&](const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), out_);
    std::fflush(out_);
  };
  if (!echo_ && !editor_) show(std::string(stepper_prompt));
  std::fflush(out_);
  std::optional<InputLine> line = editor_ ? editor_->read(wanted) : read_line(in_);
  if (!line) {
    show(echo_ ? "the end of the input\n" : "\n");
    return line;
  }
  line->text = trimmed(line->text);
  if (echo_) {
    const std::string typed = plain_label(shortened(line->text, "", 100));
    show(typed.empty() ? ">\n" : fmt::format("{}{}\n", stepper_prompt, typed));
  }
  return line;
}

}  // namespace holo
