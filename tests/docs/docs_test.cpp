// docs_test.cpp: README.md and docs/*.md say what is true today. How a page is checked stands in
// docs_check.h; here are the real files, the real programs and the compiler.
#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <regex>

#include "base/sanitizers.h"
#include "docs/docs_check.h"

namespace docs_test {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

// `make test` sets these; by hand the tests run in the root of the repository.
fs::path root() { return environment("HOLO_ROOT", "."); }
fs::path build() {
  return environment("HOLO_BUILD", (root() / "build" / environment("CXX", "g++")).string());
}

std::string quoted(const fs::path& path) { return '\'' + path.string() + '\''; }

std::optional<std::string> read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || fs::is_directory(path)) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// The pages show what the programs print on the cpu.
docs::Output shell(const std::string& command) {
  docs::Output output;
  FILE* pipe = popen(("export HOLO_DEVICE=cpu; " + command).c_str(), "r");
  if (pipe == nullptr) return {"", "there is no shell"};
  char buffer[4096];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    output.text.append(buffer, n);
  const int status = pclose(pipe);
  // The pages show what floats print; a build for doubles says f64 there.
  for (std::size_t at = 0; (at = output.text.find(" f64,", at)) != std::string::npos;) {
    output.text.replace(at, 5, " f32,");
  }
  if (!WIFEXITED(status)) {
    output.error = "was killed";
  } else if (WEXITSTATUS(status) != 0) {
    output.error = "ended with status " + std::to_string(WEXITSTATUS(status));
  }
  return output;
}

// A folder of our own that is gone afterwards.
struct Scratch {
  Scratch() {
    std::string name = (fs::temp_directory_path() / "holo-docs-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path = name;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  fs::path path;
};

// A program of the build, in the root, with `input` to read; each command runs once.
docs::Output run(const std::string& command, const std::string& input = "") {
  static std::map<std::string, docs::Output> done;
  const std::string plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-+./,=";
  if (command.empty() || command.find_first_not_of(plain) != std::string::npos)
    return {"", "is no plain command"};
  const auto [entry, is_new] = done.try_emplace(command + '\n' + input);
  if (is_new) {
    const docs::Lines words = docs::words_of(command);
    const std::string program = words.empty() ? "" : words[0];
    const Scratch scratch;
    if (!fs::exists(build() / "bin" / program)) {
      entry->second.error = "is not in " + (build() / "bin").string() + "; try: make test";
    } else {
      const std::string arguments = command.substr(command.find(program) + program.size());
      std::ofstream(scratch.path / "input") << input;
      entry->second =
          shell("cd " + quoted(root()) + " && " + quoted(fs::absolute(build()) / "bin" / program) +
                arguments + " 2>/dev/null <" + quoted(scratch.path / "input"));
    }
  }
  return entry->second;
}

// The same for a page. With a sanitizer, which sees little more with other flags, a program that
// trains runs once; what it prints is compared by the other builds.
docs::Output run_for_page(const std::string& command, const std::string& input = "") {
  static std::map<std::string, std::string> first;
  const std::string program = command.substr(0, command.find(' '));
  const bool again = first.try_emplace(program, command).first->second != command;
  if (HOLO_ADDRESS_SANITIZER && again) return {"", "", true};
  return run(command, input);
}

// A session with the stepper. The source lines of steps are left out: they depend on the compiler.
docs::Output step(const std::string& command, const std::string& input) {
  docs::Output output = run_for_page(command + " --step", input);
  output.text = std::regex_replace(output.text, std::regex("  at [^ \n]+:[0-9]+\n"), "\n");
  output.text = std::regex_replace(output.text, std::regex("\nno source lines: [^\n]+\n"), "\n");
  return output;
}

docs::Output run_source(const std::string& source) {
  const Scratch scratch;
  if (scratch.path.empty()) return {"", "there is no folder for it"};
  std::ofstream(scratch.path / "program.cpp") << source;
#ifdef _OPENMP
  const std::string openmp = " -fopenmp";
#else
  const std::string openmp;
#endif
  // make says how this build was made; a program that is run by hand has to guess.
  const std::string compile =
      environment("HOLO_COMPILE", environment("CXX", "g++") + " -std=c++20 -I" +
                                      quoted(fs::absolute(root()) / "include"));
  const std::string libraries = environment(
      "HOLO_LIBS", quoted(fs::absolute(build()) / "libhologradient.a") + " -lfmt" + openmp);
  const docs::Output compiled = shell("cd " + quoted(scratch.path) + " && " + compile +
                                      " program.cpp -o program " + libraries + " 2>&1");
  if (!compiled.error.empty()) return {"", "does not compile: " + compiled.text};
  return shell(quoted(scratch.path / "program") + " 2>/dev/null </dev/null");
}

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

docs::World real_world() {
  docs::World world;
  for (const char* const makefile : {"Makefile", "src/make/install.mk", "src/make/exercises.mk"}) {
    docs::read_makefile(read(root() / makefile).value_or(""), world.commands);
  }
  if (fs::exists(build() / "bin")) {
    for (const auto& entry : fs::directory_iterator(build() / "bin"))
      world.commands.programs.insert(entry.path().filename().string());
  }
  // With sanitizers these are not built; their commands are checked in other builds.
  if (environment("HOLO_SETTINGS", "SAN=''").find("SAN=''") == std::string::npos) {
    for (const char* const kind : {"bench", "experiment"}) {
      const std::string folder = std::string(kind) == "bench" ? "bench" : "experiments";
      for (const auto& entry : fs::directory_iterator(root() / "examples" / folder)) {
        const std::string name = std::string(kind) + "_" + entry.path().stem().string();
        if (world.commands.programs.insert(name).second) world.commands.not_built.insert(name);
      }
    }
  }
  world.commands.help = [](const std::string& program) { return run(program + " --help").text; };
  world.exists = [](const std::string& path) { return fs::exists(root() / path); };
  world.read = [](const std::string& path) { return read(root() / path); };
  world.run = [](const std::string& command) { return run_for_page(command); };
  world.step = step;
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
}

}  // namespace

TEST_CASE("docs: programs are compiled and run, and their failures seen") {
  const docs::Output good = run_source("#include <cstdio>\nint main() { std::puts(\"a\\nb\"); }\n");
  CHECK(good.text == "a\nb\n");
  CHECK(good.error.empty());
  CHECK(run_source("int main() { return 3; }\n").error == "ended with status 3");
  CHECK(docs::starts(run_source("int main() { return x; }\n").error, "does not compile"));
  CHECK(docs::starts(run("no_such_program").error, "is not in"));
  CHECK(run("tests; true").error == "is no plain command");
  CHECK(run("tests --list-test-suites").text.find("[doctest]") != std::string::npos);
}

TEST_CASE("docs: README.md is true") { check_page("README.md"); }

TEST_CASE("docs: every page of docs is true") {
  CHECK(pages().count("README.md") == 1);
  for (const std::string& page : pages()) check_page("docs/" + page);
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
