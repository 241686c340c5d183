// main.cpp: attack PROGRAMS SHIM FOLDER SECONDS|COUNT [KIND [NUMBER]]: tries to break the programs
// in the folder PROGRAMS, in the new folder FOLDER, and prints a table of what was tried, held and
// broken. "600s" is how long, each kind in its turn; "100" is how many tries of each kind, always
// the same ones. SHIM is the shared object of shim.cpp, "" for none. KIND and NUMBER: only these.
// What is broken stays below FOLDER, with the command that shows it. `make attack` calls it.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "attack/judge.h"
#include "attack/scene.h"
#include "holo/random.h"

namespace {

using namespace attack;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Tally {
  std::size_t tried = 0, broken = 0;
};

// The run behind a crash, in the same folder.
std::string judge_next_run(const Attack& attack, const Scenario& next, const std::string& folder) {
  Try one = plain_try(next);
  one.same_as = nullptr;  // it may go on with what the first one has written
  one.must_succeed = true;
  const Snapshot before = look(folder);
  const Result result = run(attack, folder, one);
  const Snapshot after = look(folder);
  for (const auto& [path, entry] : after) {
    if (path.size() > 4 && path.substr(path.size() - 4) == ".tmp") {
      return "the next run leaves " + path;
    }
  }
  Snapshot without_strays;
  for (const auto& [path, entry] : before) {
    if (after.count(path) == 1) without_strays[path] = entry;
  }
  const std::string why = judge(one, result, without_strays, after, folder);
  return why.empty() ? "" : "the next run: " + why;
}

// Why it broke, or "".
std::string attempt(const Attack& attack, const Try& one, const std::string& folder) {
  fill(folder, attack.scene);
  if (one.prepare) one.prepare(folder);
  const Snapshot before = look(folder);
  const Result result = run(attack, folder, one);
  const std::string why = judge(one, result, before, look(folder), folder);
  return why.empty() && one.then != nullptr ? judge_next_run(attack, *one.then, folder) : why;
}

void report(const Attack& attack, const Kind& kind, std::size_t number, const Try& one,
            const std::string& why) {
  const std::string folder = fmt::format("{}/{}-{}", attack.folder, kind.name, number);
  fill(folder, attack.scene);
  if (one.prepare) one.prepare(folder);
  std::ofstream(folder + ".sh") << "cd " << folder << "\n" << command_of(attack, one) << "\n";
  fmt::print("BROKEN {} {}: {}\n  cd {}; {}\n", kind.name, number, why, folder,
             command_of(attack, one));
  std::fflush(stdout);
}

// The numbers below `count` in an order that is always the same.
std::vector<std::size_t> shuffled(std::size_t count) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  holo::PythonRandom(1).shuffle(numbers);
  return numbers;
}

Tally attack_with(const Attack& attack, const Kind& kind, std::size_t most, double seconds) {
  constexpr std::size_t most_shown = 12;
  const std::string folder = attack.folder + "/try";
  const bool is_endless = kind.count == Kind::endless;
  const std::vector<std::size_t> order = shuffled(is_endless ? 0 : kind.count);
  const double end = now() + seconds;
  Tally tally;
  for (std::size_t i = 0; i < most && now() < end; ++i) {
    if (i == kind.count) break;
    const std::size_t number = is_endless ? i : order[i];
    const Try one = kind.make(number);
    const std::string why = attempt(attack, one, folder);
    ++tally.tried;
    if (why.empty()) continue;
    if (++tally.broken <= most_shown) report(attack, kind, number, one, why);
  }
  fill(folder, {});
  return tally;
}

std::vector<Kind> all_kinds(const Attack& attack) {
  std::vector<Kind> kinds;
  for (const auto& some : {fault_kinds(attack), surrounding_kinds(attack), place_kinds(attack),
                           read_only_kinds(attack), file_kinds(attack), word_kinds(attack)}) {
    kinds.insert(kinds.end(), some.begin(), some.end());
  }
  return kinds;
}

int attack_all(const Attack& attack, const std::string& effort, const std::string& only) {
  const bool by_time = effort.back() == 's';
  double left = by_time ? std::stod(effort) : 1e9;
  const std::size_t most = by_time ? std::size_t(-1) : std::stoul(effort);
  std::vector<Kind> kinds;
  for (const Kind& kind : all_kinds(attack)) {
    if (kind.count > 0 && (only.empty() || kind.name == only)) kinds.push_back(kind);
  }
  Tally sum;
  std::string table;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const double start = now();
    const Tally tally =
        attack_with(attack, kinds[i], most, left / static_cast<double>(kinds.size() - i));
    left -= now() - start;
    sum = {sum.tried + tally.tried, sum.broken + tally.broken};
    table += fmt::format("{:12} {:8} {:8} {:8}   {}\n", kinds[i].name, tally.tried,
                         tally.tried - tally.broken, tally.broken, kinds[i].about);
  }
  fmt::print("{:12} {:>8} {:>8} {:>8}\n{}", "kind", "tried", "held", "broken", table);
  fmt::print("{:12} {:8} {:8} {:8}\n", "all", sum.tried, sum.tried - sum.broken, sum.broken);
  return sum.tried > 0 && sum.broken == 0 ? 0 : 1;
}

int attack_once(const Attack& attack, const std::string& name, std::size_t number) {
  for (const Kind& kind : all_kinds(attack)) {
    if (kind.name != name) continue;
    const Try one = kind.make(number);
    const std::string why = attempt(attack, one, attack.folder + "/try");
    if (why.empty()) {
      fmt::print("{} {} holds\n", name, number);
    } else {
      report(attack, kind, number, one, why);
    }
    return why.empty() ? 0 : 1;
  }
  fmt::print(stderr, "error: {}: no such kind\n", name);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5 || argc > 7) {
    fmt::print(stderr, "usage: attack PROGRAMS SHIM FOLDER SECONDSs|COUNT [KIND [NUMBER]]\n");
    return 2;
  }
  namespace fs = std::filesystem;
  Attack attack{fs::absolute(argv[1]).string(), argv[2], fs::absolute(argv[3]).string(), {}, {}};
  if (!attack.shim.empty()) attack.shim = fs::absolute(attack.shim).string();
  fs::create_directories(attack.folder);
  make_scene(attack);
  if (argc == 7) return attack_once(attack, argv[5], std::stoul(argv[6]));
  return attack_all(attack, argv[4], argc > 5 ? argv[5] : "");
}
