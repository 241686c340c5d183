// sheet.cpp: a sheet of the playground, from an address that someone has sent.
#include "playground/sheet.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "fuzz/targets.h"
#include "holo/tape.h"

namespace fuzz {
namespace {

// The numbers of its lines, and their gradients.
std::vector<double> calculated(std::string_view text) {
  const holo::Tape own;
  const holo::Sheet sheet = holo::read_sheet(text);
  sheet.root().value.backward();
  std::vector<double> numbers;
  for (const holo::SheetLine& line : sheet.lines) {
    require(!line.text.empty() && text.find(line.text) != std::string_view::npos,
            "a statement is a part of the sheet");
    require(line.nodes_end <= own.node_count(), "a statement made some of the nodes");
    numbers.push_back(line.value.data());
    numbers.push_back(line.value.grad());
  }
  return numbers;
}

// The place of an error is one of the text, or right behind a line of it.
void check_place(std::string_view text, const holo::SheetError& error) {
  for (int line = 1; line < error.line(); ++line) {
    require(text.find('\n') != std::string_view::npos, "the line of an error is one of the text");
    text.remove_prefix(text.find('\n') + 1);
  }
  const auto bytes = static_cast<int>(std::min(text.find('\n'), text.size()));
  require(error.column() >= 1 && error.column() <= bytes + 1, "so is its column");
}

}  // namespace

void sheet(std::string_view bytes) {
  std::vector<double> numbers;
  try {
    numbers = calculated(bytes);
  } catch (const holo::SheetError& error) {
    return check_place(bytes, error);
  } catch (const holo::Error&) {
    return;
  }
  const std::vector<double> again = calculated(bytes);
  require(again.size() == numbers.size() &&
              std::memcmp(again.data(), numbers.data(), 8 * numbers.size()) == 0,
          "the same sheet has the same bits");
}

}  // namespace fuzz
