// inline_text_test.cpp: a paragraph as HTML, with links and pictures as the book has them.
#include "teaching/inline_text.h"

#include <doctest/doctest.h>

#include <string>

namespace inline_text_test {
namespace {

using namespace holo;

// A link as <address|words>, a picture as {address|alt}, words in curly brackets of their own.
std::string html(const std::string& text) {
  InlineMarks marks{"a.md"};
  marks.link = [](const std::string& address, const std::string& words) {
    return "<" + address + "|" + words + ">";
  };
  marks.image = [](const std::string& address, const std::string& alt) {
    return "{" + address + "|" + alt + "}";
  };
  return inline_html(text, marks);
}

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("inline text: links keep their address, and brackets within") {
  CHECK(html("a [b](c.md#d) e") == "a <c.md#d|b> e");
  CHECK(html("[`x[0]` is](a.md)") == "<a.md|<code>x[0]</code> is>");
  CHECK(html("[a](b(c).md)") == "<b(c).md|a>");
  CHECK(html("[a](b.md \"a title\")") == "<b.md|a>");
  CHECK(html("x[0] (no link) [y](z)") == "x[0] (no link) <z|y>");
  CHECK(html("[a [b](c) d](e)") == "<e|a b d>");
  CHECK(html("\\[a](b)") == "[a](b)");
}

TEST_CASE("inline text: pictures, and bare addresses without the mark that ends a sentence") {
  CHECK(html("![a *b*](c.svg) d") == "{c.svg|a *b*} d");
  CHECK(html("see https://a.b/c, or <https://d.e>.") ==
        "see <https://a.b/c|https://a.b/c>, or <https://d.e|https://d.e>.");
}

TEST_CASE("inline text: emphasis in emphasis; code and formulas are left alone") {
  CHECK(html("***a***") == "<strong><em>a</em></strong>");
  CHECK(html("**a *b* c**") == "<strong>a <em>b</em> c</strong>");
  CHECK(html("*a `*` b*") == "<em>a <code>*</code> b</em>");
  CHECK(html("`` a`b `` and ```c```") == "<code>a`b</code> and <code>c</code>");
  CHECK(html("a * b, **not closed, `nor this") == "a * b, **not closed, `nor this");
  CHECK(html("\\*a\\* \\n") == "*a* \\n");
}

TEST_CASE("inline text: what is hostile is text") {
  CHECK(html("<script>alert(1)</script> & \"q\"") ==
        "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;q&quot;");
  CHECK(html("`<b>`") == "<code>&lt;b&gt;</code>");
  CHECK(html("**<img src=x onerror=y>**") == "<strong>&lt;img src=x onerror=y&gt;</strong>");
  CHECK(!html(repeated("*a", 500)).empty());
  CHECK(!html(repeated("[", 500) + "a" + repeated("](b)", 500)).empty());
}

TEST_CASE("inline text: the words alone, with formulas or without") {
  CHECK(inline_words("**a** `b` [c](d) $x^2$") == "a b c x^2");
  CHECK(inline_words("**a** $x^2$ e", false) == "a  e");
}

}  // namespace inline_text_test
