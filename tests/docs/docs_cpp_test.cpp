// docs_cpp_test.cpp: docs/cpp.md explains each piece of C++ that a listing of the paths or a
// skeleton uses, and the chapter in which it first comes links there before.
#include <doctest/doctest.h>

#include <filesystem>

#include "docs/docs_cpp.h"
#include "docs/docs_cpp_words.h"
#include "docs/docs_files.h"

namespace docs_cpp_test {
namespace {

using docs::Lines;
using holo::CoursePath;

const std::string exercises = "../examples/exercises/";

// ".../stage_04_bigram/skeleton.h" is the part of this stage in the skeletons of the project.
std::string read(const std::string& file) {
  const auto text = [](const std::string& path) {
    return docs::read(docs::root() / "docs" / path).value_or("");
  };
  if (!file.ends_with("/skeleton.h")) return text(file);
  const std::string all = text(exercises + "project/skeletons.h");
  const int stage = std::stoi(file.substr(file.rfind("stage_") + 6, 2));
  const auto heading = [&](int i) { return all.find("// ---- stage " + std::to_string(i) + ": "); };
  const std::size_t begin = heading(stage);
  return begin == std::string::npos ? "" : all.substr(begin, heading(stage + 1) - begin);
}

// The stages of the project, by their paths from docs/.
Lines stages() {
  Lines found;
  for (const auto& entry :
       std::filesystem::directory_iterator(docs::root() / "docs" / (exercises + "project"))) {
    const std::string name = entry.path().filename().string();
    if (docs::starts(name, "stage_")) found.push_back(exercises + "project/" + name);
  }
  std::sort(found.begin(), found.end());
  return found;
}

// The skeletons of the other exercises.
Lines skeletons() {
  Lines found;
  for (const auto& entry : std::filesystem::directory_iterator(docs::root() / "docs" / exercises)) {
    const std::string name = entry.path().filename().string();
    if (docs::is_digit(name[0])) found.push_back(exercises + name + '/' + name.substr(3) + ".h");
  }
  std::sort(found.begin(), found.end());
  return found;
}

// A course of one page and its program, and two stages.
Lines check(const std::string& page, const std::string& places, const std::string& program = "") {
  const auto text = [&](const std::string& file) -> std::string {
    if (file == "01_value.md") return page;
    if (file == "cpp.md") return places;
    if (file == "b/skeleton.h") return "void f() { throw 1; }\n";
    return file == "../examples/01_value.cpp" ? program : "";
  };
  Lines problems;
  for (const std::string& problem :
       docs::CppChecker({{holo::course_pages()[0]}}, {"a", "b"}, text).problems) {
    if (problem.find("has no heading") == std::string::npos) problems.push_back(problem);
  }
  return problems;
}

}  // namespace

TEST_CASE("docs: each piece of C++ is linked where it first comes") {
  const Lines problems = docs::CppChecker({holo::pages_on(CoursePath::language_model),
                                           holo::pages_on(CoursePath::gates)},
                                          stages(), read)
                             .problems;
  for (const std::string& problem : problems) FAIL_CHECK(problem);
}

TEST_CASE("docs: each word of C++ in a skeleton or on a page of the project is explained") {
  const std::string page = read("cpp.md");
  std::string all;
  Lines files = skeletons();
  CHECK(files.size() >= 17);
  CHECK(stages().size() >= 10);
  for (const std::string& stage : stages()) files.push_back(stage + "/skeleton.h");
  for (const std::string& file : files) all += read(file);
  for (const std::string& stage : stages()) files.push_back(stage + "/README.md");
  files.push_back(exercises + "project/README.md");
  for (const std::string& file : files) {
    const std::string text = read(file);
    CHECK(!text.empty());
    const std::string code = file.back() == 'd' ? docs::code_of(text) : text;
    for (const std::string& word : docs::words_without_page(code, page, all))
      FAIL_CHECK("docs/cpp.md does not have " << word << " of " << file.substr(3));
  }
}

TEST_CASE("docs C++ checker: the words of some code") {
  using Words = std::set<std::string>;
  CHECK(docs::cpp_words("#include <cmath>\nconst double y = std::max(x.size(), 1);  // for us\n") ==
        Words{".size", "<cmath>", "const", "double", "std::max"});
  CHECK(docs::cpp_words("f(\"while\"); std::vector<int> x;") == Words{"int", "std::vector"});
  CHECK(
      docs::code_of("Text `int x` and `<cmath>`.\n\n```cpp\nauto y;\n```\n\n```text\nif\n```\n") ==
      "auto y;\nint x\n#include <cmath>\n");
  CHECK(docs::words_without_page("throw x.data();", "It is `return`.", "double data() {}") ==
        Lines{"throw"});
  CHECK(docs::words_without_page("x.data();", "Text, not code: `data`.", "x.data()") ==
        Lines{".data"});
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
  CHECK(has("MLP mlp(4, {.expansion_factor = 3});", "designated-initializer"));
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
  // In a stage only.
  CHECK(check("Text.\n", "## Throw\n\nFirst in [2](b/README.md).\n").empty());
  CHECK(check("Text.\n", "## Throw\n\nFirst in [2](a/README.md).\n").size() == 1);
}

}  // namespace docs_cpp_test
