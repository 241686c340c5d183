// docs_check_test.cpp: the checker of the documents reports each kind of drift, with its line, and
// nothing else.
#include <doctest/doctest.h>

#include "docs/docs_check.h"

namespace docs_check_test {

using docs::Lines;

namespace {

// A world of one program, one file and one other page.
docs::World little_world() {
  docs::World world;
  docs::read_makefile(
      "ARGS ?=\n  CXX := g++\nall: lib ## both\ncheck demo:\n.PHONY: all ghost\nlong := $(a:b)\n",
      world.commands);
  world.commands.programs = {"01_one"};
  world.commands.help = [](const std::string&) {
    return std::string("  --steps N\n  --seed-file FILE\n");
  };
  world.exists = [](const std::string& path) {
    return path == "docs/a.md" || path == "README.md" || path == "src/one.cpp";
  };
  world.read = [](const std::string& path) -> std::optional<std::string> {
    if (path == "src/one.cpp")
      return "int a = 42;\nvoid f() {\n  int b;\n\n  return 7;\n}\nint c = 1'234'567;\n";
    if (path == "examples/a.cpp") return "const double rate = 0.25;\n";
    if (path == "README.md") return "# The house\n\n## `make` it: *go*!\n## The house\n";
    return std::nullopt;
  };
  world.run = [](const std::string& command) -> docs::Output {
    if (command == "01_one")
      return {"step 1 loss 3.5\nstep 2 loss 2.25\ndone: 1,000 steps 0x1.8p+1\n", ""};
    if (command == "01_one --seed 2") return {"", "", true};
    return {"", "ended with status 2"};
  };
  world.step = [](const std::string& command, const std::string& input) -> docs::Output {
    return {command + "\n> " + input + "steps: 3\n", ""};
  };
  world.run_source = [](const std::string& source) -> docs::Output {
    if (source == "broken\n") return {"", "does not compile"};
    return {"hello\n12.5\n", ""};
  };
  return world;
}

Lines check(const std::string& text) {
  return docs::check_document("docs/a.md", text, little_world());
}

// The only drift of the page, or all of them when there are more.
std::string drift(const std::string& text) {
  std::string all;
  for (const std::string& problem : check(text)) all += (all.empty() ? "" : " | ") + problem;
  return all;
}

std::string fenced(const std::string& comment, const std::string& lines,
                   const std::string& language = "") {
  return comment + "\n```" + language + "\n" + lines + "```\n";
}

}  // namespace

TEST_CASE("docs checker: knobs are numbers of a line that the page shows, within their range") {
  const std::string shown = fenced("<!-- file: examples/a.cpp -->", "const double rate = 0.25;\n");
  const auto knobs = [&](const std::string& text) {
    return drift("<!-- knobs: " + text + " -->\nWords.\n\n" + shown);
  };
  CHECK(knobs("a from 0 to 1: const double rate = 0.25;") == "");
  CHECK(knobs("a from 0 to 0.2: const double rate = 0.25;") ==
        "docs/a.md:1: knobs: a number of the line is outside of the range");
  CHECK(knobs("a from 0 to 1: const double r = 0.25;") ==
        "docs/a.md:1: knobs: the line is 0 times in examples/a.cpp");
  CHECK(knobs("b from 0 to 1: x") == "docs/a.md:1: knobs: no file examples/b.cpp");
  CHECK(knobs("a to 1: x") == "docs/a.md:1: knobs: is not PROGRAM from LOW to HIGH: LINE");
  CHECK(drift("<!-- knobs: a from 0 to 1: const double rate = 0.25; -->\nWords.\n") ==
        "docs/a.md:1: knobs: no listing of the page has the line");
}

TEST_CASE("docs checker: a page without drift passes") {
  CHECK(
      drift("# A\n\nSee [the house](../README.md#the-house) and [below](#a), `src/one.cpp`, `make "
            "all`.\n\n" +
            fenced("<!-- file: src/one.cpp -->", "int b;\n\nreturn 7;\n...\nint c = 1'234'567;\n",
                   "cpp") +
            "\nAt 1,234,567.\n" + "\n" +
            fenced("<!-- output: 01_one -->", "step 2 loss 2.25\n...\n") +
            fenced("<!-- shell -->", "make demo # 99\nmake run-01_one CXX=c++ ARGS='--steps 5'\n") +
            fenced("<!-- program -->", "int main() {}\n", "cpp") +
            fenced("<!-- output of the program -->", "hello\n12.5\n") +
            fenced("<!-- formula -->", "77\n") + fenced("", "88\n", "math")) == "");
}

TEST_CASE("docs checker: a listing that is not in its file") {
  CHECK(drift(fenced("<!-- file: src/one.cpp -->", "int a = 42;\nvoid g() {\n")) ==
        "docs/a.md:4: \"void g() {\" is not there; src/one.cpp has \"void f() {\"");
  CHECK(drift(fenced("<!-- file: src/one.cpp -->", "int d;\n")) ==
        "docs/a.md:3: \"int d;\" is not there; src/one.cpp has nothing like it");
  CHECK(drift(fenced("<!-- file: src/one.cpp -->", "return 7;\n...\nint a = 42;\n")) !=
        "");  // another order
  CHECK(drift(fenced("<!-- file: src/one.cpp -->", "int a = 42;\nint b;\n")) !=
        "");  // a line left out
  CHECK(drift(fenced("<!-- file: src/one.cpp -->", "void f() {\nint b;\n")) !=
        "");  // indented otherwise
  CHECK(drift(fenced("<!-- file: src/two.cpp -->", "int a;\n")) ==
        "docs/a.md:2: no file src/two.cpp");
}

TEST_CASE("docs checker: output that a program does not print") {
  CHECK(drift(fenced("<!-- output: 01_one -->", "step 1 loss 3.5\nstep 2 loss 2.26\n")) ==
        "docs/a.md:4: \"step 2 loss 2.26\" is not there; 01_one has \"step 2 loss 2.25\"");
  CHECK(drift(fenced("<!-- output: 01_one -->", "loss 3.5\n")) != "");
  CHECK(drift(fenced("<!-- output: 01_one --bad -->", "...\n")) ==
        "docs/a.md:2: 01_one --bad: ended with status 2");
  CHECK(drift("It ends at 7.5.\n\n" + fenced("<!-- output: 01_one --seed 2 -->", "loss 7.5\n")) ==
        "");
}

TEST_CASE("docs checker: a session with the stepper") {
  CHECK(drift(fenced("<!-- stepper: 01_one -->", "01_one\n> s\nsteps: 3\n")) == "");
  CHECK(drift(fenced("<!-- stepper: 01_one -->", "> s\nsteps: 4\n")) ==
        "docs/a.md:4: \"steps: 4\" is not there; 01_one has \"steps: 3\"");
  // The second block goes on where the first one ended.
  const std::string first = fenced("<!-- stepper: 01_one -->", "> s\n");
  CHECK(drift(first + fenced("<!-- stepper: 01_one -->", ">\nsteps: 3\n")) ==
        "docs/a.md:7: \">\" is not there; 01_one has nothing like it");
  CHECK(drift(first + fenced("<!-- stepper: 01_one --steps 2 -->", "> b\nsteps: 3\n")) == "");
}

TEST_CASE("docs checker: a program and its output") {
  const std::string program = fenced("<!-- program -->", "int main() {}\n");
  CHECK(drift(program + fenced("<!-- output of the program -->", "hello\n12.6\n")) ==
        "docs/a.md:2: the program prints \"12.5\" where the page has \"12.6\"");
  CHECK(drift(program + fenced("<!-- output of the program -->", "hello\n")) != "");
  CHECK(drift(program + fenced("<!-- output of the program -->", "hello\n12.5\nmore\n")) != "");
  CHECK(drift(program) ==
        "docs/a.md:2: the output of the program does not follow it | docs/a.md:2: the program "
        "prints \"hello\" where the page has \"\"");
  CHECK(drift(fenced("<!-- output of the program -->", "hello\n")) ==
        "docs/a.md:2: no program comes before its output");
  CHECK(drift(fenced("<!-- program -->", "broken\n") +
              fenced("<!-- output of the program -->", "hello\n")) ==
        "docs/a.md:2: the program: does not compile");
}

TEST_CASE("docs checker: a block needs a comment, and a comment its block") {
  CHECK(drift("text\n\n" + fenced("", "x\n", "cpp")) ==
        "docs/a.md:4: no comment names the source of the block");
  CHECK(drift(fenced("<!-- outputs: 01_one -->", "x\n")) ==
        "docs/a.md:2: unknown kind of source: outputs");
  CHECK(drift("<!-- shell -->\n\ntext\n") == "docs/a.md:1: no block follows the comment `shell`");
  CHECK(drift("<!-- shell -->\n") == "docs/a.md:1: no block follows the comment `shell`");
  CHECK(drift("<!-- shell -->\n```\nmake\n") == "docs/a.md:2: the block never ends");
  CHECK(drift(fenced("<!-- shell -->", "")) == "docs/a.md:2: the block is empty");
  CHECK(drift("a `span\n\nof two` paragraphs\n") ==
        "docs/a.md:1: the code span never ends | docs/a.md:3: the code span never ends");
}

TEST_CASE("docs checker: commands that do not exist") {
  CHECK(drift(fenced("<!-- shell -->", "cd here && make demos\n")) ==
        "docs/a.md:2: make has no target demos");
  CHECK(drift(fenced("<!-- shell -->", "make ghost\n")) == "docs/a.md:2: make has no target ghost");
  CHECK(drift(fenced("<!-- shell -->", "make -C ghost demo build/g++/bin/01_one\n")) == "");
  CHECK(drift(fenced("<!-- shell -->", "make -C demo ghost\n")) ==
        "docs/a.md:2: make has no target ghost");
  CHECK(drift(fenced("<!-- shell -->", "make build/g++/bin/02_two\n")) ==
        "docs/a.md:2: make has no target build/g++/bin/02_two");
  CHECK(drift(fenced("<!-- shell -->", "make DBUG=1 all\n")) ==
        "docs/a.md:2: make has no setting DBUG");
  CHECK(drift(fenced("<!-- shell -->", "make run-02_two\n")) ==
        "docs/a.md:2: make has no target run-02_two");
  CHECK(drift("then `sudo make\ndemos` it\n") == "docs/a.md:1: make has no target demos");
  CHECK(drift(fenced("<!-- shell -->", "X=1 build/g++/bin/01_one --step 5\n")) ==
        "docs/a.md:2: 01_one has no flag --step");
  CHECK(drift(fenced("<!-- shell -->", "make run-01_one \\\n  ARGS='--steps 5 --seed 7'\n")) ==
        "docs/a.md:2: 01_one has no flag --seed");
  CHECK(drift(fenced("<!-- shell -->", "build/g++/bin/02_two\n")) ==
        "docs/a.md:2: the build makes no program 02_two");
  CHECK(drift("with `--steps` or `--stairs`\n") == "docs/a.md:1: no program has the flag --stairs");
}

TEST_CASE("docs checker: numbers without a source") {
  CHECK(drift("It takes 99 steps.\n") == "docs/a.md:1: the number 99 has no source");
  CHECK(drift("a\nrate 0.25, then 0.26.\n") == "docs/a.md:2: the number 0.26 has no source");
  CHECK(drift("`rate = 0.3`\n") == "docs/a.md:1: the number 0.3 has no source");
  CHECK(drift("1,000 steps\n") == "docs/a.md:1: the number 1,000 has no source");
  CHECK(drift("1,000 steps\n" + fenced("<!-- output: 01_one -->", "done: 1,000 steps 0x1.8p+1\n") +
              "1000, 0x1.8p+1, 0x1.9p+1\n") == "docs/a.md:6: the number 0x1.9p+1 has no source");
  CHECK(drift("<!-- numbers: src/one.cpp -->\n42, 43\n") ==
        "docs/a.md:2: the number 43 has no source");
  CHECK(drift("<!-- numbers: src/two.cpp -->\n") == "docs/a.md:1: no file src/two.cpp");
  CHECK(drift("<!-- numbers: src/one.cpp -->\n42000 µs\n") == "");
  CHECK(
      drift("<!-- numbers: src/one.cpp -->\n42000 ms, 42001 µs\n") ==
      "docs/a.md:2: the number 42000 has no source | docs/a.md:2: the number 42001 has no source");
  CHECK(drift("| a | 99 |\n") != "");
  CHECK(drift("(10/99) 2^53 100x\n") ==
        "docs/a.md:1: the number 10 has no source | docs/a.md:1: the number 99 has no source | "
        "docs/a.md:1: the number 53 has no source | docs/a.md:1: the number 100 has no source");
}

TEST_CASE("docs checker: what is no claim") {
  CHECK(drift("# 12 A\n\n10. item of 2017, version 0.1.12, x86-64 and MT19937, C++20, 64-bit, 3 of "
              "7\n") == "");
  CHECK(drift("g++ 12 and clang++\n14, fmt 9 to 12, `07_microgpt`, `data/99.txt`, chapter 11, "
              "[chapter 98](../README.md), [12. "
              "A chapter](../README.md), "
              "arXiv 2109.08668\n") == "");
  CHECK(drift("<https://a.b/99> [x](https://a.b/98 \"t\") $2^{53}$ <!-- 97 -->\n") == "");
}

TEST_CASE("docs checker: a place that was kept free") {
  CHECK(drift("a\n\n@SUM_TO@\n") == "docs/a.md:3: @SUM_TO@ was never filled in");
  CHECK(drift("a@b.org and @@ and @a@\n") == "");
}

TEST_CASE("docs checker: links and files that are not there") {
  CHECK(drift("a\n\n[x](b.md)\n") == "docs/a.md:3: dead link: b.md");
  CHECK(drift("[x](../README.md#the-hose)\n") ==
        "docs/a.md:1: dead link: no heading #the-hose in README.md");
  CHECK(drift("[x](../README.md#make-it-go) [x](../README.md#the-house-1)\n") == "");
  CHECK(drift("[x](#b)\n# A\n") == "docs/a.md:1: dead link: no heading #b in docs/a.md");
  CHECK(drift("[x][1]\n\n[1]: b.md\n") == "docs/a.md:3: dead link: b.md");
  CHECK(drift("[x](/README.md)\n") == "docs/a.md:1: dead link: /README.md");
  CHECK(drift("`a[0](x)` and `src/two.cpp`\n") == "docs/a.md:1: no file src/two.cpp");
  CHECK(drift("`src/NAME.cpp`, `docs/NN_x.md`, `src/*.cpp`\n") == "");
}

TEST_CASE("docs checker: chapters and examples come in pairs") {
  CHECK(docs::unpaired({"01_a"}, {"01_a"}).empty());
  CHECK(docs::unpaired({"01_a", "02_b"}, {"01_a"}) ==
        Lines{"docs/02_b.md has no examples/02_b.cpp"});
  CHECK(docs::unpaired({"01_a"}, {"01_a", "01_b"}).empty());
  CHECK(docs::unpaired({"01_a"}, {"01_a", "02_a"}) ==
        Lines{"examples/02_a.cpp has no docs/02_a.md"});
  CHECK(docs::unpaired({}, {"01_a"}) == Lines{"examples/01_a.cpp has no docs/01_a.md"});
}

}  // namespace docs_check_test
