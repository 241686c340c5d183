// temporary_folder.h: for the tests of files: a temporary folder, removed at the end.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "holo_files_XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string name(const std::string& file) const { return (path_ / file).string(); }
  std::string write(const std::string& file, const std::string& text) const {
    std::ofstream(name(file), std::ios::binary) << text;
    return name(file);
  }
  std::string read(const std::string& file) const {
    std::ifstream stream(name(file), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  // The number of files, which shows a temporary file that was left behind.
  std::size_t count() const {
    const std::filesystem::directory_iterator begin(path_), end;
    return static_cast<std::size_t>(std::distance(begin, end));
  }

 private:
  std::filesystem::path path_;
};
