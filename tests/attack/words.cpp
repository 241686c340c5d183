// words.cpp: wrong command lines: every flag of each program with every strange value, and rows of
// random words.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "attack/places.h"
#include "attack/process.h"
#include "attack/scene.h"
#include "holo/random.h"

namespace attack {
namespace {

// The flags that --help lists.
Words flags_of(const Attack& attack, const std::string& program) {
  Try help;
  help.program = program;
  help.arguments = {"--help"};
  fill(attack.folder + "/scene", attack.scene);
  std::istringstream lines(run(attack, attack.folder + "/scene", help).out);
  Words flags;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("  --", 0) == 0) flags.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return flags;
}

const Words& values() {
  static const Words all = {"",
                            "0",
                            "-1",
                            "1",
                            "3",
                            "abc",
                            "12abc",
                            "0x10",
                            "1e3",
                            "1e99",
                            "1e-320",
                            "nan",
                            "-inf",
                            "1,5",
                            " 1",
                            "+1",
                            "00001",
                            "9223372036854775807",
                            "9223372036854775808",
                            "99999999999999999999",
                            "-9223372036854775808",
                            "1048576",
                            "1048577",
                            "0.5",
                            "1.0",
                            "-0",
                            "--",
                            "-",
                            "on",
                            "text",
                            "\n",
                            "a\nb",
                            "\x1b[31m",
                            "\xff\xfe",
                            "\u202e",
                            "{}{}%s%n",
                            "names",
                            "old.safetensors",
                            "old.csv",
                            "old.svg",
                            "old.model",
                            "bystander"};
  return all;
}

// Flags that make an honest run long have no large values here.
bool is_long(const std::string& flag, const std::string& value) {
  static const std::set<std::string> slow = {
      "--steps",   "--samples", "--sample-length", "--batch",  "--stop-after", "--vocab-size",
      "--n-layer", "--n-embd",  "--block-size",    "--hidden", "--threads"};
  return slow.count(flag) == 1 && value.size() > 5;
}

// Files that this value would make an output, or which the program may write anyway.
std::set<std::string> outputs_of(const std::string& flag, const std::string& value,
                                 std::set<std::string> outputs) {
  static const std::set<std::string> writes = {"--out",    "--log",    "--plot", "--save-tokenizer",
                                               "--losses", "--resume", "--trace"};
  if (writes.count(flag) == 1) outputs.insert(value);
  return outputs;
}

struct Program {
  const Scenario* scenario;
  Words flags;
};
std::vector<Program> programs_of(const Attack& attack) {
  std::vector<Program> programs;
  for (const char* name :
       {"train, new files", "resume", "sample", "export", "import", "microgpt", "demo"}) {
    const Scenario& scenario = attack.scenario(name);
    programs.push_back({&scenario, flags_of(attack, scenario.program)});
  }
  return programs;
}

void give(Try& one, const std::string& flag, const std::string& value, bool in_place) {
  one.outputs = outputs_of(flag, value, one.outputs);
  for (std::size_t i = 0; in_place && i + 1 < one.arguments.size(); ++i) {
    if (one.arguments[i] == flag) {
      one.arguments[i + 1] = value;
      return;
    }
  }
  one.arguments.push_back(flag);
  one.arguments.push_back(value);
}

// What a run without trouble leaves is no measure of this one. Without --out the demo writes where
// `make demo` does.
Try of_unknown_result(Try one) {
  one.same_as = nullptr;
  if (one.program == "17_demo") {
    one.outputs.insert({"build", "build/demo"});
    add_output(one, "build/demo/names.safetensors");
  }
  return one;
}

// An honest run of the demo without these is long.
void keep_short(Try& one) {
  if (one.program != "17_demo") return;
  const std::pair<std::string, std::string> needed[] = {{"--steps", "2"}, {"--data", "names"}};
  for (const auto& flag : needed) {
    const bool is_given =
        std::any_of(one.arguments.begin(), one.arguments.end(),
                    [&](const std::string& word) { return word.rfind(flag.first, 0) == 0; });
    if (!is_given) {
      one.arguments.insert(one.arguments.end(), {flag.first, flag.second});
    }
  }
}

void add_what_lies_beside(Try& one) {
  for (const std::string& path : std::set<std::string>(one.outputs)) add_output(one, path);
}

Kind single_values(const std::vector<Program>& programs) {
  std::size_t most = 0;
  for (const Program& program : programs) most = std::max(most, program.flags.size());
  const std::size_t count = programs.size() * most * values().size();
  return {"values", "a flag has a strange value", count, [=](std::size_t number) {
            const Program& program = programs[number % programs.size()];
            number /= programs.size();
            const std::string& value = values()[number % values().size()];
            number /= values().size();
            const std::string& flag = program.flags[number % program.flags.size()];
            Try one = of_unknown_result(plain_try(*program.scenario));
            if (!is_long(flag, value)) give(one, flag, value, true);
            add_what_lies_beside(one);
            return one;
          }};
}

// Some words of a good command line are lost, doubled, changed or exchanged, others come in.
Kind random_words(const std::vector<Program>& programs) {
  return {"words", "a command line of random words", Kind::endless, [=](std::size_t number) {
            holo::PythonRandom random(static_cast<std::int64_t>(number));
            const auto below = [&](std::size_t n) {
              return static_cast<std::size_t>(random.randbelow(n));
            };
            const Program& program = programs[number % programs.size()];
            Try one = of_unknown_result(plain_try(*program.scenario));
            for (std::size_t i = 1 + below(4); i > 0; --i) {
              const std::string& flag = program.flags[below(program.flags.size())];
              const std::string& value = values()[below(values().size())];
              const std::size_t at = below(one.arguments.size());
              const auto place = one.arguments.begin() + static_cast<std::ptrdiff_t>(at);
              switch (random.randbelow(5)) {
                case 0:
                  one.arguments.erase(place);
                  break;
                case 1:
                  one.arguments.insert(place, flag);
                  break;
                case 2:
                  one.arguments.push_back(flag + "=" + (is_long(flag, value) ? "1" : value));
                  one.outputs = outputs_of(flag, value, one.outputs);
                  break;
                case 3:
                  std::swap(*place, one.arguments[below(one.arguments.size())]);
                  break;
                default:
                  if (!is_long(flag, value)) give(one, flag, value, false);
              }
              if (one.arguments.empty()) one.arguments.push_back("--steps");
            }
            keep_short(one);
            // Whatever became the value of an output may be written.
            for (const std::string& word : one.arguments) {
              for (const char* flag : {"--out", "--log", "--plot", "--save-tokenizer", "--losses",
                                       "--resume", "--trace"}) {
                if (word.rfind(std::string(flag) + "=", 0) == 0)
                  one.outputs.insert(word.substr(word.find('=') + 1));
              }
            }
            for (std::size_t i = 0; i + 1 < one.arguments.size(); ++i) {
              one.outputs = outputs_of(one.arguments[i], one.arguments[i + 1], one.outputs);
            }
            add_what_lies_beside(one);
            return one;
          }};
}

}  // namespace

std::vector<Kind> word_kinds(const Attack& attack) {
  const std::vector<Program> programs = programs_of(attack);
  return {single_values(programs), random_words(programs)};
}

}  // namespace attack
