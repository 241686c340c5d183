// surroundings.cpp: what a program finds around it: descriptors that are closed, a stdout that
// takes nothing, limits, and signals at any moment.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "attack/process.h"
#include "attack/scene.h"
#include "base/sanitizers.h"
#include "holo/random.h"

namespace attack {
namespace {

constexpr bool has_sanitizer = HOLO_ADDRESS_SANITIZER || HOLO_THREAD_SANITIZER;

// Every set of closed descriptors, with and without words on stderr; and a signal on top, at each
// call that writes, since what is written then must not reach a file.
std::vector<Try> with_closed(const Attack& attack) {
  std::vector<Try> tries;
  for (const Scenario& scenario : attack.scenarios) {
    for (const char* closed : {"0", "1", "2", "01", "02", "12", "012"}) {
      for (const char* progress : {"off", "plain"}) {
        Try one = plain_try(scenario);
        one.closed = closed;
        one.environment["HOLO_PROGRESS"] = progress;
        tries.push_back(one);
        for (const char* call : {"write", "fsync", "rename"}) {
          const auto found = scenario.calls.find(call);
          const long calls = found == scenario.calls.end() ? 0 : found->second;
          for (long k = 1; k <= calls; k += k < 4 ? 1 : 5) {
            one.fault = fmt::format("{} {} {}", call, k, -SIGINT);
            one.ends_by = {SIGINT};
            tries.push_back(one);
          }
        }
      }
    }
  }
  return tries;
}

std::vector<Try> with_another_stdout(const Attack& attack) {
  std::vector<Try> tries;
  for (const Scenario& scenario : attack.scenarios) {
    for (const char* place : {"/dev/full", "/dev/null", "|"}) {
      if (*place == '/' && ::access(place, W_OK) != 0) continue;
      Try one = plain_try(scenario);
      one.standard_output = place;
      one.ends_by = {SIGPIPE};
      tries.push_back(one);
      one.arguments.push_back("--help");
      one.outputs.clear();
      tries.push_back(one);
    }
  }
  return tries;
}

// The smallest limit with which a program begins at all.
long smallest(const Attack& attack, int resource, long low, long high, const std::string& folder) {
  while (high - low > (resource == RLIMIT_NOFILE ? 1 : 1 << 16)) {
    const long middle = low + (high - low) / 2;
    Try one;
    one.program = "train_gpt";
    one.arguments = {"--help"};
    one.most_memory = 0;
    one.limits = {{resource, middle}};
    (run(attack, folder, one).exit_code == 0 ? high : low) = middle;
  }
  return high;
}

std::vector<Try> with_limits(const Attack& attack) {
  std::vector<Try> tries;
  const std::string folder = attack.folder + "/scene";
  fill(folder, attack.scene);
  const long files = smallest(attack, RLIMIT_NOFILE, 0, 64, folder);
  const long memory = smallest(attack, RLIMIT_AS, 1 << 20, 1L << 30, folder);
  const auto add = [&](const Scenario& scenario, int resource, long most) {
    Try one = plain_try(scenario);
    one.limits = {{resource, most}};
    if (resource == RLIMIT_AS) {
      one.most_memory = 0;
      one.ends_by = {SIGSEGV};  // of the kernel, for a stack that has no room to grow
    }
    tries.push_back(one);
  };
  for (const Scenario& scenario : attack.scenarios) {
    for (long bytes = 0; bytes < 9000; bytes += bytes < 512 ? 64 : 512) {
      add(scenario, RLIMIT_FSIZE, bytes);
    }
    for (long count = files; count < files + 6; ++count) add(scenario, RLIMIT_NOFILE, count);
    for (long step = 0; step < 60; ++step) {
      add(scenario, RLIMIT_AS, memory + step * (1 << 16) * (1 + step / 20));
    }
  }
  return tries;
}

Kind random_signals(const Attack& attack) {
  return {
      "moments", "one or two signals at any moment", Kind::endless, [&attack](std::size_t number) {
        holo::PythonRandom random(static_cast<std::int64_t>(number));
        const auto below = [&](int n) {
          return static_cast<int>(random.randbelow(static_cast<std::uint64_t>(n)));
        };
        constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGKILL};
        const Scenario& scenario = attack.scenarios[number % attack.scenarios.size()];
        Try one = plain_try(scenario);
        one.then =
            scenario.name == "resume" ? &attack.scenario("train, files that are there") : &scenario;
        for (int i = 1 + below(2); i > 0; --i) {
          const int signal = signals[below(4)];
          one.signals.push_back({signal, below(8000)});
          one.ends_by.insert(signal);
        }
        if (one.signals.size() == 2 && one.signals[0].microseconds > one.signals[1].microseconds) {
          std::swap(one.signals[0], one.signals[1]);
        }
        return one;
      }};
}

}  // namespace

std::vector<Kind> surrounding_kinds(const Attack& attack) {
  return {listed("descriptors", "some of 0, 1 and 2 are closed", with_closed(attack)),
          listed("stdout", "stdout is full, or nobody reads it", with_another_stdout(attack)),
          listed("limits", "of file sizes, open files and memory",
                 has_sanitizer ? std::vector<Try>() : with_limits(attack)),
          random_signals(attack)};
}

}  // namespace attack
