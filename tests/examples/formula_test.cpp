// formula_test.cpp: formulas of the pages as MathML.
#include "teaching/formula.h"

#include <doctest/doctest.h>

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

}  // namespace formula_test
