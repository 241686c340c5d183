// judge_of_exercises.cpp: the judge of the exercises, which is compiled with each answer elsewhere,
// as a part of a program.
#include "exercises/support/judge.cpp"
