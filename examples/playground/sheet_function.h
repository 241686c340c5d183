// sheet_function.h: the functions that a sheet may call: those of value.h, by their names.
#pragma once

#include <string_view>
#include <vector>

#include "holo/value.h"

namespace holo {

/// A number of a sheet: a constant until a name takes part, then a Value of the tape.
struct SheetNumber {
  bool is_constant = true;
  double constant = 0;
  Value value = {};

  static SheetNumber of(double number) { return {true, number, {}}; }
  static SheetNumber of(Value value) { return {false, 0, value}; }
  double data() const { return is_constant ? constant : value.data(); }
};

/// Of one number, or of two; the other pointer is null.
struct SheetFunction {
  std::string_view name;
  SheetNumber (*of_one)(SheetNumber);
  SheetNumber (*of_two)(SheetNumber, SheetNumber);
};

/// All of them. pow is not among them: its second number is a constant, see raised().
const std::vector<SheetFunction>& sheet_functions();
/// nullptr for a name that is none.
const SheetFunction* find_sheet_function(std::string_view name);

/// a OP b for one of + - * /.
SheetNumber calculated(char op, SheetNumber a, SheetNumber b);
SheetNumber negated(SheetNumber x);
SheetNumber raised(SheetNumber x, double power);

}  // namespace holo
