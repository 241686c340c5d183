// reading.h: which element of a table or of a row is read, right and with the mistakes that are
// made wherever there is an index.
#pragma once

#include <string>
#include <vector>

#include "exercises/support/judge.h"

namespace exercise {

namespace table {

enum {
  first_row,
  first_column,
  last_row,
  last_column,
  exchanged,
  rows_reversed,
  columns_reversed,
  mistakes  // how many there are
};

inline std::vector<std::string> sentences(const std::string& name) {
  const std::string of = " of " + name;
  return {"you read row 0" + of + " each time: the row follows the loop",
          "you read column 0" + of + " each time: the column follows the loop",
          "you read the last row" + of + " each time: the row follows the loop",
          "you read the last column" + of + " each time: the column follows the loop",
          "you read " + name + " with row and column exchanged",
          "you read the rows" + of + " from the last to the first",
          "you read the columns" + of + " from the last to the first"};
}

struct Place {
  size_t row, column;
};

// Where an answer reads that is to read (i, j); the mistakes are those from number `first` on. Row
// and column can be exchanged only where there is such an element.
inline Place read(const Made& made, int first, size_t i, size_t j, size_t rows, size_t columns) {
  const auto has = [&](int mistake) { return made(first + mistake); };
  Place place = {i, j};
  if (has(exchanged) && j < rows && i < columns) place = {j, i};
  if (has(first_row)) place.row = 0;
  if (has(first_column)) place.column = 0;
  if (has(last_row)) place.row = rows - 1;
  if (has(last_column)) place.column = columns - 1;
  if (has(rows_reversed)) place.row = rows - 1 - i;
  if (has(columns_reversed)) place.column = columns - 1 - j;
  return place;
}

}  // namespace table

namespace row {

enum {
  first_element,
  last_element,
  reversed,
  mistakes  // how many there are
};

inline std::vector<std::string> sentences(const std::string& name) {
  return {"you read element 0 of " + name + " each time: the index follows the loop",
          "you read the last element of " + name + " each time: the index follows the loop",
          "you read " + name + " from the last element to the first"};
}

inline size_t read(const Made& made, int first, size_t i, size_t size) {
  if (made(first + first_element)) return 0;
  if (made(first + last_element)) return size - 1;
  return made(first + reversed) ? size - 1 - i : i;
}

}  // namespace row

}  // namespace exercise
