// edited_line.cpp: keys that edit, and which part of a long line is in sight.
#include "trace/stepper/edited_line.h"

#include "trace/stepper/text.h"

namespace holo {
namespace {

// At least as many columns as the character takes: only those of three bytes or more can take two.
std::size_t columns_of(std::size_t bytes) { return bytes < 3 ? 1 : 2; }

}  // namespace

std::size_t EditedLine::left_of(std::size_t at) const {
  if (at > 0) --at;
  while (at > 0 && !begins_character(text_[at])) --at;
  return at;
}

std::size_t EditedLine::right_of(std::size_t at) const {
  if (at < text_.size()) ++at;
  while (at < text_.size() && !begins_character(text_[at])) ++at;
  return at;
}

std::size_t EditedLine::word_before(std::size_t at) const {
  while (at > 0 && text_[at - 1] == ' ') --at;
  while (at > 0 && text_[at - 1] != ' ') --at;
  return at;
}

void EditedLine::insert(const std::string& character) {
  if (text_.size() + character.size() > InputLine::most_bytes) {
    bytes_left_out_ += character.size();
    return;
  }
  text_.insert(cursor_, character);
  cursor_ += character.size();
}

// What has been left out is missing until the line is empty.
void EditedLine::erase(std::size_t begin, std::size_t end) {
  text_.erase(begin, end - begin);
  cursor_ = begin;
  if (text_.empty()) bytes_left_out_ = 0;
}

void EditedLine::edit(const KeyPress& press) {
  switch (press.key) {
    case Key::character:
      insert(press.text);
      return;
    case Key::left:
      cursor_ = left_of(cursor_);
      return;
    case Key::right:
      cursor_ = right_of(cursor_);
      return;
    case Key::home:
      cursor_ = 0;
      return;
    case Key::end:
      cursor_ = text_.size();
      return;
    case Key::erase_left:
      erase(left_of(cursor_), cursor_);
      return;
    case Key::erase_here:
    case Key::end_or_erase_here:
      erase(cursor_, right_of(cursor_));
      return;
    case Key::erase_word:
      erase(word_before(cursor_), cursor_);
      return;
    case Key::erase_to_begin:
      erase(0, cursor_);
      return;
    case Key::erase_to_end:
      erase(cursor_, text_.size());
      return;
    default:
      return;
  }
}

// As much as fits in front of the cursor, then what fits behind it.
EditedLine::View EditedLine::view(std::size_t columns) const {
  std::size_t begin = cursor_, end = cursor_, used = 0;
  const auto fits = [&](std::size_t bytes) {
    const bool has_room = used + columns_of(bytes) <= columns;
    if (has_room) used += columns_of(bytes);
    return has_room;
  };
  while (begin > 0 && fits(begin - left_of(begin))) begin = left_of(begin);
  while (end < text_.size() && fits(right_of(end) - end)) end = right_of(end);
  return {text_.substr(begin, cursor_ - begin), text_.substr(cursor_, end - cursor_)};
}

}  // namespace holo
