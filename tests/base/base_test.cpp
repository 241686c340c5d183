// base_test.cpp: what everything else stands on: the message of an error has its four parts, in one
// line that ends, however long the parts are and whatever bytes are in them; the published values
// of FNV-1a; the limits of the memory of the system are found, and the smallest of them counts.
// Numbers have a point, read and written, in a program that has taken over the locale of its user,
// as programs with windows do: HOLO_COMMA names a locale with a comma, and locale_test.sh finds
// one.
#include <doctest/doctest.h>

#include <sys/resource.h>
#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <locale>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/hash.h"
#include "base/parse_number.h"
#include "base/system.h"
#include "base/words.h"
#include "files/json_reader.h"
#include "helpers.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/nn/gpt_options.h"
#include "holo/scope.h"
#include "holo/tensor_print.h"

namespace base_test {

using namespace holo;

// ---- errors ----

namespace {

std::string message_of(const std::string& where, const std::string& found,
                       const std::string& expected, const std::string& hint = "") {
  return Error(where, found, expected, hint).what();
}

}  // namespace

TEST_CASE("error: the message is where, found, expected and a hint") {
  CHECK(message_of("--lr", "-1", "0 or more") == "--lr: -1; expected 0 or more");
  CHECK(message_of("--lr", "-1", "0 or more", "--lr 0.1") ==
        "--lr: -1; expected 0 or more. Try: --lr 0.1");
  CHECK_THROWS_AS(throw holo::UsageError("a", "b", "c"), Error);
}

TEST_CASE("error: what ends a message, breaks its line or turns its text is written out") {
  using namespace std::string_literals;
  CHECK(message_of("a\0b"s, "\0"s, "c\0"s, "\0d"s) ==
        "a\\x00b: \\x00; expected c\\x00. Try: \\x00d");
  CHECK(message_of("a\nb", "\x1b[2J\u009b", "\u202d\u2069", "\u202e\ufeff") ==
        "a\\nb: \\x1b[2J\\u009b; expected \\u202d\\u2069. Try: \\u202e\\ufeff");
  CHECK(message_of("\xff", "\xed\xa0\x80", "שלום é\u200f") ==
        "\\xff: \\xed\\xa0\\x80; expected שלום é\u200f");
  CHECK(Error("a\n", "b", "c").where() == "a\n");  // a part is as it was
}

TEST_CASE("error: of a long part the first half of what is shown at most, and its size") {
  const std::string most(2000, 'x'), more(2001, 'y');
  CHECK(message_of("w", most, most) == "w: " + most + "; expected " + most);
  const std::string cut = std::string(1000, 'y') + "... (2001 bytes)";
  CHECK(message_of("w", more, more) == "w: " + cut + "; expected " + cut);
  const std::string name(1000, 'n'), long_name(1001, 'm');
  CHECK(message_of(name, "f", "e", name) == name + ": f; expected e. Try: " + name);
  const std::string cut_name = std::string(500, 'm') + "... (1001 bytes)";
  CHECK(message_of(long_name, "f", "e", long_name) ==
        cut_name + ": f; expected e. Try: " + cut_name);

  const Error error(long_name, more, std::string(1 << 20, 'z'), more);
  CHECK(error.found() == more);  // the parts are whole
  CHECK(error.expected().size() == 1 << 20);
  CHECK(std::string(error.what()).size() < 5000);
}

TEST_CASE("error: a long part is not cut within a character") {
  const std::string e = "\xC3\xA9", smile = "\xF0\x9F\x98\x80";  // 2 and 4 bytes in UTF-8
  std::string text = std::string(999, 'x') + e;
  while (text.size() <= 2000) text += e;
  CHECK(message_of("w", text, "e") == "w: " + std::string(999, 'x') + "... (" +
                                          std::to_string(text.size()) + " bytes); expected e");
  for (std::size_t before = 96; before <= 100; ++before) {
    const std::string word = std::string(before, 'x') + smile + std::string(200, 'y');
    const std::string end = "... (" + std::to_string(word.size()) + " bytes)";
    CHECK(holo::shortened(word) ==
          (before == 96 ? word.substr(0, 100) : std::string(before, 'x')) + end);
  }
}

// A text that ends before the scope is refused when the program is compiled.
static_assert(!std::is_constructible_v<holo::Scope, std::string>);
static_assert(std::is_constructible_v<holo::Scope, const std::string&>);
static_assert(std::is_constructible_v<holo::Scope, const char*>);
static_assert(std::is_constructible_v<holo::Scope, std::string_view>);

TEST_CASE("scope: an exception ends it") {
  const std::string name = "layer" + std::to_string(3);
  const holo::Scope outer(name);
  try {
    const holo::Scope inner("inner");
    CHECK(holo::Scope::innermost()->path() == "layer3.inner");
    throw std::runtime_error("out of the scope");
  } catch (const std::runtime_error&) {
  }
  CHECK(holo::Scope::innermost()->path() == "layer3");
}

TEST_CASE("scope: a module adds to the scope of another one what its own name has besides") {
  const Scope block(FullName{"blocks.0"});
  const Scope part("part");
  const auto path_of = [](std::string_view name) {
    const Scope module(FullName{name});
    return Scope::innermost()->path();
  };
  CHECK(path_of("blocks.0.norm") == "blocks.0.part.norm");
  CHECK(path_of("blocks.0") == "blocks.0.part");
  CHECK(path_of("blocks.01") == "blocks.0.part.blocks.01");
  CHECK(path_of("head") == "blocks.0.part.head");
}

// ---- names that were meant ----

TEST_CASE("nearest: the name that was meant, or none") {
  const std::vector<std::string> names = {"seed", "steps", "step", "validation"};
  const std::pair<const char*, const char*> rows[] = {
      {"sede", "seed"}, {"seeed", "seed"},  {"stepp", "steps"},
      {"see", "seed"},  {"stpes", "steps"}, {"vlaidatoin", "validation"},
      {"data", ""},     {"s", ""},          {"ion", ""},
      {"", ""},
  };
  for (const auto& row : rows) {
    CAPTURE(row.first);
    CHECK(nearest(row.first, names) == row.second);
  }
  CHECK(nearest(std::string(101, 'a'), {std::string(101, 'a')}).empty());
}

// ---- checksums ----

namespace {

std::uint64_t hash_of(std::string_view bytes) {
  holo::Fnv1a hash;
  hash.add(bytes);
  return hash.value();
}

}  // namespace

TEST_CASE("hash: the published values") {
  // Source: Landon Curt Noll, test_fnv.c, fnv1a_64.
  const std::pair<std::string_view, std::uint64_t> published[] = {{"", 0xcbf29ce484222325},
                                                                  {"a", 0xaf63dc4c8601ec8c},
                                                                  {"b", 0xaf63df4c8601f1a5},
                                                                  {"foobar", 0x85944171f73967e8},
                                                                  {{"\0", 1}, 0xaf63bd4c8601b7df}};
  for (const auto& [bytes, value] : published) CHECK(hash_of(bytes) == value);
  // A byte from 0x80 on counts as such, not as a negative number.
  CHECK(hash_of("\xFF") == (0xcbf29ce484222325 ^ 0xFF) * 0x100000001b3);
}

TEST_CASE("hash: pieces give what the whole gives") {
  const std::string text = "the bytes of a file, in pieces";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    holo::Fnv1a hash;
    hash.add(std::string_view(text).substr(0, cut));
    hash.add({});
    hash.add(std::string_view(text).substr(cut));
    CHECK(hash.value() == hash_of(text));
  }
}

TEST_CASE("hash: 16 digits") {
  holo::Fnv1a hash;
  CHECK(hash.hex() == "cbf29ce484222325");
  hash.add("foobar");
  CHECK(hash.hex() == "85944171f73967e8");
}

// ---- limits of memory ----

namespace {

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

// ---- numbers and locales ----

namespace {

// For C and for C++, while it lives.
class UserLocale {
 public:
  explicit UserLocale(const char* name)
      : c_before_(std::setlocale(LC_ALL, nullptr)),
        before_(std::locale::global(std::locale(name))) {
    std::setlocale(LC_ALL, name);
  }
  ~UserLocale() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, c_before_.c_str());
  }
  UserLocale(const UserLocale&) = delete;
  UserLocale& operator=(const UserLocale&) = delete;

 private:
  std::string c_before_;
  std::locale before_;
};

}  // namespace

TEST_CASE("locale: numbers have a point where those of the user have a comma") {
  const char* const name = std::getenv("HOLO_COMMA");
  const UserLocale comma(name == nullptr ? "C" : name);
  if (name != nullptr) CHECK(std::localeconv()->decimal_point == std::string(","));

  GPTOptions options = microgpt_options(27);
  options.norm_epsilon = 0.0625;
  options.n_embd = 1024;
  const GPTOptions read = gpt_options_from_text(gpt_options_to_text(options), "a file");
  CHECK(read.norm_epsilon == 0.0625);
  CHECK(read.n_embd == 1024);

  CHECK(JsonReader("1.5e-3", "a file", "the text").number() == 0.0015);
  CHECK(contains(to_string(tensor({1.5, 1000.25})), "([   1.5 , 1000.25], shape=[2]"));
  CHECK(parse_number("-1.5e3") == -1500);
}

TEST_CASE("locale: a number is the whole text, with a point") {
  CHECK(parse_number("-1.5e3") == -1500);
  CHECK(parse_number("5e-324") == 5e-324);
  CHECK(parse_number("1e-400") == 0);
  for (const char* const text :
       {"", "-", ".", "1,5", "1.5 ", " 1", "+1", "1e", "0x10", "inf", "nan", "1e400"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number(text));
  }
}

}  // namespace base_test
