// text.cpp: wrapping, the prompt, and lines of any length.
#include "trace/stepper/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/terminal.h"
#include "base/words.h"

namespace holo {
namespace {

constexpr std::string_view indent = "  ", prompt = "> ";
constexpr std::size_t narrowest = 10;

// False for the further bytes of a character in UTF-8.
bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

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

// The next line, without its end; nothing at the end of the input.
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

StepperText::StepperText(std::FILE* in, std::FILE* out, std::size_t columns)
    : in_(in),
      out_(out),
      columns_(columns),
      colours_(takes_colour(out)),
      at_terminal_(is_terminal(in)) {}

void StepperText::say(std::string_view line, std::size_t marked) {
  std::string text = wrapped(line, columns_ > 0 ? columns_ : terminal_columns(out_));
  if (colours_ && marked > 0) {
    text.insert(end_of(text, marked), "\033[0m");
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

}  // namespace holo
