// line_editor.h: reads lines from a terminal, with editing and a history.
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "trace/stepper/edited_line.h"
#include "trace/stepper/input_line.h"

namespace holo {

class LineEditor {
 public:
  /// True when both are terminals that can be written over.
  static bool works_on(std::FILE* in, std::FILE* out);

  /// REQUIRES: works_on(in, out).
  LineEditor(std::FILE* in, std::FILE* out);

  /// Shows the prompt and reads a line; nothing after Ctrl-D in an empty line. Where a command is
  /// wanted, up and down bring back those of before, and in an empty line left is the command b,
  /// right is s, and Page Up and Page Down are p and n. Ctrl-C empties the line; a program with a
  /// handler of SIGINT gets this signal.
  std::optional<InputLine> read(Answer wanted);

 private:
  void show(const EditedLine& line) const;
  void write(const std::string& text) const;
  void leave_line(const EditedLine& line) const;
  void cancel(EditedLine& line) const;
  void recall(EditedLine& line, Key key);

  std::FILE *in_, *out_;
  KeyReader keys_;
  bool program_handles_interrupt_;
  std::vector<std::string> lines_;  // commands of before
  std::size_t at_ = 0;              // which of them is shown; behind the last one: the new line
  EditedLine new_line_;             // as it was before one was brought back
};

}  // namespace holo
