// random_test.cpp: PythonRandom gives the numbers of CPython, and CounterRandom those of Philox in
// any order. Not a test of how random they are, beyond mean and variance.
#include "holo/random.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "holo/check.h"

namespace random_test {

#ifndef HOLO_TEST_DATA
#define HOLO_TEST_DATA "tests/data"
#endif

namespace {

using holo::CounterRandom;
using holo::PhiloxBlock;
using holo::PythonRandom;

std::uint64_t bit_pattern(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

// Throws on anything but one whole number, so that a damaged table cannot pass.
double to_double(const std::string& text) {
  char* end = nullptr;
  const double x = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0') throw std::runtime_error("not a number: " + text);
  return x;
}

std::uint64_t to_unsigned(const std::string& text) {
  std::size_t used = 0;
  const std::uint64_t n = std::stoull(text, &used);
  if (used != text.size() || text[0] == '-') throw std::runtime_error("not a number: " + text);
  return n;
}

std::int64_t to_signed(const std::string& text) {
  std::size_t used = 0;
  const std::int64_t n = std::stoll(text, &used);
  if (used != text.size()) throw std::runtime_error("not a number: " + text);
  return n;
}

// A line of the table: `name arguments : results`.
struct Row {
  std::string name;
  std::vector<std::string> arguments, results;
};

std::vector<Row> read_table(const std::string& path) {
  std::ifstream file(path);
  REQUIRE_MESSAGE(file.is_open(), path);
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    Row row;
    std::istringstream words(line);
    words >> row.name;
    std::vector<std::string>* list = &row.arguments;
    for (std::string word; words >> word;) {
      if (word == ":") {
        list = &row.results;
      } else {
        list->push_back(word);
      }
    }
    rows.push_back(row);
  }
  return rows;
}

// gauss goes through log, sin and cos, whose last bits are the platform's. They are the table's on
// x86-64 with glibc; elsewhere a few units in the last place are allowed.
bool same_gauss(double ours, double python, double mu) {
#if defined(__x86_64__) && defined(__GLIBC__)
  static_cast<void>(mu);
  return bit_pattern(ours) == bit_pattern(python);
#else
  const double scale = std::max(std::fabs(python), std::fabs(mu));
  return std::fabs(ours - python) <= 8 * std::numeric_limits<double>::epsilon() * scale;
#endif
}

void seed(PythonRandom& random, const std::string& text) {
  if (text[0] == '-') {
    random.seed(to_signed(text));
  } else {
    random.seed(to_unsigned(text));
  }
}

// Calls what the row names, once for each of its results.
void check_row(PythonRandom& random, const Row& row) {
  const auto& a = row.arguments;
  if (row.name == "seed") {
    REQUIRE(a.size() == 1);
    seed(random, a[0]);
  } else if (row.name == "random") {
    for (const auto& result : row.results) {
      CHECK(bit_pattern(random.random()) == bit_pattern(to_double(result)));
    }
  } else if (row.name == "getrandbits") {
    const int k = static_cast<int>(to_signed(a.at(0)));
    for (const auto& result : row.results) CHECK(random.getrandbits(k) == to_unsigned(result));
  } else if (row.name == "randbelow") {
    const std::uint64_t n = to_unsigned(a.at(0));
    for (const auto& result : row.results) CHECK(random.randbelow(n) == to_unsigned(result));
  } else if (row.name == "randint") {
    const std::int64_t low = to_signed(a.at(0)), high = to_signed(a.at(1));
    for (const auto& result : row.results) CHECK(random.randint(low, high) == to_signed(result));
  } else if (row.name == "uniform") {
    const double low = to_double(a.at(0)), high = to_double(a.at(1));
    for (const auto& result : row.results) {
      CHECK(bit_pattern(random.uniform(low, high)) == bit_pattern(to_double(result)));
    }
  } else if (row.name == "gauss") {
    const double mu = to_double(a.at(0)), sigma = to_double(a.at(1));
    for (const auto& result : row.results) {
      CHECK(same_gauss(random.gauss(mu, sigma), to_double(result), mu));
    }
  } else if (row.name == "shuffle") {
    std::vector<std::uint64_t> items(static_cast<std::size_t>(to_unsigned(a.at(0)))), expected;
    expected.reserve(items.size());
    std::iota(items.begin(), items.end(), std::uint64_t{0});
    for (const auto& result : row.results) expected.push_back(to_unsigned(result));
    random.shuffle(items);
    CHECK(items == expected);
  } else if (row.name == "choices") {
    std::vector<double> weights;
    weights.reserve(a.size());
    for (const auto& weight : a) weights.push_back(to_double(weight));
    for (const auto& result : row.results) CHECK(random.choices(weights) == to_unsigned(result));
  } else {
    FAIL("unknown call: " << row.name);
  }
}

std::string error_of(void (*call)(PythonRandom&)) {
  PythonRandom random(1);
  try {
    call(random);
  } catch (const holo::Error& error) {
    // A refused call draws nothing.
    CHECK(random.random() == PythonRandom(1).random());
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("PythonRandom gives CPython's numbers") {
  PythonRandom random(99);
  std::map<std::string, std::size_t> results;
  for (const Row& row : read_table(HOLO_TEST_DATA "/python_random.txt")) {
    CAPTURE(row.name);
    CAPTURE(row.arguments.empty() ? "" : row.arguments[0]);
    check_row(random, row);
    results[row.name] += row.name == "seed" ? 1 : row.results.size();
  }
  // The table is whole: so many seeds and numbers of each kind are in it.
  CHECK(results["seed"] == 29);
  CHECK(results["random"] == 595);
  CHECK(results["gauss"] == 569);
  CHECK(results["getrandbits"] == 1063);
  CHECK(results["randbelow"] == 112);
  CHECK(results["randint"] == 189);
  CHECK(results["uniform"] == 94);
  CHECK(results["shuffle"] == 622);
  CHECK(results["choices"] == 212);
}

TEST_CASE("PythonRandom: one clear error for what CPython refuses") {
  using Random = PythonRandom;
  CHECK(error_of([](Random& r) { r.getrandbits(-1); }) ==
        "PythonRandom::getrandbits: k = -1; expected 0 <= k <= 64");
  CHECK(error_of([](Random& r) { r.getrandbits(65); }) ==
        "PythonRandom::getrandbits: k = 65; expected 0 <= k <= 64");
  CHECK(error_of([](Random& r) { r.randbelow(0); }) ==
        "PythonRandom::randbelow: n = 0; expected n >= 1");
  CHECK(error_of([](Random& r) { r.randint(3, 2); }) ==
        "PythonRandom::randint: a = 3, b = 2; expected a <= b");
  CHECK(error_of([](Random& r) { r.choices({}); }) ==
        "PythonRandom::choices: no weights; expected at least one weight");
  const auto total = [](const std::string& sum) {
    return "PythonRandom::choices: the weights add up to " + sum +
           "; expected a finite total greater than 0";
  };
  using Weights = std::vector<double>;
  CHECK(error_of([](Random& r) { r.choices(Weights{0, 0}); }) == total("0"));
  CHECK(error_of([](Random& r) { r.choices(Weights{1, -2}); }) == total("-1"));
  CHECK(error_of([](Random& r) { r.choices(Weights{1, NAN}); }) == total("nan"));
  CHECK(error_of([](Random& r) { r.choices(Weights{1, INFINITY}); }) == total("inf"));
  CHECK(error_of([](Random& r) { r.choices(Weights{1e308, 1e308}); }) == total("inf"));
}

TEST_CASE("Philox4x32-10 gives the known answers of Random123") {
  struct KnownAnswer {
    PhiloxBlock counter;
    std::uint32_t key0, key1;
    PhiloxBlock answer;
  };
  constexpr std::uint32_t ones = 0xffffffff;
  const KnownAnswer known[] = {
      {{{0, 0, 0, 0}}, 0, 0, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}},
      {{{ones, ones, ones, ones}}, ones, ones, {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}}},
      {{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}},
       0xa4093822,
       0x299f31d0,
       {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}}};
  for (const KnownAnswer& it : known) {
    const PhiloxBlock block = holo::philox(it.counter, it.key0, it.key1);
    for (int word = 0; word < 4; ++word) CHECK(block.word[word] == it.answer.word[word]);
  }
  static_assert(holo::philox({{0, 0, 0, 0}}, 0, 0).word[0] == 0x6627e8d5, "at compile time too");
}

TEST_CASE("CounterRandom: counter = block, stream; key = seed; low words first") {
  // The third known answer above, as a block of a stream.
  const CounterRandom random(0x299f31d0a4093822, 0x0370734413198a2e);
  const PhiloxBlock block = random.block(0x85a308d3243f6a88);
  CHECK(block.word[0] == 0xd16cfe09);
  CHECK(block.word[1] == 0x94fdcceb);
  CHECK(block.word[2] == 0x5001e420);
  CHECK(block.word[3] == 0x24126ea1);

  const CounterRandom zero(0);
  CHECK(zero.bits(0) == 0xe169c58d6627e8d5);
  CHECK(zero.bits(1) == 0x9b00dbd8bc57ac4c);
  CHECK(zero.uniform(0) == 0x1.c2d38b1acc4fdp-1);  // 0xe169c58d6627e8d5 >> 11
  const double radius = std::sqrt(-2.0 * std::log(1.0 - zero.uniform(0)));
  const double angle = 2 * std::acos(-1.0) * zero.uniform(1);
  CHECK(zero.normal(0) == doctest::Approx(radius * std::cos(angle)).epsilon(1e-14));
  CHECK(zero.normal(1) == doctest::Approx(radius * std::sin(angle)).epsilon(1e-14));
  CHECK(std::isfinite(zero.normal(std::numeric_limits<std::uint64_t>::max())));
}

}  // namespace random_test
