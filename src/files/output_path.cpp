// output_path.cpp: follows links, and looks at what is there.
#include "files/output_path.h"

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>

#include "base/regular_file.h"
#include "holo/check.h"

namespace holo {
namespace {

// With its '/', "" for a name alone.
std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

[[noreturn]] void fail_loop(const std::string& path) {
  throw Error(path, "is a link that leads back to itself", writable, "remove the link");
}

// The file that a link names in the end, whether it is there or not. Links of folders on the way
// are left to the system.
std::string behind_links(const std::string& path) {
  constexpr int most_links = 40;  // as Linux follows
  std::array<char, PATH_MAX> bytes;
  std::string target = path;
  for (int links = 0; links <= most_links; ++links) {
    const ssize_t length = ::readlink(target.c_str(), bytes.data(), bytes.size());
    if (length <= 0) return target;
    const std::string_view next(bytes.data(), static_cast<std::size_t>(length));
    target = next.front() == '/' ? std::string(next) : folder_of(target).append(next);
  }
  fail_loop(path);
}

void check_replaceable(const std::string& path, const struct stat& status) {
  if (S_ISDIR(status.st_mode)) throw Error(path, "is a directory", writable);
  if (!S_ISREG(status.st_mode)) {
    throw Error(path, "is not a regular file", "a regular file, or a name that is free");
  }
  // A rename asks for the folder alone, and root may do all: the bits say what is meant.
  if ((status.st_mode & 0222) == 0 || ::access(path.c_str(), W_OK) != 0) {
    throw Error(path, "is read-only", writable, "another name, or chmod u+w");
  }
}

}  // namespace

const char* output_hint(int error) {
  if (error == ENOSPC || error == EDQUOT) return "free some space, or write to another disk";
  if (error == EFBIG) return "a higher limit of the file size, ulimit -f, or another file system";
  if (error == ENOENT || error == ENOTDIR) return "make its folder first";
  if (error == EACCES || error == EPERM || error == EROFS) return "a folder that you may write to";
  return "";
}

OutputPath output_path(const std::string& path) {
  if (path.empty()) throw Error(shown_path(path), "is not a file name", writable);
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (!exists && errno == ELOOP) fail_loop(path);
  if (exists) check_replaceable(path, status);
  OutputPath output;
  output.target = behind_links(path);
  output.folder = folder_of(output.target);
  if (output.folder.empty()) output.folder = ".";
  output.mode = exists ? status.st_mode & 0777 : 0666;
  return output;
}

}  // namespace holo
