// sheet.cpp: reads by recursive descent: a sum is of products, these of powers, and so on.
#include "playground/sheet.h"

#include <fmt/format.h>

#include <map>

#include "base/words.h"
#include "playground/sheet_function.h"

namespace holo {
namespace {

using Kind = SheetToken::Kind;

class SheetReader {
 public:
  explicit SheetReader(std::string_view text) : text_(text), tokens_(text) {}

  Sheet read() {
    Sheet sheet;
    while (peek().kind != Kind::end) {
      if (peek().kind == Kind::end_of_statement) {
        tokens_.next();
        continue;
      }
      if (sheet.lines.size() == Sheet::most_lines) {
        tokens_.fail(peek(), fmt::format("at most {} statements", Sheet::most_lines));
      }
      sheet.lines.push_back(statement());
    }
    if (sheet.lines.empty()) tokens_.fail(peek(), "a formula", "x = 3");
    return sheet;
  }

 private:
  const SheetToken& peek() const { return tokens_.peek(); }
  bool skip(char sign) {
    const bool found = peek().is(sign);
    if (found) tokens_.next();
    return found;
  }

  SheetLine statement() {
    const SheetToken first = peek();
    SheetLine line{"", "", first.line, {}, 0};
    SheetNumber number;
    if (first.kind == Kind::name) {
      tokens_.next();
      if (skip('=')) {
        if (find_sheet_function(first.text) != nullptr || first.text == "pow")
          tokens_.fail(first, "another name", std::string(first.text) + " is a function");
        line.name = first.text;
        number = sum();
      } else {
        number = sum(&first);
      }
    } else {
      number = sum();
    }
    if (peek().kind != Kind::end && peek().kind != Kind::end_of_statement) fail_behind_formula();
    line.text = text_.substr(first.begin, tokens_.end_of_last() - first.begin);
    line.value = number.is_constant ? Value(number.constant) : number.value;
    if (!line.name.empty()) {
      if (line.value.label().empty()) line.value.set_label(line.name);
      names_[line.name] = line.value;
    }
    line.nodes_end = Tape::current().node_count();
    return line;
  }

  [[noreturn]] void fail_behind_formula() const {
    const bool begins = peek().kind == Kind::name || peek().kind == Kind::number || peek().is('(');
    tokens_.fail(peek(), "an operator or the end of the line",
                 begins ? word(tokens_.last()) + " * " + word(peek()) : "");
  }
  static std::string word(const SheetToken& token) { return shortened(token.text); }

  // x**2 is the power of other languages.
  [[noreturn]] void fail_stars(const SheetToken& base) {
    const SheetToken second = tokens_.next();
    const bool is_power = peek().kind == Kind::name || peek().kind == Kind::number;
    tokens_.fail(second, "a number, a name or (",
                 word(base) + "^" + (is_power ? word(peek()) : std::string("2")));
  }

  // `first`: a name that has been read already.
  SheetNumber sum(const SheetToken* first = nullptr) {
    SheetNumber a = product(first);
    while (peek().is('+') || peek().is('-')) {
      const char op = tokens_.next().text[0];
      a = calculated(op, a, product());
    }
    return a;
  }

  SheetNumber product(const SheetToken* first = nullptr) {
    SheetNumber a = first == nullptr ? signed_number() : power(named(*first));
    while (peek().is('*') || peek().is('/')) {
      const SheetToken base = tokens_.last();
      const char op = tokens_.next().text[0];
      if (op == '*' && peek().is('*')) fail_stars(base);
      a = calculated(op, a, signed_number());
    }
    return a;
  }

  // -x^2 is -(x^2), and 2^-1 has a sign behind ^.
  SheetNumber signed_number() {
    const Depth depth(*this);
    if (skip('-')) return negated(signed_number());
    if (skip('+')) return signed_number();
    return power(atom());
  }

  SheetNumber power(SheetNumber x) {
    if (!skip('^')) return x;
    const SheetToken at = peek();
    const SheetNumber p = signed_number();
    if (!p.is_constant) fail_power(at, x);
    return raised(x, p.constant);
  }

  [[noreturn]] void fail_power(const SheetToken& at, SheetNumber x) const {
    tokens_.fail(at, "a plain number as the power, such as 2",
                 x.is_constant ? "exp(x * log(2)) is 2^x" : "exp(p * log(x)) is x^p");
  }

  SheetNumber atom() {
    const SheetToken token = tokens_.next();
    if (token.kind == Kind::number) return SheetNumber::of(token.number);
    if (token.kind == Kind::name) return named(token);
    if (!token.is('(')) tokens_.fail(token, "a number, a name or (");
    const SheetNumber x = sum();
    close();
    return x;
  }

  void close() {
    if (!skip(')')) tokens_.fail(peek(), "an operator or )");
  }

  // A call, or a name that has a number.
  SheetNumber named(const SheetToken& token) {
    const std::string name(token.text);
    const auto found = names_.find(name);
    if (!peek().is('(')) {
      if (found != names_.end()) return SheetNumber::of(found->second);
      if (find_sheet_function(name) != nullptr || name == "pow")
        tokens_.fail(peek(), "( behind the function " + name);
      fail_unknown(token);
    }
    const SheetFunction* const function = find_sheet_function(name);
    if (function == nullptr && name != "pow") {
      if (found != names_.end())
        tokens_.fail(peek(), "an operator or the end of the line", name + " * (");
      fail_unknown(token);
    }
    tokens_.next();
    const SheetNumber x = sum();
    if (function != nullptr && function->of_two == nullptr) return close(), function->of_one(x);
    if (!skip(',')) tokens_.fail(peek(), ", and a second number for " + name);
    const SheetToken second = peek();
    const SheetNumber y = sum();
    close();
    if (function != nullptr) return function->of_two(x, y);
    if (!y.is_constant) fail_power(second, x);
    return raised(x, y.constant);
  }

  [[noreturn]] void fail_unknown(const SheetToken& token) const {
    std::vector<std::string> known = {"pow"};
    for (const SheetFunction& function : sheet_functions()) known.emplace_back(function.name);
    for (const auto& [name, value] : names_) known.push_back(name);
    const std::string near = nearest(token.text, known), name = shortened(token.text);
    const bool is_call = peek().is('(');
    tokens_.fail(token, is_call ? "a function" : "a name that has a number",
                 !near.empty() ? near
                 : is_call     ? "exp, log, tanh, relu"
                               : name + " = 1 in a line above");
  }

  struct Depth {
    explicit Depth(SheetReader& reader) : reader_(reader) {
      if (++reader_.depth_ > Sheet::most_depth) {
        reader_.tokens_.fail(reader_.peek(), fmt::format("at most {} signs, powers and brackets in "
                                                         "each other",
                                                         Sheet::most_depth));
      }
    }
    ~Depth() { --reader_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    SheetReader& reader_;
  };

  std::string_view text_;
  SheetTokens tokens_;
  std::size_t depth_ = 0;
  std::map<std::string, Value> names_;
};

}  // namespace

const SheetLine& Sheet::named(const std::string& name) const {
  std::vector<std::string> names;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    if (line->name == name && !name.empty()) return *line;
    names.push_back(line->name);
  }
  throw UsageError(in_quotes(name), "no line has this name", "a name of the sheet",
                   nearest(name, names));
}

Sheet read_sheet(std::string_view text) {
  if (text.size() > Sheet::most_bytes) {
    throw UsageError("the sheet", fmt::format("{} bytes", text.size()),
                     fmt::format("at most {}", Sheet::most_bytes));
  }
  return SheetReader(text).read();
}

}  // namespace holo
