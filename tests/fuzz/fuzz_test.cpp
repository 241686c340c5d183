// fuzz_test.cpp: bytes of others are read or refused with holo::Error, and what was read survives
// being written: for the committed corpus and for mutations of it, in every build. `make fuzz`
// looks for more.
#include <doctest/doctest.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/mutate.h"
#include "fuzz/targets.h"
#include "holo/check.h"
#include "holo/random.h"

namespace {

// The files of a corpus, by name.
std::vector<std::string> seeds_of(const std::string& target) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator("tests/fuzz/corpus/" + target)) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> seeds;
  for (const std::filesystem::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
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

TEST_CASE("so do 2,000 mutations of each corpus") {
  for (const fuzz::Target& target : fuzz::targets()) {
    const std::vector<std::string> seeds = seeds_of(target.name);
    REQUIRE(!seeds.empty());
    holo::PythonRandom random(1);
    for (int i = 0; i < 2000; ++i) {
      const std::string input = fuzz::mutated(seeds, random);
      const std::string found = outcome(target, input);
      if (found.empty()) continue;
      FAIL_CHECK(target.name, ", mutation ", i, ": ", found, ": ", shown(input));
    }
  }
}
