// docs_glossary_test.cpp: the glossary leads to where each of its terms is defined.
#include <doctest/doctest.h>

#include <filesystem>

#include "docs/docs_files.h"
#include "docs/docs_glossary_check.h"

namespace docs_glossary_test {
namespace {

namespace fs = std::filesystem;
using docs::Lines;

std::optional<std::string> read(const std::string& page) {
  return docs::read(docs::root() / "docs" / page);
}

// A course of two pages, of which the second one defines what a gate is.
Lines check(const std::string& entries, const std::string& first, const std::string& second,
            const std::string& table = "| [1](01_a.md) | a |\n| [2](02_b.md) | b |\n",
            const std::string& about_cpp = "") {
  const auto page = [&](const std::string& name) -> std::optional<std::string> {
    if (name == "01_a.md") return "# One\n\n" + first + '\n';
    if (name == "02_b.md") return "# Two\n\nA loss.\n\n## Parts\n\n" + second + '\n';
    if (name == "cpp.md" && !about_cpp.empty()) return "# C++\n\n" + about_cpp;
    return std::nullopt;
  };
  const std::string index =
      "| Chapter | Idea |\n|---|---|\n" + table + "\n| [3](03_c.md) | other |\n";
  return docs::GlossaryChecker(entries, index, page).problems;
}

// The only problem; none is "".
std::string problem(const std::string& first, const std::string& second = "A *gate* opens.",
                    const std::string& entry = "- **gate**: a factor. [2](02_b.md#parts)\n") {
  std::string all;
  for (const std::string& line : check(entry, first, second))
    all += (all.empty() ? "" : " | ") + line;
  return all;
}

}  // namespace

TEST_CASE("docs: each term of the glossary leads to its definition") {
  const Lines problems =
      docs::GlossaryChecker(read("glossary.md").value_or(""), read("README.md").value_or(""), read)
          .problems;
  for (const std::string& line : problems) FAIL_CHECK(line);
}

TEST_CASE("docs: the glossary knows every chapter and has the words of the field") {
  const Lines order = docs::reading_order(read("README.md").value_or(""));
  for (const auto& entry : fs::directory_iterator(docs::root() / "docs")) {
    const std::string name = entry.path().filename().string();
    if (docs::is_digit(name[0]) && entry.path().extension() == ".md")
      CHECK_MESSAGE(std::count(order.begin(), order.end(), name) == 1,
                    "the table of chapters in docs/README.md needs one row with " << name);
  }
  Lines problems;
  CHECK(docs::read_glossary(read("glossary.md").value_or(""), problems).size() >= 100);
}

TEST_CASE("docs glossary checker: a link that does not lead to the definition") {
  const auto with = [](const std::string& entry, const std::string& second) {
    return problem("", second, entry + " [2](02_b.md#parts)\n");
  };
  CHECK(with("- **wide gate**: a factor.", "*Wide\n  gates* open.") == "");
  CHECK(with("- **wide gate**: a factor.", "*Wide*\n\n*gates*") != "");
  CHECK(with("- **leaf** (plural *leaves*): an end.", "Two *leaves*.") == "");
  CHECK(with("- **gate** (of a unit; also *wide gate*): a factor.", "A *gate*.") == "");
  CHECK(problem("", "## The gate", "- **gate**: a factor. [2](02_b.md#the-gate)\n") == "");
  CHECK(problem("", "A gate is a factor.") == "");
  CHECK(problem("", "It opens a **gate**.") == "");
  CHECK(problem("", "This is a gate.") == "");
  CHECK(problem("", "```math\n\\text{(gate: a factor)}\n```\n") == "");
  CHECK(problem("", "It opens a gate, *at once*.") ==
        "docs/glossary.md:1: \"gate\" is not defined under #parts of 02_b.md: it is not "
        "there in italics, in a heading, in words of a formula, or beside \"is\"; no page defines "
        "it");
  CHECK(
      problem("A [gate](glossary.md).", "*Gates* open.", "- **gate**: a factor. [2](02_b.md)\n") ==
      "docs/glossary.md:1: \"gate\" is not defined under # of 02_b.md: it is not there in "
      "italics, in a heading, in words of a formula, or beside \"is\"; it may be defined in "
      "02_b.md#parts");
  CHECK(problem("", "*Gates* open.", "- **gate**: a factor. [2](02_b.md#doors)\n") ==
        "docs/glossary.md:1: \"gate\" links to #doors, but 02_b.md has no such heading; it may be "
        "defined in 02_b.md#parts");
  CHECK(problem("", "*Gates* open.", "- **gate**: a factor. [2](03_c.md#parts)\n") ==
        "docs/glossary.md:1: \"gate\" links to 03_c.md, which is no page of the table of chapters; "
        "it may be defined in 02_b.md#parts");
}

TEST_CASE("docs glossary checker: the page about C++ is beside the path") {
  const auto of_cpp = [](const std::string& entries, const std::string& page) {
    return check(entries, "A vector.", "", "| [1](01_a.md) | a |\n", page);
  };
  const std::string vector = "- **vector** (of C++): a list. [C++](cpp.md#vector)\n";
  CHECK(of_cpp(vector, "## Vector\n\nA list.\n").empty());
  CHECK(of_cpp(vector, "## Vector\n\nA list.\n\n## Set\n\nNone.\n") ==
        Lines{"docs/glossary.md: no entry links to cpp.md#set"});
  CHECK(of_cpp(vector, "## Vectors\n\nA list.\n").size() == 2);
  CHECK(of_cpp(vector, "## Set\n\nA *vector* of one kind.\n").size() == 2);
}

TEST_CASE("docs glossary checker: the pages about GPUs are beside the path too") {
  const auto of_gpu = [](const std::string& entry, const std::string& page) {
    const auto read = [&](const std::string& name) -> std::optional<std::string> {
      if (name == "01_a.md") return "# One\n\nA warp.\n";
      if (name == "cuda.md") return "# GPUs\n\n## Threads\n\n" + page + "\n\n## Other\n";
      return std::nullopt;
    };
    const std::string index = "| Chapter | Idea |\n|---|---|\n| [1](01_a.md) | a |\n";
    return docs::GlossaryChecker(entry, index, read).problems;
  };
  const std::string warp = "- **warp**: threads. [GPU](cuda.md#threads)\n";
  CHECK(of_gpu(warp, "A *warp* has lanes.").empty());
  CHECK(of_gpu(warp, "They run in warps.").size() == 1);
  CHECK(of_gpu("- **warp**: threads. [GPU](cuda.md#warps)\n", "A *warp* has lanes.").size() == 1);
}

TEST_CASE("docs glossary checker: the list and the table") {
  CHECK(problem("", "*", "- gate: a factor. [2](02_b.md)\n") ==
        "docs/glossary.md:1: no entry: - **term** (also *form*): a sentence. "
        "[Page](page.md#heading)");
  const std::string gate = "- **gate**: a factor. [2](02_b.md#parts)\n";
  CHECK(check(gate + gate, "", "A *gate*.") == Lines{"docs/glossary.md:2: \"gate\" is here twice"});
  CHECK(check(gate + "- **Door**: way. [2](02_b.md#parts)\n", "", "A *gate*, a *door*.") ==
        Lines{"docs/glossary.md:2: \"Door\" is not in the order of the alphabet"});
  CHECK(check(gate, "", "A *gate*.", "| [2](02_b.md), [0](00.md) | b |\n") ==
        Lines{"docs/README.md: the table of chapters has 00.md, which is not there"});
}

}  // namespace docs_glossary_test
