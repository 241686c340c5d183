// expression.cpp: the reader, one function for each level of precedence.
#include "golden/expression.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <limits>

#include "holo/check.h"

namespace golden {
namespace {

using holo::Error;
using Kind = Expression::Kind;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  // sum := product (('+' | '-') product)*
  Expression sum() {
    Expression left = product();
    while (true) {
      if (take("+")) {
        left = binary("+", std::move(left), product());
      } else if (take("-")) {
        left = binary("-", std::move(left), product());
      } else {
        return left;
      }
    }
  }
  std::string_view rest() {
    skip_space();
    return text_.substr(at_);
  }
  [[noreturn]] void fail(const std::string& expected) const {
    throw Error("expression", fmt::format("'{}' at {} of {}", text_.substr(at_, 8), at_, text_),
                expected);
  }

 private:
  static Expression binary(const char* op, Expression a, Expression b) {
    return {Kind::binary, 0, op, {std::move(a), std::move(b)}, {}};
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space() {
    while (peek() == ' ') ++at_;
  }
  bool take(std::string_view word) {
    skip_space();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  void need(std::string_view word) {
    if (!take(word)) fail(std::string(word));
  }

  // product := signed (('*' | '/' | '@') signed)*, and ** is no *
  Expression product() {
    Expression left = with_sign();
    while (true) {
      skip_space();
      if (text_.substr(at_, 2) != "**" && take("*")) {
        left = binary("*", std::move(left), with_sign());
      } else if (take("/")) {
        left = binary("/", std::move(left), with_sign());
      } else if (take("@")) {
        left = binary("@", std::move(left), with_sign());
      } else {
        return left;
      }
    }
  }

  // signed := ('-' | '+') signed | power: -x ** 2 is -(x ** 2)
  Expression with_sign() {
    if (take("+")) return with_sign();
    if (!take("-")) return power();
    Expression part = with_sign();
    if (part.kind == Kind::number) {
      part.number = -part.number;
      return part;
    }
    return {Kind::negative, 0, "", {std::move(part)}, {}};
  }

  // power := subscripted ('**' signed)?: from right to left
  Expression power() {
    Expression base = subscripted();
    if (!take("**")) return base;
    return binary("**", std::move(base), with_sign());
  }

  // subscripted := simple ('[' subscript (',' subscript)* ']')*
  Expression subscripted() {
    Expression part = simple();
    while (take("[")) {
      Expression all{Kind::subscript, 0, "", {std::move(part)}, {}};
      do {
        all.parts.push_back(subscript());
      } while (take(","));
      need("]");
      part = std::move(all);
    }
    return part;
  }

  // subscript := sum | sum? ':' sum? (':' sum?)?
  Expression subscript() {
    const auto bound = [&]() -> Expression {
      skip_space();
      const char c = peek();
      return c == ':' || c == ',' || c == ']' ? Expression() : sum();
    };
    Expression first = bound();
    if (!take(":")) return first;
    Expression stop = bound();
    Expression step = take(":") ? bound() : Expression();
    return {Kind::slice, 0, "", {std::move(first), std::move(stop), std::move(step)}, {}};
  }

  Expression simple() {
    skip_space();
    if (take("(")) {
      Expression part = sum();
      need(")");
      return part;
    }
    if (take("[")) {
      Expression list{Kind::list, 0, "", {}, {}};
      arguments(list, "]");
      return list;
    }
    if (std::isdigit(static_cast<unsigned char>(peek())) != 0 || peek() == '.') return number();
    return name();
  }

  Expression number() {
    const std::string from(text_.substr(at_));
    char* end = nullptr;
    Expression part{Kind::number, std::strtod(from.c_str(), &end), "", {}, {}};
    if (end == from.c_str()) fail("a number");
    at_ += static_cast<std::size_t>(end - from.c_str());
    return part;
  }

  std::string word() {
    std::string name;
    while (std::isalnum(static_cast<unsigned char>(peek())) != 0 || peek() == '_') {
      name += text_[at_++];
    }
    return name;
  }

  Expression name() {
    const std::string name = word();
    if (name.empty()) fail("a number, a name, ( or [");
    if (name == "inf") return {Kind::number, std::numeric_limits<double>::infinity(), "", {}, {}};
    if (name == "None") return {};
    if (name == "True" || name == "False")
      return {Kind::number, name == "True" ? 1.0 : 0.0, "", {}, {}};
    if (!take("(")) return {Kind::name, 0, name, {}, {}};
    Expression call{Kind::call, 0, name, {}, {}};
    arguments(call, ")");
    return call;
  }

  // (argument (',' argument)* ','?)? end, where argument := (name '=')? sum
  void arguments(Expression& to, const char* end) {
    while (!take(end)) {
      if (!to.parts.empty()) {
        need(",");
        if (take(end)) return;
      }
      skip_space();
      const std::size_t before = at_;
      std::string keyword = word();
      if (keyword.empty() || !take("=")) {
        at_ = before;
        keyword.clear();
      }
      to.parts.push_back(sum());
      to.keywords.push_back(keyword);
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Expression parse_expression(std::string_view text, std::string* rest) {
  Reader reader(text);
  Expression expression = reader.sum();
  const std::string_view after = reader.rest();
  if (rest == nullptr && !after.empty()) reader.fail("the end of the expression");
  if (rest != nullptr) *rest = after;
  return expression;
}

}  // namespace golden
