// fuzz_test.cpp: bytes of others are read or refused with holo::Error, and what was read survives
// being written: for the committed corpus and for mutations of it, in every build. `make fuzz`
// looks for more.
#include <doctest/doctest.h>

#include <exception>
#include <sstream>
#include <string>
#include <vector>

#include "fuzz/mutate.h"
#include "fuzz/targets.h"
#include "holo/check.h"
#include "holo/data.h"
#include "holo/random.h"

namespace {

// The inputs of a target: a line of tests/data/fuzz for each, with the escapes of C and \xNN.
std::vector<std::string> seeds_of(const std::string& target) {
  std::istringstream lines(holo::read_file("tests/data/fuzz/" + target + ".txt"));
  std::vector<std::string> seeds;
  for (std::string line; std::getline(lines, line);) {
    std::string& seed = seeds.emplace_back();
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] != '\\') {
        seed += line[i];
      } else if (line[++i] == 'x') {
        seed += static_cast<char>(std::stoi(line.substr(i + 1, 2), nullptr, 16));
        i += 2;
      } else {
        seed += line[i] == 'n' ? '\n' : line[i] == 'r' ? '\r' : line[i] == 't' ? '\t' : '\\';
      }
    }
  }
  return seeds;
}

// What it throws, "" for nothing.
std::string outcome(const fuzz::Target& target, const std::string& input) {
  try {
    target.run(input);
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

// For a report: bytes that cannot be seen as \xNN.
std::string shown(const std::string& input) {
  constexpr const char* digits = "0123456789ABCDEF";
  std::string text;
  for (const char c : input) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      text.push_back(c);
    } else {
      text.append("\\x").push_back(digits[byte / 16]);
      text.push_back(digits[byte % 16]);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("the corpus of each fuzz target does what is promised") {
  for (const fuzz::Target& target : fuzz::targets()) {
    const std::vector<std::string> seeds = seeds_of(target.name);
    CHECK_MESSAGE(seeds.size() >= 3, target.name);
    for (const std::string& seed : seeds) {
      INFO(target.name, ": ", shown(seed));
      CHECK(outcome(target, seed) == "");
    }
  }
}

TEST_CASE("so do 500 mutations of each corpus") {
  for (const fuzz::Target& target : fuzz::targets()) {
    const std::vector<std::string> seeds = seeds_of(target.name);
    REQUIRE(!seeds.empty());
    holo::PythonRandom random(1);
    for (int i = 0; i < 500; ++i) {
      const std::string input = fuzz::mutated(seeds, random);
      const std::string found = outcome(target, input);
      if (found.empty()) continue;
      FAIL_CHECK(target.name, ", mutation ", i, ": ", found, ": ", shown(input));
    }
  }
}
