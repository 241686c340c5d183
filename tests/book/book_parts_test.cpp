// book_parts_test.cpp: the parts that the book is made of, each by itself.
#include <doctest/doctest.h>

#include <string>

#include "book/book_maker.h"
#include "book/coloured_code.h"
#include "book/glossary.h"
#include "book/knob.h"
#include "book/listing_place.h"
#include "book/reading_order.h"
#include "book/search_index.h"
#include "book/source_page.h"
#include "book/svg_size.h"
#include "message_of.h"
#include "temporary_folder.h"

namespace book_parts_test {
namespace {

using namespace holo;

std::string cpp(const std::string& text) { return coloured_code(text, CodeLanguage::cpp); }

const char* const small_glossary =
    "# Glossary\n\n- **GELU** (plural *gelata*): an activation. [A](a.md)\n"
    "- **entropy** (also *disorder*): what is not known. [A](a.md#x)\n"
    "- **key** (of attention): what a token offers. [B](b.md#y)\n"
    "- **learning rate**: how long a step is; `r`. [A](a.md)\n- no entry\n";

std::string terms_in(const std::string& text, const std::string& page = "a.md") {
  const std::vector<GlossaryEntry> entries = glossary_entries(parse_markdown(small_glossary));
  TermFinder finder(entries, page);
  std::string out;
  for (const TermFinder::Place& place : finder.find(text)) {
    out += "[" + text.substr(place.begin, place.end - place.begin) + ": " + place.entry->id + "]";
  }
  return out;
}

std::string around(const std::string& number) {
  std::string out;
  for (const Neighbour& one : neighbours(*course_page(number))) {
    out += (one.forward ? ">" : "<") + one.page->number;
  }
  return out;
}

// What making the book of a project says whose page a.md has this text.
std::string refusal(const std::string& text) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.name("docs"));
  folder.write("docs/README.md", "# Documents\n");
  folder.write("README.md", "# Project\n\nWords.\n");
  folder.write("docs/a.md", text);
  folder.write("book.css", "");
  folder.write("book.js", "");
  return message_without_hint([&] { make_book({folder.name(""), folder.name("")}); });
}

}  // namespace

TEST_CASE("code: keywords, comments, texts and numbers have their marks") {
  CHECK(cpp("int x = 1'000; // a < b\n") == "<b>int</b> x = <u>1'000</u>; <i>// a &lt; b</i>\n");
  CHECK(cpp("integer(\"a // \\\" b\", 'c')") ==
        "integer(<em>&quot;a // \\&quot; b&quot;</em>, <em>'c'</em>)");
  CHECK(cpp("/* a\nb */ x1 += 1.5e-3;") == "<i>/* a</i>\n<i>b */</i> x1 += <u>1.5e-3</u>;");
  CHECK(cpp("#include <a.h>\n") == "<b>#include</b> &lt;a.h&gt;\n");
  CHECK(cpp("R\"(a \" b)\" \"open\n") == "R<em>&quot;(a &quot; b)&quot;</em> &quot;open\n");
  CHECK(coloured_code("make x  # a comment\na#b\n", CodeLanguage::script) ==
        "make x  <i># a comment</i>\na#b\n");
  CHECK(coloured_code("int \"a\" // b", CodeLanguage::text) == "int &quot;a&quot; // b");
  CHECK(coloured_lines("/* a\n\nb */", CodeLanguage::cpp).size() == 3);
}

TEST_CASE("listing: its first line in the file, whatever the indentation, up to what is left out") {
  const std::string source = "a;\nb;\n  a;\n  c;\n\n  d;\n";
  CHECK(line_of_listing("a;\nc;\n", source) == 3);
  CHECK(line_of_listing("a;\n...\nd;\n", source) == 1);
  CHECK(line_of_listing("...\nd;\n", source) == 6);
  CHECK(line_of_listing("e;\n", source) == 0);
  CHECK(line_of_listing("", source) == 0);
}

TEST_CASE("knobs: the numbers of a line, each with its sign, and what a page declares") {
  const std::vector<Knobs> knobs = knobs_of(
      "# A\n<!-- knobs: 01_a from -6 to 1.5: f(x1, -2, \"7\", a - 3); -->\n"
      "<!-- knobs: 02_b from 1: x = 2; -->\ntext\n");
  REQUIRE(knobs.size() == 1);
  CHECK(knobs[0].program == "01_a");
  CHECK(knobs[0].low == "-6");
  CHECK(knobs[0].high == "1.5");
  CHECK(knobs[0].line == "f(x1, -2, \"7\", a - 3);");
  const std::string html = with_knobs(cpp(knobs[0].line), knobs[0]);
  const auto span = [](int index) {
    return "<span class=\"knob\" data-of=\"01_a\" data-line=\"f(x1, -2, &quot;7&quot;, a - "
           "3);\" data-index=\"" +
           std::to_string(index) + "\" data-low=\"-6\" data-high=\"1.5\">";
  };
  CHECK(html == "f(x1, " + span(0) + "-<u>2</u></span>, <em>&quot;7&quot;</em>, a - " + span(1) +
                    "<u>3</u></span>);");
}

TEST_CASE("glossary: entries with their forms, their field and the page that defines them") {
  const std::vector<GlossaryEntry> entries = glossary_entries(parse_markdown(small_glossary));
  REQUIRE(entries.size() == 4);
  CHECK(entries[1].forms == std::vector<std::string>{"disorder"});
  CHECK(entries[1].definition == "what is not known.");
  CHECK(entries[1].page == "a.md");
  CHECK(entries[2].id == "term-key-of-attention");
  CHECK(entries[2].of_field);
  CHECK(!entries[1].of_field);
  TermFinder finder(entries, "c.md");
  CHECK(finder.defined_at("a.md#x") == nullptr);
  CHECK(finder.defined_at("b.md#y") == &entries[2]);
  CHECK(finder.found() == std::vector<const GlossaryEntry*>{&entries[2]});
}

TEST_CASE(
    "glossary: a term is found once, as a word or a plural; one of a field on its page alone") {
  CHECK(terms_in("Entropies, entropy") == "[Entropies: term-entropy]");
  CHECK(terms_in("entropyx disorder") == "[disorder: term-entropy]");
  CHECK(terms_in("a learning-rate, a learning. Rate") == "[learning-rate: term-learning-rate]");
  CHECK(terms_in("gelu GELU") == "[GELU: term-gelu]");
  CHECK(terms_in("gelata") == "");
  CHECK(terms_in("a key") == "");
  CHECK(terms_in("two keys", "b.md") == "[keys: term-key-of-attention]");
}

TEST_CASE("paths: what comes before and after a chapter") {
  CHECK(around("1") == ">2");
  CHECK(around("6.2") == "<6.1>6.3");
  CHECK(around("9") == "<8>17.1>11");
  CHECK(around("11") == "<9>12");
  CHECK(around("14.2") == "<14.1>15");
  CHECK(around("15") == "<14.2>17.1");
  CHECK(around("17.1") == "<9>17.2");
  CHECK(around("18") == "<17.3>11");
  CHECK(around("10") == "<9>11");
  CHECK(around("20") == "<19");
}

TEST_CASE("search: sections as a script, whatever is in them") {
  CHECK(search_script({{"a.html#b", "C", "\"d\"", "</script>\n\\", "fill(xs, fill); if 2x"}}) ==
        "\"use strict\";\nwindow.bookSections = [\n"
        "[\"a.html#b\",\"C\",\"\\\"d\\\"\",\"\\x3c/script>\\x0a\\\\\",\"fill\"],\n];\n");
  CHECK(search_script({{"", "", "", "the node", "node of_node"}}).find("\"of_node\"") !=
        std::string::npos);
}

TEST_CASE("source: a number for each line, a link for each header that the book has") {
  const std::string html =
      source_html("src/a/b.cpp", "#include \"holo/c.h\"\n<x>\n", {"include/holo/c.h"});
  CHECK(html.find(
            "<span id=\"L1\"><b>#include</b> <em><a href=\"../../../source/include/holo/c.h.html\">"
            "&quot;holo/c.h&quot;</a></em>\n</span><span id=\"L2\">&lt;x&gt;\n</span>") !=
        std::string::npos);
  CHECK(folder_html("src", {"src/a/b.cpp", "src/c.cpp", "d.txt"})
            .find("<li class=\"folder\"><a href=\"a/index.html\">a/</a></li>\n<li><a "
                  "href=\"c.cpp.html\">c.cpp</a></li>") != std::string::npos);
}

TEST_CASE("figure: its size is in its first element") {
  const SvgSize size =
      svg_size("<svg xmlns=\"a\" width=\"790.0\" height=\"41\"><rect width=\"5\"/></svg>");
  CHECK(size.width == 790);
  CHECK(size.height == 41);
  CHECK(svg_size("<svg>").width == 0);
}

TEST_CASE("book: what leads nowhere is refused with its page") {
  CHECK(refusal("# A\n\n[b](README.md), <b> & \"c\"\n") == "no error");
  CHECK(refusal("# A\n\n[b](none.md)\n") ==
        "docs/a.md: a link to none.md; expected a file that is there");
  CHECK(refusal("# A\n\n[b](../../../../../etc/passwd)\n") ==
        "docs/a.md: a link to ../../../../../etc/passwd; expected a file that is there");
  CHECK(refusal("# A\n\n![b](b.svg)\n") ==
        "docs/a.md: a picture b.svg; expected one that is there");
  CHECK(refusal("# A\n\n<!-- file: b.cpp -->\n```cpp\nc\n```\n") ==
        "docs/a.md:4: a listing of b.cpp; expected a file that is there");
  CHECK(refusal("# A\n\n$\\unheard$\n").starts_with("docs/a.md: \\unheard in the formula"));
  CHECK(refusal("words\n") == "docs/a.md: no heading; expected one that begins the page");
}

TEST_CASE("book: a folder that is no project is refused") {
  const TemporaryFolder folder;
  CHECK(message_without_hint([&] {
          make_book({folder.name(""), folder.name("")});
        }) == folder.name("") + ": no README.md; expected the root of the project");
  folder.write("README.md", "# A\n");
  CHECK(message_without_hint([&] {
          make_book({folder.name(""), folder.name("")});
        }) == folder.name("") + ": no docs/README.md; expected the root of the project");
}

TEST_CASE("book: a folder without an engine is refused") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.name("docs"));
  for (const char* const page : {"README.md", "docs/README.md"}) folder.write(page, "# A\n\nB.\n");
  folder.write("book.css", "");
  folder.write("book.js", "");
  BookSettings settings{folder.name(""), folder.name("")};
  for (const char* const engine : {"none", "docs"}) {
    settings.engine = folder.name(engine);
    CHECK(message_without_hint([&] { make_book(settings); }) ==
          settings.engine + ": no run.js; expected the folder that make engine makes");
  }
}

TEST_CASE(
    "book: with an engine its script is on the pages, and the cover does not say that it lacks") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.name("docs"));
  std::filesystem::create_directories(folder.name("engine"));
  folder.write("docs/README.md", "# Documents\n");
  folder.write("README.md", "# Project\n\nWords.\n");
  folder.write("book.css", "");
  folder.write("book.js", "");
  folder.write("engine/run.js", "run");
  BookSettings settings{folder.name(""), folder.name("")};
  const std::string missing = "does not run them",
                    script = "<script src=\"run.js\" defer></script>";
  std::string cover = make_book(settings).at("index.html");
  CHECK(cover.find(missing) != std::string::npos);
  CHECK(cover.find(script) == std::string::npos);
  CHECK(cover.find("wasm-unsafe-eval") == std::string::npos);
  settings.engine = folder.name("engine");
  const auto files = make_book(settings);
  CHECK(files.at("run.js") == "run");
  CHECK(files.at("index.html").find(missing) == std::string::npos);
  CHECK(files.at("index.html").find(script) != std::string::npos);
  CHECK(files.at("index.html").find("script-src 'self' 'wasm-unsafe-eval'; worker-src blob:") !=
        std::string::npos);
}

}  // namespace book_parts_test
