// course_page_test.cpp: what the slides take of a page of the course: its pieces, and its lines as
// HTML.
#include "teaching/course_page.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "teaching/inline_text.h"

namespace course_page_test {
namespace {

using namespace holo;

std::string html(const std::string& text) { return inline_html(text, {"a.md"}); }

std::string points(const std::string& text) {
  return points_html(parse_markdown(text).at(0), {"a.md"});
}
std::string table(const std::string& text) {
  return table_html(parse_markdown(text).at(0), {"a.md"});
}

// "text: a | points: b": the pieces of a page of one section.
std::string pieces_of(const std::string& text) {
  std::string all;
  const CoursePage page = parse_page("a.md", "# T\n" + text);
  for (const Piece& piece : page.sections.at(0).pieces) {
    all += (all.empty() ? "" : " | ") + piece.kind + ": " + piece.text;
  }
  return all;
}

}  // namespace

TEST_CASE("course page: its title is the first heading; a section is found by its own") {
  const CoursePage page = parse_page("a.md", "# First\n\none\n\n## Second\n\ntwo\n\n## Third\n");
  CHECK(page.title == "First");
  REQUIRE(page.sections.size() == 3);
  CHECK(page.find("top")->heading == "First");
  CHECK(page.find("Second")->pieces.at(0).text == "two");
  CHECK(page.find("Third")->pieces.empty());
  CHECK(page.find("Fourth") == nullptr);
}

TEST_CASE("course page: paragraphs, lists, tables and figures") {
  CHECK(pieces_of("two\nlines\n\nthird\n") == "text: two lines | text: third");
  CHECK(pieces_of("- a\n  b\n- c\n") == "points: - a b\n- c");
  CHECK(pieces_of("* a\n* b\n") == "points: * a\n* b");
  CHECK(pieces_of("1. a\n2. b\n") == "points: 1. a\n2. b");
  CHECK(pieces_of("3.14 is near pi\n") == "text: 3.14 is near pi");
  CHECK(pieces_of("|a|b|\n|-|-|\n|c|d|\n") == "table: | a | b |\n| c | d |");
  CHECK(pieces_of("![A picture](figures/a.svg)\n") == "figure: figures/a.svg");
}

TEST_CASE("course page: what is folded is read, the marks of the fold are not") {
  CHECK(pieces_of(
            "1. a\n\n   <details><summary>Answer</summary>\n\n   b\n\n   ```cpp\n   c;\n   ```\n"
            "\n   </details>\n\n2. d\n") ==
        "points: 1. a | text: b | listing: c;\n | points: 2. d");
  CHECK(pieces_of("a\n<details>\n<summary>b</summary>\nc\n</details>\n") == "text: a | text: c");
}

TEST_CASE("course page: the kind of a block, from its language and the comment before it alone") {
  CHECK(pieces_of("```cpp\na;\n```\n") == "listing: a;\n");
  CHECK(pieces_of("```math\na\n```\n```mermaid\nb\n```\n") == "formula: a\n");
  CHECK(pieces_of("<!-- shell: a -->\n```sh\nb\n```\n") == "commands: b\n");
  CHECK(pieces_of("<!-- output: a -->\n```text\nb\n```\n```cpp\nc;\n```\n") ==
        "output: b\n | listing: c;\n");
  CHECK(pieces_of("<!-- examples/output/a.txt -->\n```text\nb\n```\n") == "output: b\n");
  CHECK(pieces_of("<!-- stepper a: b -->\n```text\nc\n```\n") == "stepper: c\n");
}

TEST_CASE("course page: a block in a list loses the indentation of its fence, no more") {
  CHECK(pieces_of("  ```cpp\n  a {\n    b;\n\n c;\n  ```\n") == "listing: a {\n  b;\n\nc;\n");
}

TEST_CASE("inline text: code, emphasis, formulas, and the words of a link") {
  CHECK(html("**bold** and *slanted*") == "<strong>bold</strong> and <em>slanted</em>");
  CHECK(html("`a < b` & \"c\"") == "<code>a &lt; b</code> &amp; &quot;c&quot;");
  CHECK(html("`` `a` `` and ` b`") == "<code>`a`</code> and <code> b</code>");
  CHECK(html("$x$ and $`y`$") ==
        "<math><mrow><mi>x</mi></mrow></math> and <math><mrow><mi>y</mi></mrow></math>");
  CHECK(html("2 * 3 * 4, \\*a\\*, $ 5 $") == "2 * 3 * 4, *a*, $ 5 $");
  CHECK(html("a [`b` c](d.md#e) f") == "a <code>b</code> c f");
  CHECK(html("x[0], see [y](z.md)") == "x[0], see y");
}

TEST_CASE("inline text: a list has its numbers when it has any") {
  CHECK(points("- a\n- *b*") == "<ul>\n<li>a</li>\n<li><em>b</em></li>\n</ul>\n");
  CHECK(points("3. a\n4. b") == "<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n");
}

TEST_CASE("inline text: cells of a table; one with much in it is small") {
  CHECK(table("| a | b |\n|---|:-:|\n| `x|y` | c \\| d |") ==
        "<table>\n<tr><th>a</th><th class=\"center\">b</th></tr>\n"
        "<tr><td><code>x|y</code></td><td class=\"center\">c | d</td></tr>\n</table>\n");
  CHECK(table("| a |\n|---|\n| " + std::string(1000, 'b') + " |")
            .starts_with("<table class=\"long\">\n"));
}

}  // namespace course_page_test
