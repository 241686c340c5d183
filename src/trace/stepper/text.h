// text.h: how the stepper reads a line and prints one.
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "trace/stepper/line_editor.h"

namespace holo {

/// The text broken into lines of at most `columns` characters, between words where that is
/// possible; all but the first begin with two spaces. `columns` 0: as it is.
std::string wrapped(std::string_view text, std::size_t columns);

/// False for the further bytes of a character in UTF-8.
inline bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

/// The next line, without its end; nothing at the end of the input.
std::optional<InputLine> read_line(std::FILE* in);

class StepperText {
 public:
  /// `columns`: as in StepperOptions.
  StepperText(std::FILE* in, std::FILE* out, std::size_t columns);

  /// A line of output; its first `marked` characters stand out where `out` has colours.
  void say(std::string_view line, std::size_t marked = 0);

  /// Shows a prompt and reads a line, without white space around it: with a LineEditor where that
  /// works. Nothing at the end.
  std::optional<InputLine> ask(Answer wanted);

  /// True when `out` takes no more.
  bool failed() const { return std::ferror(out_) != 0; }

 private:
  std::FILE *in_, *out_;
  std::size_t columns_;
  bool colours_, echo_;
  std::optional<LineEditor> editor_;
};

}  // namespace holo
