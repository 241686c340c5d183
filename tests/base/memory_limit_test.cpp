// memory_limit_test.cpp: the limits of the system are found, and the smallest of them counts, with
// its source.

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/system.h"
#include "helpers.h"

namespace memory_limit_test {
namespace {

using namespace holo;

// A folder in the place of /, so that no limit of this machine's control groups counts.
struct Root {
  TemporaryFolder folder;
  std::string path = folder.name("root");

  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(path + file).parent_path());
    std::ofstream(path + file) << text << "\n";
  }
  MemoryLimit limit() const { return memory_limit(path); }
};

#if defined(__linux__) && !HOLO_ADDRESS_SANITIZER && !HOLO_THREAD_SANITIZER  // they take terabytes
// Whether a process with half of its memory as ulimit -v finds this limit.
bool finds_ulimit(const Root& root) {
  const MemoryLimit before = root.limit();
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0) return false;
  limit.rlim_cur = static_cast<rlim_t>(before.bytes / 2);
  if (setrlimit(RLIMIT_AS, &limit) != 0) return false;
  const MemoryLimit found = root.limit();
  return found.source == "ulimit -v" && found.bytes == static_cast<double>(limit.rlim_cur);
}
#endif

}  // namespace

TEST_CASE("memory limit: without others, that of the machine") {
  const Root root;
  const MemoryLimit machine = root.limit();
  CHECK(machine.bytes > 0x1p20);
  CHECK(machine.bytes <= physical_memory());
  CHECK(memory_limit().bytes <= machine.bytes);
  rlimit space{};
  REQUIRE(getrlimit(RLIMIT_AS, &space) == 0);
  if (space.rlim_cur != RLIM_INFINITY) return;
  CHECK(machine.bytes == physical_memory());
  CHECK(machine.source == "physical memory");
}

#if defined(__linux__) && !HOLO_ADDRESS_SANITIZER && !HOLO_THREAD_SANITIZER
TEST_CASE("memory limit: that of ulimit -v") {
  const Root root;
  ChildProcess space([&] { return finds_ulimit(root) ? 0 : 1; });
  CHECK(space.wait() == 0);
}
#endif

#ifdef __linux__
TEST_CASE("memory limit: of control groups, and of the groups above") {
  const Root root;
  const MemoryLimit machine = root.limit();
  root.write("/proc/self/cgroup", "4:cpu,memory:/batch/job\n0::/a/b");
  root.write("/sys/fs/cgroup/a/b/memory.max", "max");
  CHECK(root.limit().bytes == machine.bytes);
  CHECK(root.limit().source == machine.source);
  root.write("/sys/fs/cgroup/a/memory.max", "1000000");
  CHECK(root.limit().bytes == 1e6);
  CHECK(root.limit().source == "/sys/fs/cgroup/a/memory.max");
  root.write("/sys/fs/cgroup/a/b/memory.max", "2000000");  // more than the group above has
  CHECK(root.limit().bytes == 1e6);
  root.write("/sys/fs/cgroup/memory.max", "6000");  // what a container sees as /
  CHECK(root.limit().source == "/sys/fs/cgroup/memory.max");
  root.write("/proc/self/cgroup", "nonsense\n:\n");
  CHECK(root.limit().bytes == machine.bytes);
  root.write("/proc/self/cgroup", "nonsense\n0::/\n");
  CHECK(root.limit().bytes == 6e3);
}

#endif

}  // namespace memory_limit_test
