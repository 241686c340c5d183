// error_messages_test.cpp: what every op says about inputs that do not fit, word for word: its
// name, all shapes, the dimension to blame where there is one, the rule, and what to try. An op
// that refuses computes nothing.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/data.h"
#include "holo/memory.h"
#include "ops/mistakes.h"

namespace error_messages_test {

using namespace holo;
using mistakes::Mistake, mistakes::all_mistakes;

namespace {

// The message of a mistake, whose error must have its parts.
std::string message_of(const Mistake& mistake) {
  try {
    mistake.run();
  } catch (const Error& error) {
    const std::string text = error.what();
    CAPTURE(text);
    CHECK(error.where() == mistake.op);
    CHECK(!error.found().empty());
    CHECK(!error.expected().empty());
    CHECK(!error.hint().empty());
    return text;
  }
  FAIL_CHECK(std::string(mistake.op) << " accepts it");
  return "";
}

// The longest text of a `throw` that is in its message as it stands: "{} of {}" leaves " of ".
std::string longest_text(const std::string& statement) {
  std::string longest;
  for (const std::string& text : matches(statement, R"re("((?:[^"\\]|\\.)*)")re")) {
    for (const std::string& part : matches(text + "{", R"re(([^{}]*)\{)re")) {
      if (part.size() > longest.size()) longest = part;
    }
  }
  return longest;
}

}  // namespace

TEST_CASE("error messages: every mistake is refused in the words of tests/data/op_errors.txt") {
  std::istringstream expected(read_file("tests/data/op_errors.txt"));
  const std::size_t nodes = memory_stats().live_nodes;
  std::size_t number = 0;
  for (const Mistake& mistake : all_mistakes()) {
    std::string line;
    std::getline(expected, line);
    CAPTURE(number);
    CHECK(message_of(mistake) == line);
    ++number;
  }
  std::string more;
  CHECK_FALSE(std::getline(expected, more));
  CHECK(memory_stats().live_nodes == nodes);
}

TEST_CASE("error messages: every throw in src/ops is the error of some mistake") {
  const std::string messages = read_file("tests/data/op_errors.txt");
  int places = 0;
  for (const auto& file : std::filesystem::directory_iterator("src/ops")) {
    if (file.path().extension() == ".cu") continue;  // kernels: the caller has checked everything
    const std::string source = read_file(file.path().string());
    for (std::size_t at = source.find("throw "); at != std::string::npos;
         at = source.find("throw ", at + 1)) {
      const std::string statement = source.substr(at, source.find(";\n", at) - at);
      const std::string text = longest_text(statement);
      CHECK_FALSE(text.empty());
      CHECK_MESSAGE(contains(messages, text), file.path().string(), ": no mistake leads to ",
                    statement);
      ++places;
    }
  }
  CHECK(places > 30);
}

}  // namespace error_messages_test
