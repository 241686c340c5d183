// input_line.h: a line that a user of the stepper has typed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace holo {

inline constexpr std::string_view stepper_prompt = "> ";

/// What the stepper asks for.
enum class Answer { command, number };

struct InputLine {
  static constexpr std::size_t most_bytes = 1000;
  std::string text;       // of a longer line the first ones
  std::size_t bytes = 0;  // that it has
};

}  // namespace holo
