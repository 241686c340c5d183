// output_path_test.cpp: which file is written for a name: an empty one is a fine target, a link is
// followed wherever it leads, links in a loop and read-only files are refused.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "files/atomic_file_save.h"
#include "files/safetensors_files.h"

namespace output_path_test {
namespace {

namespace fs = std::filesystem;
using safetensors_files::Folder;
using safetensors_files::message_of;

std::string refusal(const std::string& path) {
  return message_of([&] { save(path, "new"); });
}

}  // namespace

TEST_CASE("output path: an empty file is replaced, and keeps its mode") {
  const Folder folder;
  REQUIRE(::chmod(folder.write("x", "").c_str(), 0600) == 0);
  save(folder.name("x"), "new");
  CHECK(folder.read("x") == "new");
  CHECK(fs::status(folder.name("x")).permissions() ==
        (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("output path: a link to a file that is not there makes that file") {
  const Folder folder;
  fs::create_directory(folder.name("models"));
  fs::create_symlink("models/second", folder.name("first"));
  fs::create_symlink("../third", folder.name("models/second"));
  fs::create_symlink(folder.name("x"), folder.name("third"));
  for (const std::string text : {"new", "newer"}) {
    save(folder.name("first"), text);
    CHECK(folder.read("x") == text);
    CHECK(!fs::is_symlink(folder.name("x")));
    CHECK(fs::read_symlink(folder.name("first")) == "models/second");
    CHECK(fs::is_symlink(folder.name("models/second")));
    CHECK(fs::is_symlink(folder.name("third")));
    CHECK(folder.count() == 4);
  }
  fs::create_symlink("none/x", folder.name("away"));
  CHECK(refusal(folder.name("away")).find("Try: make its folder first") != std::string::npos);
  CHECK(fs::is_symlink(folder.name("away")));
}

TEST_CASE("output path: links in a loop are refused, and stay") {
  const Folder folder;
  fs::create_symlink("b", folder.name("a"));
  fs::create_symlink("a", folder.name("b"));
  fs::create_symlink("self", folder.name("self"));
  for (const std::string name : {"a", "b", "self"}) {
    CHECK(refusal(folder.name(name)) ==
          folder.name(name) +
              ": is a link that leads back to itself; expected a file that can be written. Try: "
              "remove the link");
    CHECK(fs::is_symlink(folder.name(name)));
  }
  CHECK(folder.count() == 3);
}

TEST_CASE("output path: a file without a write bit is refused, for root too") {
  const Folder folder;
  const std::string path = folder.write("x", "old");
  fs::create_symlink("x", folder.name("link"));
  const std::string reason =
      ": is read-only; expected a file that can be written. Try: another name, or chmod u+w";
  for (const mode_t mode : std::vector<mode_t>{0444, 0400, 0555, 0}) {
    REQUIRE(::chmod(path.c_str(), mode) == 0);
    CHECK(refusal(path) == path + reason);
    CHECK(refusal(folder.name("link")) == folder.name("link") + reason);
    REQUIRE(::chmod(path.c_str(), 0600) == 0);
    CHECK(folder.read("x") == "old");
  }
  if (::geteuid() != 0) {  // one that only others may write
    REQUIRE(::chmod(path.c_str(), 0422) == 0);
    CHECK(refusal(path) == path + reason);
  }
  CHECK(folder.count() == 2);
}

}  // namespace output_path_test
