// faults.cpp: the k-th call of the system fails, the k-th allocation, or the program is ended or
// gets a signal at the k-th call: for every k of every scenario.
#include <cerrno>
#include <csignal>

#include "attack/attack.h"

namespace attack {
namespace {

struct Fault {
  const char* call;
  std::vector<int> errors;
};
const std::vector<Fault>& failing_calls() {
  static const std::vector<Fault> faults = {{"open", {EACCES, EMFILE, ENOSPC, EINTR}},
                                            {"read", {EIO, EINTR}},
                                            {"write", {ENOSPC, EIO, EINTR}},
                                            {"fsync", {EIO, ENOSPC, EINTR}},
                                            {"close", {EIO, EINTR}},
                                            {"rename", {EACCES, ENOSPC, EXDEV}},
                                            {"unlink", {EACCES, EIO}},
                                            {"truncate", {EIO, ENOSPC}},
                                            {"folder", {ENOSPC}}};
  return faults;
}

std::string fault(const std::string& call, long k, bool for_good, int action) {
  return call + " " + std::to_string(k) + (for_good ? "+ " : " ") + std::to_string(action);
}

// What goes on after a crash: a run to its end has nothing to resume.
const Scenario* next_run(const Attack& attack, const Scenario& scenario) {
  return scenario.name == "resume" ? &attack.scenario("train, files that are there") : &scenario;
}

long calls_of(const Scenario& scenario, const std::string& call) {
  const auto found = scenario.calls.find(call);
  return found == scenario.calls.end() ? 0 : found->second;
}

std::vector<Try> failing(const Attack& attack) {
  std::vector<Try> tries;
  for (const Scenario& scenario : attack.scenarios) {
    for (const auto& [call, errors] : failing_calls()) {
      for (long k = 1; k <= calls_of(scenario, call); ++k) {
        for (const int error : errors) {
          for (const bool for_good : {false, true}) {
            if (for_good && error == EINTR) continue;  // no call is interrupted for ever
            Try one = plain_try(scenario);
            one.fault = fault(call, k, for_good, error);
            one.leaves_temporary = std::string(call) == "unlink";
            tries.push_back(one);
          }
        }
      }
    }
  }
  return tries;
}

std::vector<Try> ended(const Attack& attack, const std::vector<int>& signals) {
  std::vector<Try> tries;
  for (const Scenario& scenario : attack.scenarios) {
    for (const auto& [call, errors] : failing_calls()) {
      for (long k = 1; k <= calls_of(scenario, call); ++k) {
        for (const int signal : signals) {
          Try one = plain_try(scenario);
          one.fault = fault(call, k, false, -signal);
          one.ends_by = {signal};
          one.then = next_run(attack, scenario);
          tries.push_back(one);
        }
      }
    }
  }
  return tries;
}

std::vector<Try> without_memory(const Attack& attack) {
  std::vector<Try> tries;
  for (const Scenario& scenario : attack.scenarios) {
    for (long k = 1; k <= calls_of(scenario, "alloc"); ++k) {
      Try one = plain_try(scenario);
      one.fault = fault("alloc", k, false, ENOMEM);
      tries.push_back(one);
    }
  }
  return tries;
}

}  // namespace

std::vector<Kind> fault_kinds(const Attack& attack) {
  return {listed("calls", "a call of the system fails", failing(attack)),
          listed("kills", "killed at a call of the system", ended(attack, {SIGKILL})),
          listed("signals", "a signal at a call", ended(attack, {SIGINT, SIGTERM, SIGHUP})),
          listed("memory", "an allocation fails", without_memory(attack))};
}

}  // namespace attack
