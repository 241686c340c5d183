// judge_of_exercises.cpp: the judge of the exercises, whose files are compiled with each answer
// elsewhere, as a part of a program.
#include "exercises/support/judge.cpp"
// formula.cpp has names of its own for what judge.cpp uses.
#include "exercises/support/measurements.cpp"
#include "exercises/support/mistakes.cpp"
