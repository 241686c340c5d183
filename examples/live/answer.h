// answer.h: an answer as JSON, one member after the other: {"step":2,"losses":[3.31,3.27]}.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "files/text.h"

namespace holo {

class Answer {
 public:
  Answer& add(const char* name, double number) { return member(name, text_of(number)); }
  Answer& add(const char* name, const std::vector<double>& numbers) {
    return list(name, numbers, text_of);
  }
  Answer& add(const char* name, const std::vector<std::string>& texts) {
    return list(name, texts, [](const std::string& text) { return json_string(text); });
  }
  Answer& add(const char* name, const std::string& text) { return member(name, json_string(text)); }
  std::string text() const { return "{" + members_ + "}"; }

 private:
  // Six digits are enough to draw; null is what JSON has for what is no number.
  static std::string text_of(double x) {
    return x - x == 0 ? fmt::format("{:.6g}", x) : std::string("null");
  }
  Answer& member(const char* name, const std::string& text) {
    members_ += (members_.empty() ? "" : ",") + json_string(name) + ":" + text;
    return *this;
  }
  template <class Item, class TextOf>
  Answer& list(const char* name, const std::vector<Item>& items, TextOf text_of_item) {
    std::string all;
    for (const Item& item : items) {
      if (!all.empty()) all += ',';
      all += text_of_item(item);
    }
    return member(name, "[" + all + "]");
  }

  std::string members_;
};

}  // namespace holo
