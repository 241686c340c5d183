// docs_run.h: runs programs for their output, and compiles the programs of a page first.
#pragma once

#include <stdlib.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <string>

#include "base/sanitizers.h"
#include "docs/docs_files.h"
#include "docs/docs_programs.h"
#include "docs/docs_world.h"

namespace docs {

inline std::string quoted(const fs::path& path) { return '\'' + path.string() + '\''; }

// The pages show what the programs print on the cpu.
inline Output shell(const std::string& command) {
  Output output;
  FILE* pipe = popen(("export HOLO_DEVICE=cpu; " + command).c_str(), "r");
  if (pipe == nullptr) return {"", "there is no shell"};
  char buffer[4096];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    output.text.append(buffer, n);
  const int status = pclose(pipe);
  // The pages show the output of floats; a build for doubles prints f64 instead.
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

// A temporary folder, removed at the end.
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

// Runs a program of the build in the root, with `input` to read; each command runs once.
inline Output run(const std::string& command, const std::string& input = "") {
  static std::map<std::string, Output> done;
  const std::string plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-+./,=";
  if (command.empty() || command.find_first_not_of(plain) != std::string::npos)
    return {"", "is no plain command"};
  const auto [entry, is_new] = done.try_emplace(command + '\n' + input);
  if (is_new) {
    const Lines words = words_of(command);
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

// Runs a program for a page. With a sanitizer, which finds little more with other flags, a program
// that trains runs once; other builds compare its output.
inline Output run_for_page(const std::string& command, const std::string& input = "") {
  static std::map<std::string, std::string> first;
  const std::string program = command.substr(0, command.find(' '));
  if (may_lack_programs() && !is_built(program)) {
    not_built().insert(program);
    return {"", "", true};
  }
  const bool again = first.try_emplace(program, command).first->second != command;
  if (HOLO_ADDRESS_SANITIZER && again) return {"", "", true};
  return run(command, input);
}

// A session with the stepper, without the source lines of steps, which depend on the compiler.
inline Output step(const std::string& command, const std::string& input) {
  Output output = run_for_page(command + " --step", input);
  output.text = std::regex_replace(output.text, std::regex("  at [^ \n]+:[0-9]+\n"), "\n");
  output.text = std::regex_replace(output.text, std::regex("\nno source lines: [^\n]+\n"), "\n");
  return output;
}

inline Output run_source(const std::string& source) {
  const Scratch scratch;
  if (scratch.path.empty()) return {"", "there is no folder for it"};
  std::ofstream(scratch.path / "program.cpp") << source;
#ifdef _OPENMP
  const std::string openmp = " -fopenmp";
#else
  const std::string openmp;
#endif
  // make says how this build was made; by hand the program has to guess. Only the output is
  // compared, so it is compiled in the quick way of run.sh.
  const std::string by_hand =
      environment("CXX", "g++") + " -std=c++20 -I" + quoted(fs::absolute(root()) / "include");
  const std::string compile =
      environment("HOLO_COMPILE_QUICK", environment("HOLO_COMPILE", by_hand));
  const std::string libraries = environment(
      "HOLO_LIBS", quoted(fs::absolute(build()) / "libhologradient.a") + " -lfmt" + openmp);
  const Output compiled = shell("cd " + quoted(scratch.path) + " && " + compile +
                                " program.cpp -o program " + libraries + " 2>&1");
  if (!compiled.error.empty()) return {"", "does not compile: " + compiled.text};
  return shell(quoted(scratch.path / "program") + " 2>/dev/null </dev/null");
}

}  // namespace docs
