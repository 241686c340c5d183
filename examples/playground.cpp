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
#include "support/formulas/formula_exercise.h"

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
  bool graph, json, step;
  std::string why, trace, exercise;
};

// What the check of an exercise says of the lines.
void judge(const std::string& text, const Wanted& wanted) {
  const FormulaVerdict verdict = judge_formulas(wanted.exercise, text);
  if (wanted.json) return fmt::print("{}", verdict.json());
  fmt::print("{}", verdict.text(wanted.exercise));
}

void show(const SheetRecord& record, const Wanted& wanted) {
  if (wanted.json) return fmt::print("{}", record.json(wanted.why));
  fmt::print("{}", record.table());
  if (wanted.graph) fmt::print("\n{}", record.graph());
  if (!wanted.why.empty()) fmt::print("\n{}", record.why(wanted.why));
  if (!wanted.trace.empty()) save_trace(record.log(), wanted.trace);
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
  wanted.graph = cli.flag("--graph", "the graph: every node with its parents");
  wanted.step = cli.flag("--step", "step through it here, forward and back");
  wanted.trace = cli.text("--trace", "", "FILE", "write what happened: .html, .json or .txt");
  names = {"none"};
  for (const FormulaExercise& one : formula_exercises()) names.push_back(one.name);
  wanted.exercise = cli.choice("--exercise", names, "judge the lines as the answer of this one");
  wanted.json = cli.flag("--json", "all of it for a page, as JSON");
  cli.finish();
  if (example != "none" && !file.empty())
    throw UsageError("--file", file, "a file or an example, not both");
  if (wanted.step && example == "none" && file.empty())
    throw UsageError("--step", "the lines come from the input", "--example or --file besides");
  if (!wanted.trace.empty()) check_trace_path(wanted.trace);
  const std::string text = file.empty() ? text_of(example) : read_text(file);
  try {
    if (wanted.exercise != "none") return judge(text, wanted);
    show(SheetRecord(text), wanted);
  } catch (const Error& error) {
    if (wanted.json) fmt::print("{}", sheet_error_json(error));
    throw;
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
