// formula_test.cpp: formulas of the pages as MathML.
#include "teaching/formula.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "holo/check.h"

namespace formula_test {
namespace {

std::string inside(const char* latex) {
  const std::string all = holo::to_mathml(latex, false, "a.md");
  const std::string begin = "<math><mrow>", end = "</mrow></math>";
  return all.substr(begin.size(), all.size() - begin.size() - end.size());
}

}  // namespace

TEST_CASE("formula: indices, powers and primes") {
  CHECK(inside("x_i^2") == "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>");
  CHECK(inside("f'") == "<msup><mi>f</mi><mrow><mo>′</mo></mrow></msup>");
  CHECK(inside("f''") == "<msup><mi>f</mi><mrow><mo>′</mo><mo>′</mo></mrow></msup>");
  CHECK(inside("x'^2") == "<msup><mi>x</mi><mrow><mo>′</mo><mn>2</mn></mrow></msup>");
  CHECK(inside("x'_i") == "<msubsup><mi>x</mi><mi>i</mi><mrow><mo>′</mo></mrow></msubsup>");
}

TEST_CASE("formula: upright and bold names") {
  CHECK(inside("\\mathrm{loss}") == "<mi mathvariant=\"normal\">loss</mi>");
  CHECK(inside("\\mathbf{Wx2}") == "<mi>𝐖𝐱𝟐</mi>");
  CHECK(inside("\\mathbf{AZaz09}") == "<mi>𝐀𝐙𝐚𝐳𝟎𝟗</mi>");
  CHECK_THROWS_AS(inside("\\mathbf{a b}"), holo::UsageError);
  CHECK_THROWS_AS(inside("\\mathcal{L}"), holo::UsageError);
}

TEST_CASE("formula: fractions, roots and accents") {
  CHECK(inside("\\frac{a}{b}") == "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>");
  CHECK(
      inside("\\tfrac{a}{b}") ==
      "<mstyle displaystyle=\"false\"><mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>"
      "</mstyle>");
  CHECK(inside("\\tfrac14 x") ==
        "<mstyle displaystyle=\"false\"><mfrac><mn>1</mn><mn>4</mn></mfrac></mstyle><mi>x</mi>");
  CHECK(inside("\\big( x") == "<mo stretchy=\"true\" minsize=\"1.3em\">(</mo><mi>x</mi>");
  CHECK(inside("\\sqrt{x}") == "<msqrt><mrow><mi>x</mi></mrow></msqrt>");
  for (const auto& [name, accent] : {std::pair("hat", "^"), {"bar", "¯"}, {"tilde", "~"}}) {
    const std::string latex = "\\" + std::string(name) + " y";
    CHECK(inside(latex.c_str()) == "<mover accent=\"true\"><mi>y</mi><mo stretchy=\"false\">" +
                                       std::string(accent) + "</mo></mover>");
  }
}

TEST_CASE("formula: a sum has its limits below and above, a name its index beside it") {
  const std::string sum = "<mo>∑</mo>", i = "<mi>i</mi>", n = "<mi>n</mi>";
  CHECK(inside("\\sum_i") == "<munder>" + sum + i + "</munder>");
  CHECK(inside("\\sum^n") == "<mover>" + sum + n + "</mover>");
  CHECK(inside("\\sum_i^n") == "<munderover>" + sum + i + n + "</munderover>");
  CHECK(inside("\\max_i") == "<msub><mi>max</mi>" + i + "</msub>");
}

TEST_CASE("formula: numbers, operators, and letters that are not ASCII") {
  CHECK(inside("0.25x") == "<mn>0.25</mn><mi>x</mi>");
  CHECK(inside("a - 3.") == "<mi>a</mi><mo>−</mo><mn>3</mn><mo>.</mo>");
  CHECK(inside("·×") == "<mo>·</mo><mo>×</mo>");
  CHECK(inside("(a<b)") ==
        "<mo stretchy=\"false\">(</mo><mi>a</mi><mo>&lt;</mo><mi>b</mi>"
        "<mo stretchy=\"false\">)</mo>");
}

TEST_CASE("formula: each command is the symbol of its name") {
  const std::pair<const char*, const char*> operators[] = {
      {"odot", "⊙"},      {"otimes", "⊗"}, {"oplus", "⊕"}, {"circ", "∘"},
      {"to", "→"},        {"mapsto", "↦"}, {"cdot", "·"},  {"rightarrow", "→"},
      {"leftarrow", "←"}, {"le", "≤"},     {"ge", "≥"},    {"ne", "≠"},
      {"approx", "≈"},    {"in", "∈"},     {"pm", "±"},    {"rVert", "‖"}};
  for (const auto& [name, symbol] : operators) {
    const std::string latex = "a\\" + std::string(name) + " b";
    CHECK(inside(latex.c_str()) ==
          "<mi>a</mi><mo stretchy=\"false\">" + std::string(symbol) + "</mo><mi>b</mi>");
  }
  CHECK(inside("\\theta\\Phi") == "<mi>θ</mi><mi>Φ</mi>");
}

TEST_CASE("formula: rows and cells of a table, with the fences of its kind") {
  const std::string a = "<mtd><mrow><mi>a</mi></mrow></mtd>",
                    b = "<mtd><mrow><mi>b</mi></mrow></mtd>",
                    c = "<mtd><mrow><mi>c</mi></mrow></mtd>";
  const std::string rows = "<mtr>" + a + b + "</mtr><mtr>" + c + "</mtr></mtable>";
  const auto of = [](const std::string& kind) {
    const std::string latex = "\\begin{" + kind + "}a & b \\\\ c\\end{" + kind + "}";
    return inside(latex.c_str());
  };
  const auto fence = [](const char* form, const char* text) {
    return "<mo form=\"" + std::string(form) + "\" stretchy=\"true\">" + text + "</mo>";
  };
  CHECK(of("matrix") == "<mtable class=\"matrix\">" + rows);
  CHECK(of("aligned") == "<mtable class=\"aligned\">" + rows);
  CHECK(of("cases") ==
        "<mrow>" + fence("prefix", "{") + "<mtable class=\"cases\">" + rows + "</mrow>");
  CHECK(of("pmatrix") == "<mrow>" + fence("prefix", "(") + "<mtable class=\"pmatrix\">" + rows +
                             fence("postfix", ")") + "</mrow>");
}

TEST_CASE("formula: words, spaces, and braces in braces") {
  CHECK(inside("\\text{if } x") == "<mtext>if\u00A0</mtext><mi>x</mi>");
  CHECK(inside("\\mathrm{my\\ loss\\,here}") ==
        "<mi mathvariant=\"normal\">my\u00A0loss\u00A0here</mi>");
  CHECK(inside("\\mathrm{a{b}c}d") == "<mi mathvariant=\"normal\">a{b}c</mi><mi>d</mi>");
  CHECK(inside("\\,") == "<mspace width=\"0.17em\"></mspace>");
  CHECK(inside("\\quad") == "<mspace width=\"1em\"></mspace>");
  CHECK(inside("\\qquad") == "<mspace width=\"2em\"></mspace>");
}

TEST_CASE("formula: one of its own breaks at a wide space") {
  CHECK(holo::to_mathml("a \\qquad b", true, "a.md") ==
        "<div class=\"formula\">\n<math display=\"block\"><mrow><mi>a</mi></mrow></math>\n"
        "<math display=\"block\"><mrow><mi>b</mi></mrow></math>\n</div>\n");
}

}  // namespace formula_test
