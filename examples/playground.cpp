// playground: formulas of your own, calculated with Values forward and back: each line with its
// gradient, and the slope that it should be.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "holo/check.h"
#include "holo/data.h"
#include "holo/trace.h"
#include "playground/sheet_record.h"
#include "support/command_line.h"

using namespace holo;

std::string lines_of_input() {
  std::string text;
  for (int c = 0; (c = std::fgetc(stdin)) != EOF && text.size() <= Sheet::most_bytes;) {
    text += static_cast<char>(c);
  }
  return text;
}

std::string text_of(const std::string& example) {
  for (const SheetExample& one : sheet_examples()) {
    if (one.name == example) return std::string(one.text);
  }
  return lines_of_input();
}

struct Wanted {
  bool json, step;
  std::string why;
};

void show(const SheetRecord& record, const Wanted& wanted) {
  if (wanted.json) return fmt::print("{}", record.json(wanted.why));
  fmt::print("{}", record.table());
  if (!wanted.why.empty()) fmt::print("\n{}", record.why(wanted.why));
  flush_output();
  if (wanted.step) step_through(record.log(), stdin, stdout);
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv,
                  "Calculates lines of formulas, x = 3 and y = x * x, forward and back.");
  std::vector<std::string> names = {"none"};
  for (const SheetExample& example : sheet_examples()) names.emplace_back(example.name);
  const std::string example = cli.choice("--example", names, "lines that show something");
  const std::string file = cli.text("--file", "", "FILE", "lines of this file, not of the input");
  Wanted wanted{};
  wanted.why = cli.text("--why", "", "NAME", "where the gradient of this name comes from");
  wanted.step = cli.flag("--step", "step through it here, forward and back");
  wanted.json = cli.flag("--json", "all of it for a page, as JSON");
  cli.finish();
  if (example != "none" && !file.empty())
    throw UsageError("--file", file, "a file or an example, not both");
  if (wanted.step && example == "none" && file.empty())
    throw UsageError("--step", "the lines come from the input", "--example or --file besides");
  const std::string text = file.empty() ? text_of(example) : read_text(file);
  try {
    show(SheetRecord(text), wanted);
  } catch (const Error& error) {
    if (wanted.json) fmt::print("{}", sheet_error_json(error));
    throw;
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
