// main.cpp: shapes SECONDSs|COUNT [SEED] tries ops at random shapes, on every device that there is
// against plain, for so many seconds or so often; without a seed, with another one each time. The
// first mismatch of an op is printed, with the command that shows it alone: shapes try SEED NUMBER.
// Exit code 1 when there is one. `make shapes` calls it.
#define DOCTEST_CONFIG_IMPLEMENT  // compare.cpp uses helpers.h, which tests use too
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "shapes/compare.h"

namespace {

using namespace shapes;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The command for the try that is running, for a signal that ends the program too.
char command[300];

void name_try(const char* program, std::uint64_t seed, std::uint64_t number) {
  const char* const ops = std::getenv("HOLO_OPS");
  const std::string text =
      fmt::format("  Try: {}{} try {} {}\n",
                  ops == nullptr ? "" : fmt::format("HOLO_OPS='{}' ", ops), program, seed, number);
  std::snprintf(command, sizeof command, "%s", text.c_str());
}

void on_crash(int signal) {
  const char said[] = "MISMATCH: a crash\n";
  const bool written =
      write(2, said, sizeof said - 1) > 0 && write(2, command, std::strlen(command)) > 0;
  std::signal(signal, SIG_DFL);
  std::raise(written ? signal : SIGABRT);
}

struct Tally {
  std::uint64_t tries = 0, mismatches = 0;
  std::map<std::string, double> errors;    // the largest of each op
  std::map<std::string, bool> is_printed;  // the first mismatch of each op
};

void try_one(std::uint64_t seed, std::uint64_t number, Tally& tally) {
  const Try one = make_try(seed, number);
  ++tally.tries;
  for (const holo::Device device : devices()) {
    const Verdict verdict = attempt(one, device);
    double& largest = tally.errors[one.op->name];
    largest = std::max(largest, verdict.error);
    if (verdict.wrong.empty()) continue;
    ++tally.mismatches;
    bool& printed = tally.is_printed[one.op->name];
    if (!printed) fmt::print("MISMATCH {}: {}\n{}", one.to_string(), verdict.wrong, command);
    std::fflush(stdout);
    printed = true;
  }
}

// "cpu and cuda"
std::string device_names() {
  std::string text;
  for (const holo::Device device : devices()) {
    text += (text.empty() ? "" : " and ") + std::string(holo::device_name(device));
  }
  return text;
}

// "var 1.4, softmax 1.2": the ops with the largest errors.
std::string largest_errors(const Tally& tally) {
  std::vector<std::pair<double, std::string>> errors;
  for (const auto& [name, error] : tally.errors) errors.emplace_back(error, name);
  std::sort(errors.rbegin(), errors.rend());
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(errors.size(), 6); ++i) {
    text += fmt::format("{}{} {:.2f}", i == 0 ? "" : ", ", errors[i].second, errors[i].first);
  }
  return text;
}

int report(const Tally& tally, double seconds) {
  fmt::print("{} tries of {} ops in {:.0f} s, {} against plain, in {}: {} mismatches\n",
             tally.tries, registry::entries().size(), seconds, device_names(),
             sizeof(holo::real) == sizeof(float) ? "float" : "double", tally.mismatches);
  fmt::print("largest errors, of {} allowed units: {}\n", units, largest_errors(tally));
  return tally.tries > 0 && tally.mismatches == 0 ? 0 : 1;
}

int usage() {
  fmt::print(stderr, "usage: shapes SECONDSs|COUNT [SEED], or shapes try SEED NUMBER\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty() || words.size() > 3) return usage();
  const bool one = words[0] == "try";
  if (one != (words.size() == 3)) return usage();
  char* end = nullptr;
  const double effort = one ? 1 : std::strtod(words[0].c_str(), &end);
  const bool by_time = !one && std::string(end) == "s";
  if (!one && (!(effort > 0) || (*end != 0 && !by_time))) return usage();
  std::uint64_t seed =
      std::uint64_t(std::chrono::system_clock::now().time_since_epoch().count()) % 1'000'000'000;
  std::uint64_t number = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    std::uint64_t& value = i == 1 ? seed : number;
    value = std::strtoull(words[i].c_str(), &end, 10);
    if (words[i].empty() || *end != 0) return usage();
  }
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL}) std::signal(signal, on_crash);
  const double start = now();
  Tally tally;
  if (!one) fmt::print("seed {}\n", seed);
  std::fflush(stdout);
  const auto is_over = [&] {
    return by_time ? now() - start >= effort : double(tally.tries) >= effort;
  };
  for (; !is_over(); ++number) {
    name_try(argv[0], seed, number);
    try_one(seed, number, tally);
  }
  if (one && tally.mismatches == 0) fmt::print("{}\n", make_try(seed, number - 1).to_string());
  return report(tally, now() - start);
}
