// knob.h: a number of a program that a page may set.
#pragma once

namespace book {

/// What HOLO_KNOBS says of number `index` of this line of the program, else `preset`. It has a line
/// for each: the index, a tab, the number, a tab, the line.
double knob(const char* line, int index, double preset);

}  // namespace book
