// docs_cpp_test.cpp: docs/cpp.md explains each piece of C++ that a listing of the paths uses, and
// the chapter in which it first comes links there before.
#include <doctest/doctest.h>

#include "docs/docs_cpp.h"
#include "docs/docs_files.h"

namespace docs_cpp_test {
namespace {

using docs::Lines;
using holo::CoursePath;

std::string read(const std::string& file) {
  return docs::read(docs::root() / "docs" / file).value_or("");
}

// A course of one page and its program, with three of the headings.
Lines check(const std::string& page, const std::string& places, const std::string& program = "") {
  const auto text = [&](const std::string& file) -> std::string {
    if (file == "01_value.md") return page;
    if (file == "cpp.md") return places;
    return file == "../examples/01_value.cpp" ? program : "";
  };
  Lines problems;
  for (const std::string& problem : docs::CppChecker({{holo::course_pages()[0]}}, text).problems) {
    if (problem.find("has no heading") == std::string::npos) problems.push_back(problem);
  }
  return problems;
}

}  // namespace

TEST_CASE("docs: each piece of C++ is linked where it first comes") {
  const Lines problems =
      docs::CppChecker(
          {holo::pages_on(CoursePath::language_model), holo::pages_on(CoursePath::gates)}, read)
          .problems;
  for (const std::string& problem : problems) FAIL_CHECK(problem);
}

TEST_CASE("docs C++ checker: what a line has") {
  const auto has = [](const std::string& line, const std::string& anchor) {
    return docs::constructs_in({line}).count(anchor) > 0;
  };
  CHECK(has("const auto head = [&](const Vector& y) {", "lambda"));
  CHECK(has("return record([axis](Node& y_node) {", "lambda"));
  CHECK(!has("nodes[node].edges; table[a](b)", "lambda"));
  CHECK(has("(*node->backward)(*node);", "pointer"));
  CHECK(!has("const double y = x * w; a *= b;", "pointer"));
  CHECK(has("MLP mlp(4, {.expansion_factor = 3});", "members-by-name"));
  CHECK(has("for (const Edge& edge : edges) {", "for-each-element"));
  CHECK(!has("for (int i = 0; i < n; ++i) {", "for-each-element"));
  CHECK(!has("f(\"auto [&](x) const\");  // template", "auto"));
  CHECK(docs::constructs_in({"f(\"auto \\\" const\");  // template"}).empty());
  CHECK(docs::constructs_in({"", "auto x = 1;"}).at("auto") == 1);
}

TEST_CASE("docs C++ checker: a listing before its link, and a wrong place") {
  const std::string listing = "<!-- program -->\n```cpp\nauto x = 1;\n```\n",
                    link = "New C++ here: [auto](cpp.md#auto).\n",
                    place = "## Auto\n\nA type. First in\n[chapter 1](01_value.md#x).\n";
  const std::string early =
      "this listing is the first with cpp.md#auto; link to it before, in a line \"New C++ here: "
      "...\"";
  CHECK(check(link + listing, place).empty());
  CHECK(check(listing, place) == Lines{"docs/01_value.md:3: " + early});
  CHECK(check(listing + link, place) == Lines{"docs/01_value.md:3: " + early});
  CHECK(check(link + "Text.\n", place) == Lines{"docs/01_value.md:1: cpp.md#auto is not new here",
                                                "docs/cpp.md#auto: \"First in\" must lead to"});
  CHECK(check(link + listing, "## Auto\n\nFirst in [2](02_neuron.md).\n") ==
        Lines{"docs/cpp.md#auto: \"First in\" must lead to 01_value.md"});
  CHECK(check(link + listing, place + "## Goto\n") ==
        Lines{"docs/cpp.md: nothing looks for #goto"});
  // In a program only.
  const std::string of_program = "## Auto\n\nFirst in [01](../examples/01_value.cpp).\n";
  CHECK(check("Text.\n", of_program, "auto x = 1;\n").empty());
  CHECK(check("Text.\n", place, "auto x = 1;\n").size() == 1);
}

}  // namespace docs_cpp_test
