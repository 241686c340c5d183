// fuzz_test.cpp: bytes of others are read or refused with holo::Error, and what was read survives
// being written: for the committed corpus and for mutations of it, in every build. `make fuzz`
// looks for more. The mutations are the same for the same random numbers. They do not watch the
// program, as a fuzzer does.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

#include "fuzz/targets.h"
#include "holo/check.h"
#include "holo/data.h"
#include "holo/random.h"

namespace {

// ---- the corpus ----

// The inputs of a target: tests/data/fuzz.txt has a line for each, the name of the target and the
// input with the escapes of C and \xNN.
std::vector<std::string> seeds_of(const std::string& target) {
  std::istringstream lines(holo::read_file("tests/data/fuzz.txt"));
  std::vector<std::string> seeds;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(target + ' ', 0) != 0) continue;
    line.erase(0, target.size() + 1);
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

// ---- mutations ----

constexpr std::size_t longest = 16384;  // of what is put in, so that doubling comes to an end

std::size_t below(holo::PythonRandom& random, std::size_t n) {
  return static_cast<std::size_t>(random.randbelow(n));
}

// Bytes on which readers decide something.
char telling_byte(holo::PythonRandom& random) {
  static const std::string bytes("\0\1\n\r \"{}[]:,=-+.#/0198eE'\\\x7F\x80\xBF\xC0\xE2\xF0\xFF",
                                 34);
  return bytes[below(random, bytes.size())];
}

// A piece of one of the seeds.
std::string piece(const std::vector<std::string>& seeds, holo::PythonRandom& random) {
  const std::string& seed = seeds[below(random, seeds.size())];
  const std::size_t at = below(random, seed.size() + 1);
  return seed.substr(at, 1 + below(random, 32));
}

// In place of a number, other numbers.
void change_number(std::string& text, holo::PythonRandom& random) {
  static const std::vector<std::string> numbers = {"0",          "1",
                                                   "-1",         "255",
                                                   "256",        "65536",
                                                   "4294967296", "9223372036854775807",
                                                   "00",         "1e99",
                                                   "0.5",        "-0.25",
                                                   "1e-9",       "18446744073709551616"};
  const std::size_t from = text.find_first_of("0123456789", below(random, text.size()));
  if (from == std::string::npos) return;
  const std::size_t end = std::min(text.find_first_not_of("0123456789", from), text.size());
  text.replace(from, end - from, numbers[below(random, numbers.size())]);
}

void change(std::string& text, const std::vector<std::string>& seeds, holo::PythonRandom& random) {
  if (text.empty()) text.push_back(telling_byte(random));
  const std::size_t at = below(random, text.size());
  const std::size_t length = 1 + below(random, std::min<std::size_t>(text.size() - at, 32));
  switch (random.randbelow(7)) {
    case 0:
      text[at] = static_cast<char>(static_cast<unsigned char>(text[at]) ^ (1U << below(random, 8)));
      return;
    case 1:
      text[at] = telling_byte(random);
      return;
    case 2:
      text.insert(at, 1, telling_byte(random));
      return;
    case 3:
      text.erase(at, length);
      return;
    case 4:
      if (text.size() < longest) text.insert(at, text.substr(at, length));
      return;
    case 5:
      if (text.size() < longest) text.insert(at, piece(seeds, random));
      return;
    default:
      change_number(text, random);
  }
}

// One of the seeds with a few changes: bits, bytes, numbers, pieces left out, doubled or taken from
// another seed.
std::string mutated(const std::vector<std::string>& seeds, holo::PythonRandom& random) {
  std::string text = seeds.at(below(random, seeds.size()));
  for (std::uint64_t left = 1 + random.randbelow(4); left > 0; --left) change(text, seeds, random);
  return text;
}

// ---- the tests ----

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
      const std::string input = mutated(seeds, random);
      const std::string found = outcome(target, input);
      if (found.empty()) continue;
      FAIL_CHECK(target.name, ", mutation ", i, ": ", found, ": ", shown(input));
    }
  }
}
