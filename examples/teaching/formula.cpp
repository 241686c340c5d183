// formula.cpp: reads a formula from left to right, one factor with its index and its power at a
// time.
#include "teaching/formula.h"

#include <fmt/format.h>

#include <vector>

#include "teaching/formula_markup.h"
#include "teaching/formula_symbols.h"
#include "teaching/formula_text.h"

namespace holo {
namespace {

class FormulaReader : FormulaText {
 public:
  using FormulaText::FormulaText;

  std::string read_all() {
    std::string out = row("");
    if (at_ < text_.size()) fail(fmt::format("\"{}\"", text_[at_]), "an end of the formula");
    return out;
  }

 private:
  // A factor; `big` has its index and its power below and above.
  struct Factor {
    std::string markup;
    bool big = false;
  };

  // Up to `end`, which is taken, or where a cell or a row of a table ends, which is not.
  std::string row(std::string_view end) {
    std::string out;
    for (;;) {
      skip_spaces();
      if (at_ >= text_.size()) {
        if (!end.empty()) fail("the end", "\"" + std::string(end) + "\"");
        break;
      }
      if (!end.empty() && take(end)) break;
      if (next_is("&") || next_is("\\\\") || next_is("\\end") || next_is("}")) break;
      if (next_is("\\right") && !next_is("\\rightarrow")) break;
      out += with_scripts();
    }
    return element("mrow", out);
  }

  std::string with_scripts() {
    const Factor base = factor();
    std::string below, above;
    for (;;) {
      if (take("_")) {
        below = factor().markup;
      } else if (take("^")) {
        above += factor().markup;
      } else if (take("'")) {
        above += "<mo>′</mo>";
      } else {
        break;
      }
    }
    if (below.empty() && above.empty()) return base.markup;
    if (above.find("<mo>′</mo>") != std::string::npos) above = element("mrow", above);
    const char* const name = below.empty()   ? (base.big ? "mover" : "msup")
                             : above.empty() ? (base.big ? "munder" : "msub")
                                             : (base.big ? "munderover" : "msubsup");
    return element(name, base.markup + below + above);
  }

  Factor factor() {
    skip_spaces();
    if (at_ >= text_.size()) fail("the end", "a factor");
    if (take("{")) return {row("}")};
    const char c = text_[at_];
    if (c == '\\') return command();
    if (is_formula_digit(c)) return {element("mn", number())};
    std::string one(1, c);
    for (++at_; at_ < text_.size() && (text_[at_] & 0xC0) == 0x80; ++at_) one += text_[at_];
    if (is_formula_letter(c)) return {element("mi", one)};
    if (one == "-") one = "−";
    const bool fence = std::string_view("()[]|").find(c) != std::string_view::npos;
    return {(fence ? "<mo stretchy=\"false\">" : "<mo>") + escape_html(one) + "</mo>"};
  }

  Factor command() {
    const std::string name = name_of_command();
    if (name == "frac" || name == "tfrac") {
      const std::string above = argument();
      const std::string fraction = element("mfrac", above + argument());
      if (name == "frac") return {fraction};  // else small, also on a line of its own
      return {fmt::format("<mstyle displaystyle=\"false\">{}</mstyle>", fraction)};
    }
    if (name == "big")
      return {"<mo stretchy=\"true\" minsize=\"1.3em\">" + delimiter_text() + "</mo>"};
    if (name == "sqrt") return {element("msqrt", factor().markup)};
    if (name == "mathrm" || name == "operatorname") return {upright_name(braces())};
    if (name == "mathbf") return {bold(braces())};
    if (name == "text") return {formula_words(braces())};
    if (name == "mathrel") {  // of "+" and then "=": one operator
      const std::string relation = braces();
      return {element("mo", escape_html(relation + (take("=") ? "=" : "")))};
    }
    if (name == "hat" || name == "bar" || name == "tilde") {
      const char* const accent = name == "hat" ? "^" : name == "bar" ? "¯" : "~";
      return {fmt::format("<mover accent=\"true\">{}<mo stretchy=\"false\">{}</mo></mover>",
                          factor().markup, accent)};
    }
    if (name == "underbrace") {
      return {element("munder", factor().markup + "<mo stretchy=\"true\">⏟</mo>"), true};
    }
    if (name == "left") return {stretched()};
    if (name == "begin") return {table(braces())};
    const Symbol symbol = formula_symbol(name);
    const std::string text = escape_html(symbol.text);
    switch (symbol.kind) {
      case SymbolKind::letter:
        return {element("mi", text)};
      case SymbolKind::op:
        return {"<mo stretchy=\"false\">" + text + "</mo>"};
      case SymbolKind::big:
        return {element("mo", text), true};
      case SymbolKind::name:
        return {element("mi", text) +
                (next_is("(") || next_is("_") || next_is("^") ? "" : formula_space("thin"))};
      case SymbolKind::space:
        return {formula_space(text)};
      case SymbolKind::none:
        break;
    }
    fail("\\" + name, "a command of formula_symbols.cpp");
  }

  std::string bold(const std::string& text) const {
    const std::string markup = bold_name(text);
    if (markup.empty()) fail("\\mathbf{" + text + "}", "letters and digits in it");
    return markup;
  }

  // A fraction of digits without braces has one of them above, one below.
  std::string argument() {
    skip_spaces();
    if (at_ < text_.size() && is_formula_digit(text_[at_])) {
      return element("mn", std::string(1, text_[at_++]));
    }
    return factor().markup;
  }

  std::string delimiter_text() {
    skip_spaces();
    if (at_ >= text_.size()) fail("the end", "a bracket");
    if (text_[at_] != '\\') return escape_html(text_.substr(at_++, 1));
    return escape_html(formula_symbol(name_of_command()).text);
  }
  std::string delimiter() {
    const std::string text = delimiter_text();
    return text == "." ? "" : element("mo", text);
  }

  std::string stretched() {
    const std::string open = delimiter();
    const std::string inside = row("");
    if (!take("\\right")) fail("\\left", "\\right behind it");
    return element("mrow", open + inside + delimiter());
  }

  std::string table(const std::string& kind) {
    std::string rows, cells;
    for (;;) {
      cells += element("mtd", row(""));
      if (take("&")) continue;
      rows += element("mtr", cells);
      cells.clear();
      if (take("\\\\")) continue;
      break;
    }
    if (!take("\\end") || braces() != kind) fail("\\begin{" + kind + "}", "its \\end");
    const std::string table =
        fmt::format("<mtable class=\"{}\">{}</mtable>", escape_html(kind), rows);
    const auto fence = [](const char* form, const char* text) {
      return fmt::format("<mo form=\"{}\" stretchy=\"true\">{}</mo>", form, text);
    };
    if (kind == "cases") return element("mrow", fence("prefix", "{") + table);
    if (kind != "pmatrix") return table;
    return element("mrow", fence("prefix", "(") + table + fence("postfix", ")"));
  }
};

}  // namespace

std::string to_mathml(std::string_view latex, bool display, const std::string& where) {
  if (!display) return element("math", FormulaReader(latex, where).read_all());
  std::string out;
  const std::string_view wide = "\\qquad";
  const bool table = latex.find("\\begin") != std::string_view::npos;
  for (bool more = true; more;) {
    const std::size_t end = table ? std::string_view::npos : latex.find(wide);
    more = end != std::string_view::npos;
    out += fmt::format("<math display=\"block\">{}</math>\n",
                       FormulaReader(latex.substr(0, end), where).read_all());
    if (more) latex.remove_prefix(end + wide.size());
  }
  return "<div class=\"formula\">\n" + out + "</div>\n";
}

}  // namespace holo
