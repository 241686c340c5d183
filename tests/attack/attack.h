// attack.h: what an attack is. A try is one run of a program in a folder of its own, something made
// hard for it, and what must hold then (see judge.h); a kind is a row of tries of one sort.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace attack {

using Words = std::vector<std::string>;

/// What lies in a folder, by path relative to it: "type mode" and the bytes or the target of a
/// link.
using Snapshot = std::map<std::string, std::string>;

/// A program with its flags, what it writes, and what a run without trouble writes there.
struct Scenario {
  std::string name, program;
  Words arguments;
  std::set<std::string> outputs;      ///< files that it may write
  Snapshot clean;                     ///< the folder after a run without trouble
  std::map<std::string, long> calls;  ///< of the system in that run, by kind; see shim.cpp
};

struct Signal {
  int number;
  int microseconds;  ///< after the start
};

/// One run. `prepare` may change the folder before it.
struct Try {
  std::string program;
  Words arguments;
  std::set<std::string> outputs;
  const Scenario* same_as = nullptr;  ///< exit code 0 must leave what this one's clean run left
  std::function<void(const std::string& folder)> prepare;

  std::string fault;  ///< HOLO_FAULT of shim.cpp, "" for none
  std::map<std::string, std::string> environment;
  std::string closed;  ///< which of the descriptors "012" are closed
  std::string
      standard_output;  ///< a file in its place, say /dev/full; "|": a pipe without a reader
  std::vector<std::pair<int, long>> limits;  ///< of setrlimit
  long most_memory = 1L << 30;               ///< bytes, for the sake of the machine; 0: any
  std::vector<Signal> signals;

  std::set<int> ends_by;           ///< signals that may end it, and 128 + signal as exit code
  bool leaves_temporary = false;   ///< it may leave one: the next run has to remove it
  const Scenario* then = nullptr;  ///< this run, without trouble, must succeed after it
  bool must_succeed = false, must_fail = false;
  bool obeys_permissions = false;  ///< also when it is root, where the system can do that
  bool starts_no_thread = false;
};

/// Tries that are numbered. A kind with an end tries each of them, in an order that is shuffled; an
/// endless one makes up as many as there is time for.
struct Kind {
  static constexpr std::size_t endless = static_cast<std::size_t>(-1);
  std::string name, about;
  std::size_t count;
  std::function<Try(std::size_t number)> make;
};
/// The kind of these tries.
Kind listed(const std::string& name, const std::string& about, std::vector<Try> tries);

/// Where everything is, and the scenarios of the programs there.
struct Attack {
  std::string programs;  ///< the folder of the programs
  std::string shim;      ///< the shared object; "" without one
  std::string folder;    ///< an empty folder to work in
  Snapshot scene;        ///< what each try finds in its folder
  std::vector<Scenario> scenarios;
  const Scenario& scenario(const std::string& name) const;
};

/// The try that is a run of this scenario and nothing else.
Try plain_try(const Scenario& scenario);

// The kinds, each file's own. They refer to the attack.
std::vector<Kind> fault_kinds(const Attack& attack);        // faults.cpp
std::vector<Kind> surrounding_kinds(const Attack& attack);  // surroundings.cpp
std::vector<Kind> place_kinds(const Attack& attack);        // places.cpp
std::vector<Kind> read_only_kinds(const Attack& attack);    // read_only.cpp
std::vector<Kind> file_kinds(const Attack& attack);         // foreign_files.cpp
std::vector<Kind> word_kinds(const Attack& attack);         // words.cpp

}  // namespace attack
