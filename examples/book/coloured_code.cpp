// coloured_code.cpp: reads a program from token to token; what is no token stays as it is.
#include "book/coloured_code.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "teaching/formula_markup.h"
#include "teaching/markdown.h"

namespace holo {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool is_keyword(const std::string& word) {
  static const std::set<std::string> words = {
      "alignas", "auto",      "bool",          "break",       "case",     "catch",    "char",
      "class",   "const",     "constexpr",     "continue",    "default",  "delete",   "do",
      "double",  "else",      "enum",          "explicit",    "extern",   "false",    "float",
      "for",     "friend",    "goto",          "if",          "inline",   "int",      "long",
      "mutable", "namespace", "new",           "noexcept",    "nullptr",  "operator", "override",
      "private", "protected", "public",        "requires",    "return",   "short",    "signed",
      "sizeof",  "static",    "static_assert", "static_cast", "struct",   "switch",   "template",
      "this",    "throw",     "true",          "try",         "typename", "union",    "unsigned",
      "using",   "virtual",   "void",          "volatile",    "while"};
  return words.count(word) > 0;
}

class CodeReader {
 public:
  CodeReader(const std::string& text, CodeLanguage language) : text_(text), language_(language) {}

  std::string read() {
    if (language_ == CodeLanguage::text) return escape_html(text_);
    while (at_ < text_.size()) {
      if (!comment() && !quoted() && !number() && !word()) {
        out_ += escape_html(text_.substr(at_++, 1));
      }
    }
    return std::move(out_);
  }

 private:
  bool next_is(const char* what) const {
    return text_.compare(at_, std::string(what).size(), what) == 0;
  }
  bool cpp() const { return language_ == CodeLanguage::cpp; }

  // Each line of it has the mark.
  void mark(std::size_t end, const char* element) {
    end = std::min(end, text_.size());
    const std::vector<std::string> lines = lines_of(text_.substr(at_, end - at_));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      out_ += (i == 0 ? "" : "\n") + holo::element(element, escape_html(lines[i]));
    }
    at_ = end;
  }

  bool comment() {
    const bool line_begins =
        at_ == 0 || std::isspace(static_cast<unsigned char>(text_[at_ - 1])) != 0;
    if (cpp() && next_is("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      mark(end == std::string::npos ? end : end + 2, "i");
    } else if (cpp() ? next_is("//") : next_is("#") && line_begins) {
      mark(text_.find('\n', at_), "i");
    } else {
      return false;
    }
    return true;
  }

  // A text or a letter in quotes; what a line does not close is none. In C++, 1'000 has no quotes.
  bool quoted() {
    const char quote = text_[at_];
    if (quote != '"' && quote != '\'') return false;
    if (cpp() && at_ > 0 && text_[at_ - 1] == 'R' && quote == '"') {
      const std::size_t bracket = text_.find('(', at_);
      if (bracket == std::string::npos) return false;
      const std::string close = ")" + text_.substr(at_ + 1, bracket - at_ - 1) + "\"";
      const std::size_t end = text_.find(close, bracket);
      mark(end == std::string::npos ? end : end + close.size(), "em");
      return true;
    }
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') {
      end += text_[end] == '\\' ? 2 : 1;
    }
    if (end >= text_.size() || text_[end] != quote) return false;
    mark(end + 1, "em");
    return true;
  }

  bool number() {
    if (std::isdigit(static_cast<unsigned char>(text_[at_])) == 0) return false;
    if (!cpp()) return false;
    std::size_t end = at_;
    const auto goes_on = [&] {
      const char c = text_[end], before = end > at_ ? text_[end - 1] : ' ';
      return is_word(c) || c == '.' ||
             (c == '\'' && end + 1 < text_.size() && is_word(text_[end + 1])) ||
             ((c == '-' || c == '+') && (before == 'e' || before == 'p') && text_[at_ + 1] != 'x');
    };
    while (end < text_.size() && goes_on()) ++end;
    mark(end, "u");
    return true;
  }

  bool word() {
    const bool directive = cpp() && text_[at_] == '#';
    if (!is_word(text_[at_]) && !directive) return false;
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_word(text_[end])) ++end;
    const std::string name = text_.substr(at_, end - at_);
    if (directive || (cpp() && is_keyword(name))) {
      mark(end, "b");
    } else {
      out_ += escape_html(name);
      at_ = end;
    }
    return true;
  }

  std::string text_;
  CodeLanguage language_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

CodeLanguage code_language(const std::string& name) {
  const std::string ending =
      name.substr(name.rfind('.') == std::string::npos ? 0 : name.rfind('.') + 1);
  static const std::set<std::string> cpp = {"cpp", "h", "cu", "cuh", "js"},
                                     script = {"sh",    "py",       "mk",  "awk",
                                               "cmake", "Makefile", "yml", "gdb"};
  return cpp.count(ending) > 0      ? CodeLanguage::cpp
         : script.count(ending) > 0 ? CodeLanguage::script
                                    : CodeLanguage::text;
}

std::string coloured_code(const std::string& text, CodeLanguage language) {
  return CodeReader(text, language).read();
}

std::vector<std::string> coloured_lines(const std::string& text, CodeLanguage language) {
  return lines_of(coloured_code(text, language));
}

}  // namespace holo
