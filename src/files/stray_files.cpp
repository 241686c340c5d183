// stray_files.cpp: names and locks of temporary files.
#include "files/stray_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <string_view>

namespace holo {
namespace {

constexpr int own_lock = LOCK_EX | LOCK_NB;

// Is it a name of temporary_name(), of any process?
bool is_temporary(const char* name, std::string_view target) {
  if (std::string_view(name).substr(0, target.size()) != target) return false;
  const char* const rest = name + target.size();
  unsigned process = 0, number = 0;
  const bool has_both = std::sscanf(rest, ".%u.%u.tmp", &process, &number) == 2;
  return has_both && rest == fmt::format(".{}.{}.tmp", process, number);
}

// Is this regular file still the one of that name? Another one may have removed or renamed it.
bool is_named(int descriptor, const char* path, FileCalls& calls) {
  struct stat here {
  }, there{};
  return calls.fstat(descriptor, &here) == 0 && ::lstat(path, &there) == 0 &&
         S_ISREG(here.st_mode) && here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

// While it is locked nobody else removes it, so that the name stays that of this file.
void remove_if_stray(const char* path, FileCalls& calls) {
  const int file = calls.open(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC, 0);
  if (file < 0) return;
  if (calls.flock(file, own_lock) == 0 && is_named(file, path, calls)) calls.unlink(path);
  calls.close(file);
}

}  // namespace

std::string temporary_name(const std::string& target) {
  static std::atomic<unsigned> counter{0};
  return fmt::format("{}.{}.{}.tmp", target, ::getpid(), counter++);
}

bool lock_temporary(int descriptor, FileCalls& calls) {
  int result = -1;
  do {
    result = calls.flock(descriptor, own_lock);
  } while (result != 0 && errno == EINTR);
  if (result != 0) return errno != EWOULDBLOCK;
  struct stat status {};
  if (calls.fstat(descriptor, &status) != 0) return false;
  errno = EWOULDBLOCK;
  return status.st_nlink > 0;
}

void remove_strays(const std::string& folder, const std::string& target, FileCalls& calls) {
  const auto close_folder = [](DIR* open_folder) { ::closedir(open_folder); };
  const std::unique_ptr<DIR, decltype(close_folder)> open_folder(::opendir(folder.c_str()),
                                                                 close_folder);
  if (open_folder == nullptr) return;
  const std::string start = target.substr(0, target.rfind('/') + 1);
  const std::string_view name = std::string_view(target).substr(start.size());
  while (const dirent* const entry = ::readdir(open_folder.get())) {
    if (is_temporary(entry->d_name, name)) {
      remove_if_stray((start + entry->d_name).c_str(), calls);
    }
  }
}

}  // namespace holo
