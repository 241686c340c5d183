// given.h: what the project is given: names as tokens, random numbers, the loop that draws a name.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "holo/random.h"

namespace project {

using Rows = std::vector<std::vector<double>>;

constexpr int bos = 26;  // the token between two names; a is 0, z is 25
constexpr int tokens = 27;

// The names of examples/data/names.txt in the order that random.shuffle gives them, each as BOS,
// its letters, BOS. Throws std::runtime_error when the file cannot be read.
std::vector<std::vector<int>> documents(holo::PythonRandom& random);

// Normal numbers with mean 0, drawn row by row.
Rows draw(int rows, int columns, double std, holo::PythonRandom& random);

// Draws a name, letter by letter, of at most `longest`: `logits` gives those of what follows these
// tokens.
std::string name(const std::function<std::vector<double>(const std::vector<int>&)>& logits,
                 int longest, double temperature, holo::PythonRandom& random);

}  // namespace project
