// bench/microgpt.cpp: a training step of 07_microgpt, compared, when MICROGPT=path names an
// original microgpt.py and python3 is there, with a step of that.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "bench/bench_table.h"
#include "bench/stopwatch.h"
#include "holo/check.h"
#include "holo/version.h"
#include "support/command_line.h"

using namespace holo;
namespace fs = std::filesystem;

struct Pipe {
  std::FILE* file;
  explicit Pipe(const std::string& command) : file(popen(command.c_str(), "r")) {
    if (file == nullptr) throw Error("popen", "'" + command + "' did not start", "a shell");
  }
  ~Pipe() { pclose(file); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  // The text up to the next end of line or carriage return; empty at the end.
  std::string line() {
    std::string text;
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) {
      if (c == '\n' || c == '\r') return text + "\n";
      text += static_cast<char>(c);
    }
    return text;
  }
};

// Microseconds a step, of the program's own report "1000 steps in 0.05 s".
double time_ours(const std::string& program, const std::string& flags) {
  Pipe pipe("HOLO_PROGRESS=off '" + program + "' --samples 0 " + flags);
  double steps = 0, seconds = 0;
  for (std::string line = pipe.line(); !line.empty(); line = pipe.line()) {
    std::sscanf(line.c_str(), "%lf steps in %lf s", &steps, &seconds);
  }
  if (steps == 0) throw Error(program, "no line 'N steps in T s'", "one");
  return seconds * 1e6 / steps;
}

double best_of(int rounds, const std::string& program, const std::string& flags) {
  double best = 1e300;
  for (int i = 0; i < (is_quick() ? 1 : rounds); ++i)
    best = std::min(best, time_ours(program, flags));
  return best;
}

// Microseconds a step of the original on our data, from the times at which it reports its steps.
double time_original(const std::string& script, const fs::path& data) {
  const fs::path folder = fs::temp_directory_path() / "hologradient-bench";
  fs::create_directories(folder);
  fs::copy_file(data, folder / "input.txt", fs::copy_options::overwrite_existing);
  Pipe pipe(fmt::format("cd '{}' && exec python3 -u '{}' 2>/dev/null", folder.string(), script));
  constexpr int steps = 20;
  int seen = -1;
  std::chrono::steady_clock::time_point start;
  for (std::string line = pipe.line(); !line.empty() && seen < steps; line = pipe.line()) {
    if (line.rfind("step", 0) != 0) continue;
    if (++seen == 0) start = std::chrono::steady_clock::now();
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  if (seen < steps)
    throw Error(script, fmt::format("{} lines 'step ...'", seen + 1), "a microgpt.py that trains");
  return time.count() * 1e6 / steps;
}

void program(int, char** argv) {
  const std::string program = (fs::path(argv[0]).parent_path() / "07_microgpt").string();
  const std::string steps = is_quick() ? "--steps 10" : "--steps 1000";
  const double fast = best_of(20, program, steps);
  const double depth_first = best_of(10, program, steps + " --traversal depth-first");
  const double exact = best_of(3, program, steps + " --exact");
  print_bench_heading("Training steps of 07_microgpt, Values; " + build_info());
  const auto row = [&](const char* peer, double theirs) {
    report({.name = "07_microgpt",
            .value = fast,
            .unit = "us/step",
            .peer = peer,
            .peer_value = theirs,
            .of_tensors = false});
  };
  row("", 0);
  row("with --traversal depth-first", depth_first);
  row("with --exact", exact);
  const char* script = std::getenv("MICROGPT");
  if (script == nullptr || *script == '\0') {
    fmt::print("compared with microgpt.py: skipped, give it with MICROGPT=path\n");
  } else {
    const double original = time_original(fs::absolute(script).string(), "examples/data/names.txt");
    row("microgpt.py", original);
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
