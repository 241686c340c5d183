// text.h: how the stepper reads a line and prints one.
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace holo {

/// A line that a user has typed.
struct InputLine {
  static constexpr std::size_t most_bytes = 1000;
  std::string text;       // of a longer line the first ones
  std::size_t bytes = 0;  // that it has
};

/// The text broken into lines of at most `columns` characters, between words where that is
/// possible; all but the first begin with two spaces. `columns` 0: as it is.
std::string wrapped(std::string_view text, std::size_t columns);

class StepperText {
 public:
  /// `columns`: as in StepperOptions.
  StepperText(std::FILE* in, std::FILE* out, std::size_t columns);

  /// A line of output; its first `marked` characters stand out where `out` has colours.
  void say(std::string_view line, std::size_t marked = 0);

  /// Shows a prompt and reads a line, without white space around it. Nothing at the end.
  std::optional<InputLine> ask();

  /// True when a terminal shows what is typed. Elsewhere `ask` prints it.
  bool at_terminal() const { return at_terminal_; }

  /// True when `out` takes no more.
  bool failed() const { return std::ferror(out_) != 0; }

 private:
  std::FILE *in_, *out_;
  std::size_t columns_;
  bool colours_, at_terminal_;
};

}  // namespace holo
