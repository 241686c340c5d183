// edited_line.h: a line that is being typed, and the cursor in it.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "trace/stepper/input_line.h"
#include "trace/stepper/keys.h"

namespace holo {

class EditedLine {
 public:
  const std::string& text() const { return text_; }
  /// How many bytes have been typed that a line does not take.
  std::size_t bytes_left_out() const { return bytes_left_out_; }

  /// Another text, with the cursor behind it.
  void set(std::string text) {
    text_ = std::move(text);
    cursor_ = text_.size();
    bytes_left_out_ = 0;
  }

  /// Moves the cursor, inserts or erases; other keys do nothing.
  void edit(const KeyPress& press);

  /// The part that a window shows, with the cursor, in front of it and behind.
  struct View {
    std::string before, after;
  };
  View view(std::size_t columns) const;

 private:
  std::size_t left_of(std::size_t at) const;
  std::size_t right_of(std::size_t at) const;
  std::size_t word_before(std::size_t at) const;
  void insert(const std::string& character);
  void erase(std::size_t begin, std::size_t end);

  std::string text_;        // in UTF-8
  std::size_t cursor_ = 0;  // where a character begins, or the end
  std::size_t bytes_left_out_ = 0;
};

}  // namespace holo
