// Replay: what our programs compute follows from their logs, bit for bit.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "helpers.h"
#include "holo/device.h"
#include "holo/trace.h"
#include "trace/logs.h"

namespace replay_programs_test {

using namespace holo;

namespace {

std::string environment_or(const char* name, const std::string& otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

std::string bin() {
  return environment_or("HOLO_BUILD", "build/" + environment_or("CXX", "g++")) + "/bin/";
}

// `make test` builds the programs and says where. Who runs the tests by hand may have built nothing
// else.
bool is_left_out(const std::string& program) {
  if (!environment_or("HOLO_BUILD", "").empty() || std::filesystem::exists(bin() + program))
    return false;
  MESSAGE("left out: " << program << " is not in " << bin() << "; try: make");
  return true;
}

// The log that the program writes.
TraceLog log_of_program(const std::string& program, const std::string& flags) {
  const TemporaryFolder folder;
  const std::string log = folder.name("log.json");
  const std::string command = "'" + bin() + program + "' " + flags + " --trace '" + log + "' > '" +
                              folder.name("output") + "' 2>&1 < /dev/null";
  const int status = std::system(command.c_str());
  CHECK_MESSAGE(status == 0, command << ": " << folder.read("output"));
  return load_trace(log);
}

// How much of a log is computed again. What is left out are ops of Tensors of more than 4096
// numbers, of which a log has a summary.
struct Program {
  const char *name, *flags;
  std::size_t values, contributions, left_out = 0;
  bool cut = false;
  const char* label = "";  // of some node, if any
};

void check_program(const Program& program) {
  CAPTURE(program.name);
  if (is_left_out(program.name)) return;
  const TraceLog log = log_of_program(program.name, program.flags);
  CHECK(log.cut.empty() != program.cut);
  const std::string label = program.label;
  CHECK(
      (label.empty() || std::any_of(log.nodes.begin(), log.nodes.end(),
                                    [&](const TracedNode& node) { return node.label == label; })));
  const LogReplay result = replay(log);
  CHECK(result.difference == "");
  CHECK(result.values == program.values);
  CHECK(result.contributions == program.contributions);
  CHECK(result.left_out == program.left_out);
}

}  // namespace

// Values are on no device: once is enough.
TEST_CASE("replay: examples of Values") {
  if (default_device() != Device::cpu) return;
  check_program({"01_value", "", 10, 22});
  check_program({"03_bigram_counts", "--samples 1", 0, 0});
  check_program({"05_mlp", "--steps 1", 38729, 45991, 0, false, "loss"});
  check_program({"06_residual", "--steps 1", 14156, 220029, 0, true, "loss"});
  check_program({"07_microgpt", "--steps 1 --samples 0", 12558, 175980, 0, false, "loss"});
}

TEST_CASE("replay: examples of Tensors, and a training step of train_gpt") {
  check_program({"08_tensor", "", 22, 34});
  check_program({"11_mlp", "--steps 2", 86, 28, 40});
  check_program({"17_name_batch", "", 156, 137});
  check_program(
      {"train_gpt", "--steps 1 --samples 0 --batch 2 --n-embd 16", 26, 45, 0, false, "loss"});
}

}  // namespace replay_programs_test
