#include "exercises/support/confined_files.h"

#if defined(__linux__) && defined(__has_include) && __has_include(<linux/landlock.h>)
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <sstream>

#ifndef LANDLOCK_ACCESS_FS_TRUNCATE  // headers before Linux 6.2
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

namespace exercise {
namespace {

constexpr std::uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
// What a file can have; the rest are rights of a folder.
constexpr std::uint64_t of_files =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE;

// Everything that changes a file system, of what the kernel knows.
std::uint64_t writing() {
  // From LANDLOCK_ACCESS_FS_REMOVE_DIR to MAKE_SYM the rights are consecutive.
  std::uint64_t rights = LANDLOCK_ACCESS_FS_WRITE_FILE;
  for (std::uint64_t right = LANDLOCK_ACCESS_FS_REMOVE_DIR; right <= LANDLOCK_ACCESS_FS_MAKE_SYM;
       right <<= 1) {
    rights |= right;
  }
  if (landlock_version() >= 3) rights |= LANDLOCK_ACCESS_FS_TRUNCATE;
  return rights;
}

void allow_below(int rules, const char* path, std::uint64_t rights) {
  landlock_path_beneath_attr below = {};
  below.parent_fd = open(path, O_PATH | O_CLOEXEC);
  if (below.parent_fd < 0) return;
  struct stat what = {};
  const bool folder = fstat(below.parent_fd, &what) == 0 && S_ISDIR(what.st_mode);
  below.allowed_access = folder ? rights : rights & of_files;
  syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0);
  close(below.parent_fd);
}

}  // namespace

long landlock_version() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

bool confine_files(const std::string& folder, const std::string& readable) {
  if (landlock_version() < 1) return true;
  const std::uint64_t read = readable.empty() ? 0 : reading;
  landlock_ruleset_attr attributes = {};
  attributes.handled_access_fs = writing() | read;
  const int rules =
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  if (rules < 0) return false;
  if (!folder.empty()) {
    allow_below(rules, folder.c_str(), writing() | read);
    allow_below(rules, "/dev/null",
                LANDLOCK_ACCESS_FS_WRITE_FILE | (read & of_files));  // a compiler's
  }
  std::istringstream paths(readable);
  for (std::string path; std::getline(paths, path, ':');) {
    if (!path.empty()) allow_below(rules, path.c_str(), read);
  }
  const bool restricted = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return restricted;
}

}  // namespace exercise

#else

namespace exercise {
long landlock_version() { return 0; }
bool confine_files(const std::string&, const std::string&) { return true; }
}  // namespace exercise

#endif
