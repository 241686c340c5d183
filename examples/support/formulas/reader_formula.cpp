// reader_formula.cpp: what is given becomes a line before those of the reader.
#include "support/formulas/reader_formula.h"

#include <fmt/format.h>

#include "holo/tape.h"
#include "playground/sheet.h"

namespace formulas {
namespace {

thread_local std::string text;

}  // namespace

void set_sheet(const std::string& sheet) { text = sheet; }

double formula(const std::string& name, const Given& given) {
  std::string first;
  for (const auto& [its_name, number] : given) first += fmt::format("{} = {}; ", its_name, number);
  const holo::Tape::Scope scope;
  try {
    return holo::read_sheet(first + '\n' + text).named(name).value.data();
  } catch (const holo::SheetError& error) {
    throw holo::SheetError(error.line() - 1, error.column(), error.found(), error.expected());
  }
}

}  // namespace formulas
