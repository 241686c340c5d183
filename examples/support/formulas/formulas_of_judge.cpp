// formulas_of_judge.cpp: the other half of judge_of_exercises.cpp.
#include "exercises/support/formula.cpp"
#include "exercises/support/formula_search.cpp"
