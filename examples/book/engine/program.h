// program.h: what a numbered program is as a part of the module: wrap.awk writes these names into
// it.
#pragma once

namespace book {

using Main = int (*)(int, char**);

/// A program is in the module when it has one of these, which is never destroyed.
struct Program {
  Program(const char* its_name, Main its_main) : name(its_name), main(its_main), next(first) {
    first = this;
  }
  inline static const Program* first = nullptr;
  const char* name;
  Main main;
  const Program* next;
};

/// What HOLO_KNOBS says of number `index` of this line of the program, else `preset`. It has a line
/// for each number that the page sets: the index, a tab, the number, a tab, the line.
double knob(const char* line, int index, double preset);

}  // namespace book
