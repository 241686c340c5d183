// file_limit_test.cpp: a file that would grow beyond the limit of the process (ulimit -f) is an
// error like a full disk, in a program that ignores SIGXFSZ.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>

#include <string>

#include "child_process.h"
#include "files/atomic_file_save.h"
#include "files/safetensors_files.h"

namespace file_limit_test {

TEST_CASE("atomic file: the limit of the file size is an error with a hint, and leaves nothing") {
  const safetensors_files::Folder folder;
  const std::string path = folder.write("x", "old");
  ChildProcess child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {4096, 4096};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    const std::string message =
        safetensors_files::message_of([&] { save(path, std::string(10000, 'n')); });
    const std::string wanted =
        path +
        ": cannot write: File too large; expected a file that can be written. Try: a higher limit "
        "of the file size, ulimit -f, or another file system";
    return message == wanted ? 0 : 2;
  });
  CHECK(child.wait() == 0);
  CHECK(folder.read("x") == "old");
  CHECK(folder.count() == 1);
}

}  // namespace file_limit_test
