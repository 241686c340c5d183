// formula_exercise.h: exercises whose answer can be written as formulas of the playground, and are
// judged by their own checks: a page can ask for them, without a compiler.
#pragma once

#include <string>
#include <vector>

namespace holo {

struct FormulaExercise {
  std::string name;                 ///< that of its folder, "14_squared_relu"
  std::vector<std::string> given;   ///< names that the formulas may use
  std::vector<std::string> wanted;  ///< names of the lines that are the answer
  std::string note;                 ///< what else a reader has to know of the names
};

/// In the order of their numbers.
const std::vector<FormulaExercise>& formula_exercises();

struct FormulaVerdict {
  int passed = 0;        ///< how many checks
  std::string sentence;  ///< which mistake it looks like; "" for none that is known
  std::vector<std::string>
      lines;  ///< "the derivative at 3.2: expected 6.4, got 3.2"; none: all is right
  bool right() const { return lines.empty(); }
  /// As `make exercise` says it: "14_squared_relu: done, 18 checks".
  std::string text(const std::string& exercise) const;
  /// {"passed":18,"sentence":"","lines":[]}
  std::string json() const;
};

/// Runs the check of the exercise with lines of formulas, `sheet`, as the answer. Throws
/// SheetError, with the line, for a text that cannot be read, and UsageError for a name of the
/// answer that has no line, and for an exercise that is not one of these.
FormulaVerdict judge_formulas(const std::string& exercise, const std::string& sheet);

}  // namespace holo
