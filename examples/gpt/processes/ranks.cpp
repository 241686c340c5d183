// ranks.cpp: who speaks, and how a failure reaches the others.
#include "gpt/processes/ranks.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>

#include "holo/check.h"
#include "support/command_line.h"

namespace holo {
namespace {

constexpr char worked = '+', helped = '0';

// The exit code of an exception, as run_program gives it.
char code_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const HelpRequested&) {
    return helped;
  } catch (const UsageError&) {
    return '2';
  } catch (...) {
    return '1';
  }
}

std::string message_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "ended";
  }
}

void drop(int descriptor) {
  const int nothing = ::open("/dev/null", O_WRONLY);
  ::dup2(nothing, descriptor);
  ::close(nothing);
}

std::string name_of_machine() {
  char name[256] = {};
  static_cast<void>(::gethostname(name, sizeof name - 1));
  return name;
}

}  // namespace

Ranks::Ranks(Processes& processes) : processes_(processes) {
  const std::vector<std::string> machines = processes_.gather(name_of_machine());
  here_ = static_cast<int>(std::count(machines.begin(), machines.end(), name_of_machine()));
  if (is_first()) return;
  stderr_ = ::dup(STDERR_FILENO);
  drop(STDOUT_FILENO);
  drop(STDERR_FILENO);
}

void Ranks::speak() const {
  if (stderr_ >= 0) ::dup2(stderr_, STDERR_FILENO);
  std::fputs(("rank " + std::to_string(processes_.rank()) + ": ").c_str(), stderr);
}

std::vector<std::string> Ranks::together(const std::function<std::string()>& part) {
  std::exception_ptr failure;
  std::string mine;
  try {
    mine = worked + part();
  } catch (...) {
    failure = std::current_exception();
    mine = code_of(failure);
  }
  std::vector<std::string> all = processes_.gather(mine);
  int first = -1, failed = 0;
  for (int rank = size(); rank-- > 0;) {
    if (all[static_cast<std::size_t>(rank)][0] == worked) continue;
    first = rank;
    ++failed;
  }
  if (failed > 0) {
    agree_to_end();
    check_help(all);
    end_with(failure, first, all[static_cast<std::size_t>(first)][0], failed);
  }
  for (std::string& text : all) text.erase(0, 1);
  return all;
}

int Ranks::largest(const std::function<int()>& part) {
  int most = 0;
  for (const std::string& text : together([&] { return std::to_string(part()); })) {
    most = std::max(most, std::stoi(text));
  }
  return most;
}

// Help that some ask for and others do not. All throw it, and the first rank says it.
void Ranks::check_help(const std::vector<std::string>& all) const {
  const auto asks = [](const std::string& text) { return text[0] == helped; };
  const auto first = std::find_if(all.begin(), all.end(), asks);
  if (first == all.end() || std::all_of(all.begin(), all.end(), asks)) return;
  throw UsageError("--help", fmt::format("on rank {}, not on all ranks", first - all.begin()),
                   "all or none");
}

// The first rank that failed says why, the others end with its exit code.
void Ranks::end_with(const std::exception_ptr& failure, int first, char code, int failed) const {
  if (processes_.rank() != first) {
    std::fflush(stderr);
    drop(STDERR_FILENO);
  } else if (failed < size()) {
    speak();
  }
  if (failure) std::rethrow_exception(failure);
  const std::string where = "rank " + std::to_string(first);
  if (code == '1') throw Error(where, "has failed", "no failure");
  throw UsageError(where, "has failed", "no failure");
}

void Ranks::leave() {
  if (ends_together_) return;
  const std::exception_ptr failure = std::current_exception();
  std::fflush(stdout);
  speak();
  std::fputs(("error: " + message_of(failure) + "\n").c_str(), stderr);
  processes_.stop(code_of(failure) - '0');
}

}  // namespace holo
