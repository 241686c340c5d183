// atomic_file_crash_test.cpp: a file is replaced as a whole or not at all, wherever a crash comes:
// on a disk that may lose or keep whatever was not synced.
#include "files/atomic_file.h"

#include <doctest/doctest.h>
#include <fcntl.h>

#include <cerrno>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "files/atomic_file_save.h"
#include "files/safetensors_files.h"

namespace atomic_file_crash_test {
namespace {

using holo::AtomicFile;
using safetensors_files::Folder;
using safetensors_files::message_of;

// A disk that loses what was not synced. Names and contents are on the disk or in memory.
class Disk final : public holo::FileCalls {
 public:
  explicit Disk(int calls) : calls_left_(calls) {}
  int open(const char* path, int flags, mode_t) override {
    if (crashed()) return -1;
    if ((flags & O_CREAT) != 0) {
      contents_.emplace_back();
      names_[path] = contents_.size() - 1;
      return static_cast<int>(contents_.size() - 1);
    }
    return folder;
  }
  int flock(int, int) override { return crashed() ? -1 : 0; }
  int fstat(int, struct stat* status) override {
    status->st_nlink = 1;
    return crashed() ? -1 : 0;
  }
  ssize_t write(int descriptor, const void* bytes, std::size_t count) override {
    if (crashed()) return -1;
    const std::size_t part = count > 3 ? 3 : count;  // short writes, always
    contents_[static_cast<std::size_t>(descriptor)].text.append(static_cast<const char*>(bytes),
                                                                part);
    return static_cast<ssize_t>(part);
  }
  int fsync(int descriptor) override {
    if (crashed()) return -1;
    if (descriptor == folder) {
      synced_names_ = names_;
    } else {
      Content& content = contents_[static_cast<std::size_t>(descriptor)];
      content.synced = content.text;
    }
    return 0;
  }
  int close(int) override { return crashed() ? -1 : 0; }
  int rename(const char* from, const char* to) override {
    if (crashed()) return -1;
    names_[to] = names_[from];
    names_.erase(from);
    return 0;
  }
  int unlink(const char* path) override {
    if (crashed()) return -1;
    names_.erase(path);
    return 0;
  }

  // What the file may hold after a crash now: the disk has the names as synced or any later ones,
  // of the contents what was synced or any part of what was written.
  std::set<std::string> images(const std::string& path, const std::string& old) const {
    std::set<std::string> images;
    for (const auto* names : {&synced_names_, &names_}) {
      const auto found = names->find(path);
      if (found == names->end()) {
        images.insert(old);
        continue;
      }
      const Content& content = contents_[found->second];
      images.insert(content.synced);
      for (std::size_t n = content.synced.size(); n <= content.text.size(); ++n)
        images.insert(content.text.substr(0, n));
    }
    return images;
  }

 private:
  static constexpr int folder = 1000;
  struct Content {
    std::string text, synced;
  };
  bool crashed() {
    errno = EIO;
    return calls_left_-- <= 0;
  }
  int calls_left_;
  std::vector<Content> contents_;
  std::map<std::string, std::size_t> names_, synced_names_;
};

}  // namespace

TEST_CASE(
    "atomic file: after a crash at any call the name gives the old contents or the new ones") {
  const std::string old = "(old)", text = "new contents";
  const Folder folder;
  std::size_t both = 0;
  for (int calls = 0; calls < 30; ++calls) {
    Disk disk(calls);
    const std::string path = folder.name("x");
    const bool done = message_of([&] { save(path, text, disk); }).empty();
    for (const std::string& image : disk.images(path, old)) {
      CAPTURE(calls);
      CAPTURE(image);
      CHECK((image == text || (image == old && !done)));
    }
    both += disk.images(path, old).size() == 2;
  }
  CHECK(both > 0);  // between rename and the fsync of the folder
}

}  // namespace atomic_file_crash_test
