// markdown_test.cpp: the blocks of a page, as a text that says what was read.
#include "teaching/markdown.h"

#include <doctest/doctest.h>

#include <string>

namespace markdown_test {
namespace {

using namespace holo;

std::string told(const MarkdownBlocks& blocks);

std::string told(const MarkdownBlock& block) {
  switch (block.kind) {
    case BlockKind::heading:
      return "h" + std::to_string(block.level) + "#" + block.anchor + "(" + block.text + ")";
    case BlockKind::text:
      return "p(" + block.text + ")";
    case BlockKind::figure:
      return "figure(" + block.address + ": " + block.text + ")";
    case BlockKind::code:
      return "code<" + block.language + "|" + block.comment + ">(" + block.text + ")";
    case BlockKind::rule:
      return "rule";
    case BlockKind::fold:
      return "fold(" + block.text + ": " + told(block.items.at(0)) + ")";
    case BlockKind::list: {
      std::string out = "list" + block.marker;
      for (const MarkdownBlocks& item : block.items) out += "[" + told(item) + "]";
      return out;
    }
    case BlockKind::table:
      break;
  }
  std::string out = "table";
  for (const Align align : block.columns) out += "nlcr"[static_cast<int>(align)];
  for (const Cells& row : block.rows) {
    out += "/";
    for (const std::string& cell : row) out += "(" + cell + ")";
  }
  return out;
}

std::string told(const MarkdownBlocks& blocks) {
  std::string out;
  for (const MarkdownBlock& block : blocks) out += (out.empty() ? "" : " ") + told(block);
  return out;
}

std::string read(const std::string& page) { return told(parse_markdown(page)); }

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("markdown: headings with their levels, and anchors as GitHub has them") {
  CHECK(read("# A\n## `Value` and *Tape*\n### a/b, c!\n") ==
        "h1#a(A) h2#value-and-tape(`Value` and *Tape*) h3#ab-c(a/b, c!)");
  CHECK(read("# A\n# A\n# A\n") == "h1#a(A) h1#a-1(A) h1#a-2(A)");
  CHECK(read("#a\n####### b\n") == "p(#a ####### b)");
  CHECK(read("## [words](a.md) of a link\n") == "h2#words-of-a-link([words](a.md) of a link)");
}

TEST_CASE("markdown: lines of a paragraph are joined; a list or a block ends it") {
  CHECK(read("a\n b\n\nc\n") == "p(a b) p(c)");
  CHECK(read("a\n- b\n") == "p(a) list-[p(b)]");
  CHECK(read("a\n1. b\n") == "p(a) list1[p(b)]");
  CHECK(read("in\n1984. A year\n") == "p(in 1984. A year)");
  CHECK(read("a\n```\nb\n```\nc") == "p(a) code<|>(b\n) p(c)");
  CHECK(read("a - b\n---\nc") == "p(a - b --- c)");
  CHECK(read("a\n\n---\n\nc") == "p(a) rule p(c)");
}

TEST_CASE("markdown: lists in lists, numbers that go on, and lines that lean left") {
  CHECK(read("- a\n  - b\n    - c\n  - d\n- e\n") ==
        "list-[p(a) list-[p(b) list-[p(c)]][p(d)]][p(e)]");
  CHECK(read("3. a\n4. b\n   more\n") == "list3[p(a)][p(b more)]");
  CHECK(read("- a\nmore\n- b\n") == "list-[p(a more)][p(b)]");
  CHECK(read("- a\n\n- b\n\nc\n") == "list-[p(a)][p(b)] p(c)");
  CHECK(read("- a\n* b\n1. c\n") == "list-[p(a)] list*[p(b)] list1[p(c)]");
  CHECK(read("1. a\n\n   second\n\n2. b\n") == "list1[p(a) p(second)][p(b)]");
  CHECK(read("-a\n2.b\n") == "p(-a 2.b)");
}

TEST_CASE("markdown: code in a list loses the spaces of its point and its fence, no others") {
  CHECK(read("1. a\n\n   ```cpp\n   f {\n     x;\n\n   }\n   ```\n2. b\n") ==
        "list1[p(a) code<cpp|>(f {\n  x;\n\n}\n)][p(b)]");
  CHECK(read("- a\n  ```\n  - no point\n  # no heading\n  ```\n") ==
        "list-[p(a) code<|>(- no point\n# no heading\n)]");
  CHECK(read("````\n```\n````\n") == "code<|>(```\n)");
  CHECK(read("~~~ py\na\n~~~\n") == "code<py|>(a\n)");
  CHECK(read("```\nnever closed") == "code<|>(never closed\n)");
  CHECK(read("```a``` is a span\n") == "p(```a``` is a span)");
}

TEST_CASE("markdown: a comment binds the next block alone; one of several lines is one") {
  CHECK(read("<!-- file: a.cpp -->\n```cpp\nb\n```\n```\nc\n```\n") ==
        "code<cpp|file: a.cpp>(b\n) code<|>(c\n)");
  CHECK(read("<!-- file: a.cpp -->\ntext\n\n```\nc\n```\n") == "p(text) code<|>(c\n)");
  CHECK(read("<!-- two\nlines -->\n```\nc\n```\n") == "code<|two lines>(c\n)");
  CHECK(read("<!-- output: a -->\n<!-- numbers: b -->\n```\nc\n```\n") == "code<|>(c\n)");
  CHECK(read("<!-- never closed\n") == "");
  CHECK(read("- a\n  <!-- output: b -->\n  ```\n  c\n  ```\n") ==
        "list-[p(a) code<|output: b>(c\n)]");
}

TEST_CASE("markdown: tables with the alignment of their columns, and rows as long as these") {
  CHECK(read("| a | b | c | d |\n|---|:--|:-:|--:|\n| 1 | `x|y` | \\| | 4 |\n") ==
        "tablenlcr/(a)(b)(c)(d)/(1)(`x|y`)(\\|)(4)");
  CHECK(read("| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |\ntext\n") ==
        "tablenn/(a)(b)/(1)()/(1)(2) p(text)");
  CHECK(read("| no table\n\ntext\n") == "p(| no table) p(text)");
}

TEST_CASE("markdown: figures, and what is folded away") {
  CHECK(read("![a picture\nof two lines](figures/a.svg)\n") ==
        "figure(figures/a.svg: a picture of two lines)");
  CHECK(read("![a](a.svg) and text\n") == "p(![a](a.svg) and text)");
  CHECK(read("<details><summary>S</summary>\n\na\n\n```\n</details>\n```\n</details>\nb\n") ==
        "fold(S: p(a) code<|>(</details>\n)) p(b)");
  CHECK(read("<details>\n<summary>S</summary>\n<details><summary>T</summary>\na\n</details>\n"
             "</details>\nb\n") == "fold(S: fold(T: p(a))) p(b)");
  CHECK(read("<details><summary>S</summary>\n## A\n</details>\n## A\n") ==
        "fold(S: h2#a(A)) h2#a-1(A)");
  CHECK(read("</details>\na\n<details>\nb") == "p(a) fold(: p(b))");
}

TEST_CASE("markdown: any text is a page, also one that is deep, long or no text") {
  CHECK(read("") == "");
  CHECK(read("\n \n\t\n") == "");
  CHECK(read("\r\n# a\r\n") == "h1#a(a)");
  CHECK(read(std::string("a\0b", 3)) == std::string("p(a\0b)", 6));
  CHECK(read("\xff\xfe") == "p(\xff\xfe)");
  CHECK(parse_markdown(repeated("- ", 3000) + "a").size() == 1);
  CHECK(parse_markdown(repeated("<details>\n", 3000)).size() == 1);
  CHECK(!parse_markdown(repeated("[", 2000)).empty());
  CHECK(read("999999999. a\n") == "list999999999[p(a)]");
  CHECK(read("99999999999999999999. a\n") == "p(99999999999999999999. a)");
}

}  // namespace markdown_test
