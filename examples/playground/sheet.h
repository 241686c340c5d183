// sheet.h: a text of formulas, calculated with Values.
//
//   x = 3; w = 2      # a statement ends with its line, or with ;
//   y = x * w + 1     # + - * / ^, brackets, and the functions of value.h
//   loss = (y - 4)^2
//
// A number alone is a leaf. Else numbers that are written out are constants, as a double beside a
// Value is; what is on the left of ^ is raised to one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holo/check.h"
#include "holo/value.h"

namespace holo {

/// What a sheet has that it may not have. Lines and columns count from 1; a column is a character.
class SheetError : public UsageError {
 public:
  SheetError(int line, int column, const std::string& found, const std::string& expected,
             const std::string& hint = "");
  int line() const { return line_; }
  int column() const { return column_; }

 private:
  int line_, column_;
};

struct SheetLine {
  std::string text;  ///< of the statement, without spaces around it
  std::string name;  ///< what it names; "" for a formula alone
  int line;          ///< where it begins, from 1
  Value value;
  std::size_t nodes_end;  ///< how many nodes the tape has behind it
};

struct Sheet {
  static constexpr std::size_t most_bytes = 10'000, most_lines = 200, most_depth = 100;
  std::vector<SheetLine> lines;  ///< at least one

  const SheetLine& root() const { return lines.back(); }
  /// The newest line of that name. Throws UsageError, with the nearest name, when there is none.
  const SheetLine& named(const std::string& name) const;
};

/// Calculates a text on the tape of this thread; the nodes get the names as labels. Throws
/// SheetError, with line and column, for what is no sheet, and UsageError for one that is too long.
Sheet read_sheet(std::string_view text);

/// The names of the functions that a sheet may call: those of value.h.
std::vector<std::string> sheet_functions();

struct SheetExample {
  std::string_view name;  ///< for a flag: "used-twice"
  std::string_view text;
};

/// Ten sheets, each of which shows one thing, in the order of docs/playground.md.
const std::vector<SheetExample>& sheet_examples();

}  // namespace holo
