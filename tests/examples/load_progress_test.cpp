// load_progress_test.cpp: what is said while a large file is read, on a terminal and elsewhere.
#include "gpt/loading/loaded_model.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdio>
#include <string>

namespace load_progress_test {
namespace {

using holo::LoadProgress;
using holo::ProgressMode;

constexpr std::uint64_t megabyte = 1'000'000;

// What is said of a file that is read in four parts.
std::string said(const char* path, std::uint64_t bytes, ProgressMode mode) {
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  {
    LoadProgress progress(path, bytes, mode, file);
    for (int part = 1; part <= 4; ++part) progress(part, 4);
  }
  std::rewind(file);
  std::string text;
  for (int c = 0; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

}  // namespace

TEST_CASE("load progress: a line that is rewritten on a terminal, one line elsewhere") {
  CHECK(said("a", 200 * megabyte, ProgressMode::bar) ==
        "\ra: 50 of 200 MB read\ra: 100 of 200 MB read\ra: 150 of 200 MB read"
        "\ra: 200 of 200 MB read\n");
  CHECK(said("a", 200 * megabyte, ProgressMode::plain) == "a: reading 200 MB\n");
  CHECK(said("a", 200 * megabyte, ProgressMode::automatic) == "a: reading 200 MB\n");
  CHECK(said("a", 200 * megabyte, ProgressMode::off).empty());
}

TEST_CASE("load progress: nothing of a small file, and no control characters of a path") {
  for (const ProgressMode mode : {ProgressMode::bar, ProgressMode::plain}) {
    CHECK(said("a", 64 * megabyte - 1, mode).empty());
    CHECK_FALSE(said("a", 64 * megabyte, mode).empty());
    CHECK(said("a\x1b[2J", 64 * megabyte, mode).find('\x1b') == std::string::npos);
  }
}

TEST_CASE("load progress: the size of a file, and of one that is not there") {
  CHECK(holo::bytes_of_file("tests/data/one_block.safetensors") > 1000);
  CHECK(holo::bytes_of_file("tests/data/none") == 0);
}

}  // namespace load_progress_test
