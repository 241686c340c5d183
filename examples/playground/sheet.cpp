// sheet.cpp: the words of a sheet, then recursive descent: a sum is of products, these of powers,
// and so on. Constants are calculated by the formulas of math.h, Values by value.h.
#include "playground/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <type_traits>

#include "base/parse_number.h"
#include "base/words.h"
#include "holo/math.h"

namespace holo {
namespace {

// ---- words: letters and digits of ASCII; other characters are shown as they are ----

struct Word {
  enum class Kind { name, number, sign, end_of_statement, end };
  Kind kind = Kind::end;
  std::string_view text = {};
  double number = 0;
  int line = 1, column = 1;
  std::size_t begin = 0;  // its first byte in the sheet

  bool is(char sign) const { return kind == Kind::sign && text[0] == sign; }
};
using Kind = Word::Kind;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

// One word after the other. Spaces, and "#" with what follows on its line, are nothing.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) { next(); }

  // The word that is next, the one before it, and the byte behind that.
  const Word& peek() const { return word_; }
  const Word& last() const { return last_; }
  std::size_t end_of_last() const { return end_of_last_; }

  Word next() {
    last_ = word_;
    end_of_last_ = at_;
    while (here() == ' ' || here() == '\t' || here() == '\r') take(1);
    if (here() == '#') take(std::min(text_.find('\n', at_), text_.size()) - at_);
    read_word();
    return last_;
  }

  [[noreturn]] static void fail(const Word& at, const std::string& expected,
                                const std::string& hint = "") {
    const bool ends = at.kind == Kind::end || at.kind == Kind::end_of_statement;
    const std::string found = at.kind == Kind::end     ? "the end"
                              : ends && at.text == ";" ? "';'"
                              : ends                   ? "the end of the line"
                                                       : plain_label(in_quotes(at.text));
    throw SheetError(at.line, at.column, found, expected, hint);
  }

 private:
  char here(std::size_t further = 0) const {
    return at_ + further < text_.size() ? text_[at_ + further] : '\0';
  }

  void take(std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) column_ += starts_character(text_[at_ + i]) ? 1 : 0;
    at_ += bytes;
  }

  void read_word() {
    word_ = {Kind::end, {}, 0, line_, column_, at_};
    if (at_ >= text_.size()) return;
    std::size_t bytes = 1;
    if (is_digit(here()) || (here() == '.' && is_digit(here(1)))) {
      word_.kind = Kind::number;
      bytes = bytes_of_number();
    } else if (is_letter(here())) {
      word_.kind = Kind::name;
      while (is_letter(here(bytes)) || is_digit(here(bytes))) ++bytes;
    } else if (here() == '\n' || here() == ';') {
      word_.kind = Kind::end_of_statement;
    } else {
      word_.kind = Kind::sign;
      while (at_ + bytes < text_.size() && !starts_character(text_[at_ + bytes])) ++bytes;
    }
    word_.text = text_.substr(at_, bytes);
    take(bytes);
    if (word_.text == "\n") ++line_, column_ = 1;
    if (word_.kind != Kind::number) return;
    const std::optional<double> number = parse_number(word_.text);
    if (!number) fail(word_, "a number that a double can hold");
    word_.number = *number;
  }

  // 3, 0.5, .5, 2., 1e-3
  std::size_t bytes_of_number() const {
    std::size_t bytes = 0;
    const auto digits = [&] {
      while (is_digit(here(bytes))) ++bytes;
    };
    digits();
    if (here(bytes) == '.') ++bytes, digits();
    if (here(bytes) == 'e' || here(bytes) == 'E') {
      const std::size_t sign = here(bytes + 1) == '+' || here(bytes + 1) == '-' ? 1 : 0;
      if (is_digit(here(bytes + 1 + sign))) bytes += 1 + sign, digits();
    }
    return bytes;
  }

  std::string_view text_;
  std::size_t at_ = 0, end_of_last_ = 0;
  int line_ = 1, column_ = 1;
  Word word_, last_;
};

// ---- numbers and functions ----

// A constant until a name takes part, then a Value of the tape.
struct Number {
  bool is_constant = true;
  double constant = 0;
  Value value = {};

  static Number of(double number) { return {true, number, {}}; }
  static Number of(Value value) { return {false, 0, value}; }
};

struct Function {
  const char* name;
  double (*of_constant)(double);
  Value (*of_value)(Value);
};

// A function of value.h by its name, and its formula.
#define ONE(name, formula)                                                               \
  {                                                                                      \
#name, [](double x) { return math::formula::f(x); }, [](Value x) { return name(x); } \
  }

constexpr Function functions[] = {ONE(abs, Abs),   ONE(cos, Cos),     ONE(erfc, Erfc),
                                  ONE(exp, Exp),   ONE(gelu, Gelu),   ONE(log, Log),
                                  ONE(relu, Relu), ONE(relu2, Relu2), ONE(sigmoid, Sigmoid),
                                  ONE(silu, Silu), ONE(sin, Sin),     ONE(softplus, Softplus),
                                  ONE(sqrt, Sqrt), ONE(tanh, Tanh)};
#undef ONE

bool has_two(std::string_view name) { return name == "max" || name == "min" || name == "pow"; }

const Function* find_function(std::string_view name) {
  const auto found = std::find_if(std::begin(functions), std::end(functions),
                                  [&](const Function& one) { return one.name == name; });
  return found == std::end(functions) ? nullptr : found;
}

bool is_function(std::string_view name) { return has_two(name) || find_function(name) != nullptr; }

// a OP b for one of + - * /, or the larger or the smaller one.
Number calculated(std::string_view op, const Number& a, const Number& b) {
  const auto apply = [&](const auto& f) {
    if (a.is_constant && b.is_constant) return Number::of(f(a.constant, b.constant));
    if (a.is_constant) return Number::of(f(a.constant, b.value));
    return b.is_constant ? Number::of(f(a.value, b.constant)) : Number::of(f(a.value, b.value));
  };
  if (op == "+") return apply([](auto x, auto y) { return x + y; });
  if (op == "-") return apply([](auto x, auto y) { return x - y; });
  if (op == "*") return apply([](auto x, auto y) { return x * y; });
  if (op == "/") return apply([](auto x, auto y) { return x / y; });
  const bool larger = op == "max";
  return apply([larger](auto x, auto y) {
    if constexpr (std::is_same_v<decltype(x), double> && std::is_same_v<decltype(y), double>) {
      return larger ? math::Max::f(x, y) : math::Min::f(x, y);
    } else {
      return larger ? max(x, y) : min(x, y);
    }
  });
}

Number raised(const Number& x, double power) {
  return x.is_constant ? Number::of(math::Pow::f(x.constant, power))
                       : Number::of(pow(x.value, power));
}

// ---- statements and formulas ----

class SheetReader {
 public:
  explicit SheetReader(std::string_view text) : text_(text), words_(text) {}

  Sheet read() {
    Sheet sheet;
    while (peek().kind != Kind::end) {
      if (peek().kind == Kind::end_of_statement) {
        words_.next();
        continue;
      }
      if (sheet.lines.size() == Sheet::most_lines)
        Words::fail(peek(), fmt::format("at most {} statements", Sheet::most_lines));
      sheet.lines.push_back(statement());
    }
    if (sheet.lines.empty()) Words::fail(peek(), "a formula", "x = 3");
    return sheet;
  }

 private:
  const Word& peek() const { return words_.peek(); }
  bool skip(char sign) {
    const bool found = peek().is(sign);
    if (found) words_.next();
    return found;
  }

  SheetLine statement() {
    const Word first = peek();
    SheetLine line{"", "", first.line, {}, 0};
    Number number;
    if (first.kind == Kind::name) {
      words_.next();
      if (skip('=')) {
        if (is_function(first.text))
          Words::fail(first, "another name", std::string(first.text) + " is a function");
        line.name = first.text;
        number = sum();
      } else {
        number = sum(&first);
      }
    } else {
      number = sum();
    }
    if (peek().kind != Kind::end && peek().kind != Kind::end_of_statement) {
      const bool begins =
          peek().kind == Kind::name || peek().kind == Kind::number || peek().is('(');
      Words::fail(peek(), "an operator or the end of the line",
                  begins ? short_text(words_.last()) + " * " + short_text(peek()) : "");
    }
    line.text = text_.substr(first.begin, words_.end_of_last() - first.begin);
    line.value = number.is_constant ? Value(number.constant) : number.value;
    if (!line.name.empty()) {
      if (line.value.label().empty()) line.value.set_label(line.name);
      names_[line.name] = line.value;
    }
    line.nodes_end = Tape::current().node_count();
    return line;
  }

  static std::string short_text(const Word& word) { return shortened(word.text); }

  // `first`: a name that has been read already.
  Number sum(const Word* first = nullptr) {
    Number a = product(first);
    while (peek().is('+') || peek().is('-')) {
      const std::string_view op = words_.next().text;
      a = calculated(op, a, product());
    }
    return a;
  }

  Number product(const Word* first = nullptr) {
    Number a = first == nullptr ? signed_number() : power(named(*first));
    while (peek().is('*') || peek().is('/')) {
      const Word base = words_.last();
      const std::string_view op = words_.next().text;
      if (op == "*" && peek().is('*')) fail_stars(base);
      a = calculated(op, a, signed_number());
    }
    return a;
  }

  // x**2 is the power of other languages.
  [[noreturn]] void fail_stars(const Word& base) {
    const Word second = words_.next();
    const bool is_power = peek().kind == Kind::name || peek().kind == Kind::number;
    Words::fail(second, "a number, a name or (",
                short_text(base) + "^" + (is_power ? short_text(peek()) : std::string("2")));
  }

  // -x^2 is -(x^2), and 2^-1 has a sign behind ^.
  Number signed_number() {
    const Depth depth(*this);
    if (skip('-')) {
      const Number x = signed_number();
      return x.is_constant ? Number::of(-x.constant) : Number::of(-x.value);
    }
    if (skip('+')) return signed_number();
    const Word word = words_.next();
    if (word.kind == Kind::number) return power(Number::of(word.number));
    if (word.kind == Kind::name) return power(named(word));
    if (!word.is('(')) Words::fail(word, "a number, a name or (");
    const Number x = sum();
    close();
    return power(x);
  }

  Number power(const Number& x) {
    if (!skip('^')) return x;
    const Word at = peek();
    return raised(x, constant_power(at, x, signed_number()));
  }

  static double constant_power(const Word& at, const Number& x, const Number& p) {
    if (p.is_constant) return p.constant;
    Words::fail(at, "a plain number as the power, such as 2",
                x.is_constant ? "exp(x * log(2)) is 2^x" : "exp(p * log(x)) is x^p");
  }

  void close() {
    if (!skip(')')) Words::fail(peek(), "an operator or )");
  }

  // A call, or a name that has a number.
  Number named(const Word& word) {
    const std::string name(word.text);
    const auto found = names_.find(name);
    if (!peek().is('(')) {
      if (found != names_.end()) return Number::of(found->second);
      if (is_function(name)) Words::fail(peek(), "( behind the function " + name);
      fail_unknown(word);
    }
    if (!is_function(name)) {
      if (found != names_.end())
        Words::fail(peek(), "an operator or the end of the line", name + " * (");
      fail_unknown(word);
    }
    words_.next();
    const Number x = sum();
    if (const Function* const function = find_function(name)) {
      close();
      return x.is_constant ? Number::of(function->of_constant(x.constant))
                           : Number::of(function->of_value(x.value));
    }
    if (!skip(',')) Words::fail(peek(), ", and a second number for " + name);
    const Word second = peek();
    const Number y = sum();
    close();
    return name == "pow" ? raised(x, constant_power(second, x, y)) : calculated(name, x, y);
  }

  [[noreturn]] void fail_unknown(const Word& word) const {
    std::vector<std::string> known = sheet_functions();
    for (const auto& [name, value] : names_) known.push_back(name);
    const std::string near = nearest(word.text, known), name = shortened(word.text);
    const bool is_call = peek().is('(');
    Words::fail(word, is_call ? "a function" : "a name that has a number",
                !near.empty() ? near
                : is_call     ? "exp, log, tanh, relu"
                              : name + " = 1 in a line above");
  }

  struct Depth {
    explicit Depth(SheetReader& reader) : reader_(reader) {
      if (++reader_.depth_ <= Sheet::most_depth) return;
      Words::fail(reader_.peek(), fmt::format("at most {} signs, powers and brackets in each other",
                                              Sheet::most_depth));
    }
    ~Depth() { --reader_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    SheetReader& reader_;
  };

  std::string_view text_;
  Words words_;
  std::size_t depth_ = 0;
  std::map<std::string, Value> names_;
};

}  // namespace

SheetError::SheetError(int line, int column, const std::string& found, const std::string& expected,
                       const std::string& hint)
    : UsageError(fmt::format("line {}, column {}", line, column), found, expected, hint),
      line_(line),
      column_(column) {}

const SheetLine& Sheet::named(const std::string& name) const {
  std::vector<std::string> names;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    if (line->name == name && !name.empty()) return *line;
    names.push_back(line->name);
  }
  throw UsageError(in_quotes(name), "no line has this name", "a name of the sheet",
                   nearest(name, names));
}

std::vector<std::string> sheet_functions() {
  std::vector<std::string> names = {"pow"};
  for (const Function& function : functions) names.emplace_back(function.name);
  names.insert(names.end(), {"max", "min"});
  return names;
}

Sheet read_sheet(std::string_view text) {
  if (text.size() > Sheet::most_bytes) {
    throw UsageError("the sheet", fmt::format("{} bytes", text.size()),
                     fmt::format("at most {}", Sheet::most_bytes));
  }
  return SheetReader(text).read();
}

}  // namespace holo
