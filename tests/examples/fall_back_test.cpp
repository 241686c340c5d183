// fall_back_test.cpp: flags fall back on the values of a checkpoint, words come first; what the
// flags have come to is taken again.
#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "support/command_line.h"
#include "text/texts.h"

namespace fall_back_test {
namespace {

using holo::CommandLine;
using texts::message_of;
using Values = std::map<std::string, std::string>;

CommandLine command_line(std::vector<std::string> words) {
  words.insert(words.begin(), "prog");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  return {static_cast<int>(argv.size()), argv.data(), "About it."};
}

// A flag of each kind with a value; what they have come to.
Values read(const std::vector<std::string>& words, const std::vector<Values>& files) {
  CommandLine cli = command_line(words);
  for (const Values& values : files) cli.fall_back(values, "run.txt");
  cli.integer("--steps", 10, 1, 100, "how often");
  cli.number("--lr", 0.5, holo::above(0), "how fast");
  cli.choice("--ffn", {"gelu", "relu2"}, "of the blocks");
  cli.finish();
  return cli.values();
}

std::string message(const Values& file) {
  return message_of([&file] { read({}, {file}); });
}

}  // namespace

TEST_CASE("flags fall back on settings: the words first, then the first of the files") {
  const Values first{{"steps", "20"}, {"lr", "2"}}, second{{"steps", "30"}, {"ffn", "relu2"}};
  const Values values = read({"--lr", "3"}, {first, second});
  CHECK(values.at("lr") == "3");
  CHECK(values.at("steps") == "20");
  CHECK(values.at("ffn") == "relu2");
}

TEST_CASE("settings are refused as flags are, with the place") {
  CHECK(message({{"steps", "x"}}) ==
        "UsageError: run.txt: steps: 'x'; expected an integer from 1 to 100");
  CHECK(message({{"steps", "1\n2"}}) ==
        "UsageError: run.txt: steps: '1\\n2'; expected an integer from 1 to 100");
  CHECK(message({{"steps", ""}}) ==
        "UsageError: run.txt: steps: ''; expected an integer from 1 to 100");
}

TEST_CASE("settings: what the flags have come to is taken again") {
  const std::vector<std::vector<std::string>> all = {
      {}, {"--lr", "1e-300", "--steps=7", "--ffn", "relu2"}};
  for (const std::vector<std::string>& words : all) {
    const Values values = read(words, {});
    CHECK(read({}, {values}) == values);
  }
}

}  // namespace fall_back_test
