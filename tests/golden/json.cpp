// json.cpp: one function for each kind of value.
#include "golden/json.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "holo/check.h"

namespace golden {

using holo::Error;

void Json::check(Kind kind, const char* name) const {
  static constexpr const char* names[] = {"null", "a boolean", "a number",
                                          "text", "an array",  "an object"};
  if (kind_ != kind) throw Error("json", names[static_cast<int>(kind_)], name);
}

bool Json::boolean() const {
  check(Kind::boolean, "a boolean");
  return boolean_;
}
double Json::number() const {
  check(Kind::number, "a number");
  return number_;
}
std::int64_t Json::integer() const {
  check(Kind::number, "a whole number");
  if (!(std::fabs(number_) <= 0x1p53) || number_ != std::floor(number_)) {
    throw Error("json", fmt::format("{}", number_), "a whole number");
  }
  return static_cast<std::int64_t>(number_);
}
const std::string& Json::text() const {
  check(Kind::string, "text");
  return text_;
}
const std::vector<Json>& Json::items() const {
  check(Kind::array, "an array");
  return items_;
}
const Json::Members& Json::members() const {
  check(Kind::object, "an object");
  return members_;
}

const Json* Json::find(std::string_view name) const {
  for (const auto& member : members()) {
    if (member.first == name) return &member.second;
  }
  return nullptr;
}
const Json& Json::operator[](std::string_view name) const {
  if (const Json* const value = find(name)) return *value;
  throw Error("json", fmt::format("no member {}", name), "one of that name");
}

double Json::number_or(std::string_view name, double otherwise) const {
  const Json* const value = find(name);
  return value == nullptr || value->is_null() ? otherwise : value->number();
}
std::int64_t Json::integer_or(std::string_view name, std::int64_t otherwise) const {
  const Json* const value = find(name);
  return value == nullptr || value->is_null() ? otherwise : value->integer();
}
bool Json::boolean_or(std::string_view name, bool otherwise) const {
  const Json* const value = find(name);
  return value == nullptr || value->is_null() ? otherwise : value->boolean();
}
std::string Json::text_or(std::string_view name, std::string_view otherwise) const {
  const Json* const value = find(name);
  return value == nullptr || value->is_null() ? std::string(otherwise) : value->text();
}

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  Json read_all() {
    Json value = read();
    skip_space();
    if (at_ < text_.size()) fail("more after the value", "the end");
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const {
    throw Error("json", fmt::format("{} at byte {}", found, at_), expected);
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != text_.npos) ++at_;
  }
  bool take(char c) {
    skip_space();
    if (peek() != c || at_ >= text_.size()) return false;
    ++at_;
    return true;
  }
  void need(char c) {
    if (!take(c)) fail(fmt::format("'{}'", peek()), fmt::format("'{}'", c));
  }
  void need_word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) fail("an unknown word", std::string(word));
    at_ += word.size();
  }

  Json read() {
    if (++depth_ > 32) fail("more than 32 levels", "fewer");
    skip_space();
    Json value;
    switch (peek()) {
      case '{':
        read_object(value);
        break;
      case '[':
        read_array(value);
        break;
      case '"':
        value.kind_ = Json::Kind::string;
        value.text_ = read_text();
        break;
      case 't':
      case 'f':
        value.kind_ = Json::Kind::boolean;
        value.boolean_ = peek() == 't';
        need_word(value.boolean_ ? "true" : "false");
        break;
      case 'n':
        need_word("null");
        break;
      default:
        value.kind_ = Json::Kind::number;
        value.number_ = read_number();
    }
    --depth_;
    return value;
  }

  void read_object(Json& value) {
    value.kind_ = Json::Kind::object;
    need('{');
    if (take('}')) return;
    do {
      skip_space();
      std::string name = read_text();
      if (value.find(name) != nullptr) fail(fmt::format("{} twice", name), "each name once");
      need(':');
      Json member = read();
      value.members_.emplace_back(std::move(name), std::move(member));
    } while (take(','));
    need('}');
  }

  void read_array(Json& value) {
    value.kind_ = Json::Kind::array;
    need('[');
    if (take(']')) return;
    do {
      value.items_.push_back(read());
    } while (take(','));
    need(']');
  }

  // -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
  double read_number() {
    const std::size_t begin = at_;
    const auto digits = [&] {
      const std::size_t first = at_;
      while (peek() >= '0' && peek() <= '9') ++at_;
      if (at_ == first) fail(fmt::format("'{}'", peek()), "a value, or a digit of a number");
      return at_ - first;
    };
    if (peek() == '-') ++at_;
    const bool zero = peek() == '0';
    if (digits() > 1 && zero) fail("a number that begins with 0", "no zero in front");
    if (peek() == '.') {
      ++at_;
      digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      digits();
    }
    return std::strtod(std::string(text_.substr(begin, at_ - begin)).c_str(), nullptr);
  }

  std::string read_text() {
    if (peek() != '"') fail(fmt::format("'{}'", peek()), "text in \"\"");
    ++at_;
    std::string text;
    while (true) {
      if (at_ >= text_.size()) fail("the end", "\" at the end of the text");
      const char c = text_[at_++];
      if (c == '"') return text;
      if (static_cast<unsigned char>(c) < 0x20) fail("a control character", "an escape");
      if (c != '\\') {
        text += c;
      } else {
        read_escape(text);
      }
    }
  }

  void read_escape(std::string& text) {
    static constexpr std::string_view names = "\"\\/bfnrt", characters = "\"\\/\b\f\n\r\t";
    const char c = peek();
    ++at_;
    if (c == 'u') {
      append_utf8(text, read_code_point());
    } else if (const std::size_t i = names.find(c); c != '\0' && i != names.npos) {
      text += characters[i];
    } else {
      fail("an unknown escape", "one of \"\\/bfnrtu");
    }
  }

  std::uint32_t read_unit() {
    std::uint32_t unit = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const std::size_t digit =
          std::string_view("0123456789abcdef")
              .find(
                  static_cast<char>(peek() >= 'A' && peek() <= 'F' ? peek() - 'A' + 'a' : peek()));
      if (peek() == '\0' || digit == std::string_view::npos)
        fail("no digit", "\\u and four digits");
      unit = unit * 16 + static_cast<std::uint32_t>(digit);
    }
    return unit;
  }

  std::uint32_t read_code_point() {
    const std::uint32_t high = read_unit();
    if (high < 0xD800 || high > 0xDFFF) return high;
    if (high > 0xDBFF || text_.substr(at_, 2) != "\\u") fail("half a pair", "two surrogates");
    at_ += 2;
    const std::uint32_t low = read_unit();
    if (low < 0xDC00 || low > 0xDFFF) fail("half a pair", "two surrogates");
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
  }

  static void append_utf8(std::string& text, std::uint32_t code) {
    const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static constexpr std::uint32_t first[] = {0, 0xC0, 0xE0, 0xF0};
    text += static_cast<char>(first[more] | (code >> (6 * more)));
    for (int i = more - 1; i >= 0; --i)
      text += static_cast<char>(0x80 | ((code >> (6 * i)) & 0x3F));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

Json parse_json(std::string_view text) { return JsonReader(text).read_all(); }

}  // namespace golden
