// docs_test.cpp: README.md and docs/*.md say what is true today. How a page is checked is in
// docs_check.h, how programs are run in docs_run.h.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "docs/docs_check.h"
#include "docs/docs_files.h"
#include "docs/docs_programs.h"
#include "docs/docs_run.h"

namespace docs_test {
namespace {

namespace fs = std::filesystem;

using docs::build;
using docs::environment;
using docs::read;
using docs::root;
using docs::run;
using docs::run_source;

// The stems of the files that begin with a number and end so.
std::set<std::string> numbered(const char* folder, const char* ending) {
  std::set<std::string> stems;
  if (!fs::exists(root() / folder)) return stems;
  for (const auto& entry : fs::directory_iterator(root() / folder)) {
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() == ending && stem.size() > 3 && docs::is_digit(stem[0]) &&
        docs::is_digit(stem[1]))
      stems.insert(stem);
  }
  return stems;
}

// What a program says of its flags. `make test` builds no benches and experiments: their sources
// name them.
bool is_tried_apart(const std::string& program) {
  return docs::starts(program, "bench_") || docs::starts(program, "experiment_");
}

std::string help_of(const std::string& program) {
  static const std::map<std::string, std::string> sources = docs::programs();
  const auto source = sources.find(program);
  if (source == sources.end() || !is_tried_apart(program)) return run(program + " --help").text;
  return docs::text_of_program(source->second);
}

docs::World real_world() {
  docs::World world;
  for (const char* const makefile :
       {"Makefile", "src/make/tests.mk", "src/make/debuggers.mk", "src/make/exercises.mk"}) {
    docs::read_makefile(read(root() / makefile).value_or(""), world.commands);
  }
  if (fs::exists(build() / "bin")) {
    for (const auto& entry : fs::directory_iterator(build() / "bin"))
      world.commands.programs.insert(entry.path().filename().string());
  }
  for (const auto& [name, source] : docs::programs()) {
    world.commands.programs.insert(name);
    if (!is_tried_apart(name) && docs::may_lack_programs() && !docs::is_built(name))
      world.commands.not_built.insert(name);
  }
  world.commands.help = help_of;
  world.exists = [](const std::string& path) { return fs::exists(root() / path); };
  world.read = [](const std::string& path) { return read(root() / path); };
  world.run = [](const std::string& command) { return docs::run_for_page(command); };
  world.step = docs::step;
  world.run_source = run_source;
  return world;
}

std::set<std::string> pages() {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(root() / "docs")) {
    if (entry.path().extension() == ".md") names.insert(entry.path().filename().string());
  }
  return names;
}

void check_page(const std::string& path) {
  const std::optional<std::string> text = read(root() / path);
  if (!text) {
    FAIL_CHECK(path << " is not there");
    return;
  }
  for (const std::string& problem : docs::check_document(path, *text, real_world()))
    FAIL_CHECK(problem);
  if (!docs::not_built().empty()) {
    std::string names;
    for (const std::string& name : docs::not_built()) names += ' ' + name;
    MESSAGE(path << ": left out is what these print, which are not built:" << names
                 << "; try: make");
    docs::not_built().clear();
  }
}

}  // namespace

TEST_CASE("docs: each kind of mistake on a page is seen, with its line") {
  const std::string page = R"(It takes 98765 steps with `--stairs`, `make demos` and `src/no.cpp`.
[a](no.md) [b](README.md#no-such-heading) @LATER@

```cpp
no comment above
```
<!-- file: tests/main.cpp -->
```cpp
no such line
```
<!-- output: 01_engine -->
```
other
```
<!-- stepper: 01_value -->
```
> s
other
```
<!-- shell -->
```sh
make NO_SETTING=1
build/g++/bin/01_value --no-flag
```
<!-- program -->
```cpp
int main() {}
```
<!-- output of the program -->
```
other
```
<!-- knobs: 01_value from 0 to 1: const double none = 2; -->
)";
  docs::World world = real_world();
  world.commands.not_built.clear();
  world.commands.help = [](const std::string&) { return std::string("  --steps N\n"); };
  world.run = world.run_source = [](const std::string&) { return docs::Output{"hello\n", ""}; };
  world.step = [](const std::string&, const std::string&) { return docs::Output{"> s\n", ""}; };
  std::string told;
  for (const std::string& problem : docs::check_document("docs/page.md", page, world))
    told += problem + '\n';
  CHECK(told == R"(docs/page.md:4: no comment names the source of the block
docs/page.md:9: "no such line" is not there; tests/main.cpp has nothing like it
docs/page.md:13: "other" is not there; 01_engine has nothing like it
docs/page.md:18: "other" is not there; 01_value has the end
docs/page.md:21: make has no setting NO_SETTING
docs/page.md:21: 01_value has no flag --no-flag
docs/page.md:26: the program prints "hello" where the page has "other"
docs/page.md:1: no program has the flag --stairs
docs/page.md:1: make has no target demos
docs/page.md:1: no file src/no.cpp
docs/page.md:2: dead link: no.md
docs/page.md:2: dead link: no heading #no-such-heading in docs/README.md
docs/page.md:2: @LATER@ was never filled in
docs/page.md:1: the number 98765 has no source
docs/page.md:33: knobs: the line is 0 times in examples/01_value.cpp
)");
}

TEST_CASE("docs: README.md is true") { check_page("README.md"); }

TEST_CASE("docs: every page of docs is true") {
  CHECK(pages().count("README.md") == 1);
  for (const std::string& page : pages()) check_page("docs/" + page);
}

TEST_CASE("docs: the page of the demo prints its program whole, each line once") {
  const std::string file = "examples/17_demo.cpp";
  docs::Lines missing;
  for (const std::string& line : docs::lines_of(read(root() / file).value_or(""))) {
    if (!docs::trim(line).empty()) missing.push_back(docs::trim(line));
  }
  REQUIRE(missing.size() > 100);
  for (const docs::Block& block :
       docs::PageReader(read(root() / "docs/17_demo.md").value_or("")).page.blocks) {
    if (block.argument != file) continue;
    for (const std::string& text : block.lines) {
      const auto found = std::find(missing.begin(), missing.end(), docs::trim(text));
      if (docs::trim(text).empty()) continue;
      CHECK_MESSAGE(found != missing.end(), "printed twice: " << text);
      if (found != missing.end()) missing.erase(found);
    }
  }
  for (const std::string& line : missing) FAIL_CHECK("docs/17_demo.md lacks: " << line);
}

TEST_CASE("docs: the index leads to every page") {
  std::set<std::string> linked;
  for (const docs::Piece& link :
       docs::PageReader(read(root() / "docs/README.md").value_or("")).page.links) {
    linked.insert(link.text.substr(0, link.text.find('#')));
  }
  for (const std::string& page : pages()) {
    if (page != "README.md")
      CHECK_MESSAGE(linked.count(page) == 1, "docs/README.md has no link to " << page);
  }
}

TEST_CASE("docs: each chapter has its example, each example its chapter") {
  const std::set<std::string> examples = numbered("examples", ".cpp");
  CHECK(!examples.empty());
  for (const std::string& problem : docs::unpaired(numbered("docs", ".md"), examples))
    FAIL_CHECK(problem);
}

}  // namespace docs_test
