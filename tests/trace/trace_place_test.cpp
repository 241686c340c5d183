// Where a log may be written: a name that is free, an empty file, or a log that is replaced. Any
// other file stays as it is, whatever it mentions and however large it is, for the command `save`
// of the stepper as for --trace.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <filesystem>
#include <string>

#include "child_process.h"
#include "holo/check.h"
#include "holo/data.h"
#include "holo/trace.h"
#include "holo/value.h"
#include "message_of.h"
#include "temporary_folder.h"
#include "trace/ask_stepper.h"

namespace trace_place_test {

using namespace holo;

namespace {

TraceLog small_log() {
  TraceLog log;
  const Trace trace(log, {.places = false});
  const Value x(3.0, "x");
  return log;
}

const char* const no_trace =
    "exists and is not a trace; expected a name that is free, or a trace, which is replaced";

// Refused, and as it was.
void refuses(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
  CAPTURE(text);
  const std::string path = folder.write(name, text);
  CHECK(contains(message_of([&] { save_trace(small_log(), path); }), path + ": " + no_trace));
  CHECK(folder.read(name) == text);
}

std::size_t most_memory() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;  // of Linux; macOS counts bytes
}

}  // namespace

TEST_CASE("trace place: a log is replaced, and so is an empty file") {
  const TemporaryFolder folder;
  for (const char* const name : {"log.json", "log.html", "log.txt"}) {
    CAPTURE(name);
    folder.write(name, "");
    save_trace(small_log(), folder.name(name));
    const std::string first = folder.read(name);
    CHECK(!first.empty());
    TraceLog other = small_log();
    other.program = "another";
    other.cut = "early";
    save_trace(other, folder.name(name));
    CHECK(folder.read(name) != first);
  }
  folder.write("old.json", "{\"format\":\"hologradient-trace/1\",\n\"program\":\"\"}");
  save_trace(small_log(), folder.name("old.json"));
  CHECK(load_trace(folder.name("old.json")).events.size() == 1);
}

TEST_CASE("trace place: what only mentions the format is no trace") {
  const TemporaryFolder folder;
  refuses(folder, "notes.txt", "to be kept\n");
  refuses(folder, "notes.txt", "hologradient-trace/2 is the format\n");
  refuses(folder, "notes.txt", "hologradient-trace/\n");
  refuses(folder, "data.json", "{\"of\":\"hologradient-trace/2\"}");
  refuses(folder, "data.json", "{\"format\":\"hologradient-trace/x\",\n");
  refuses(folder, "data.json", "{\"format\":\"another-trace/2\",\n");
  refuses(folder, "data.json", std::string(5000, ' ') + "{\"format\":\"hologradient-trace/2\",\n");
  refuses(folder, "page.html", "<!doctype html>\n<p>hologradient-trace/2\n");
  refuses(folder, "page.html",
          "<!doctype html>\n<title>Notes</title>\n"
          "<meta name=\"generator\" content=\"hologradient-trace/2\">\n");
  refuses(folder, "page.html",
          "notes\n<meta name=\"generator\" content=\"hologradient-trace/2\">\n");
  refuses(folder, "trace.schema.json", read_file("docs/trace.schema.json"));
}

TEST_CASE("trace place: of a large file only the beginning is read") {
  const TemporaryFolder folder;
  const std::string path = folder.write("large.json", "{");
  constexpr std::uintmax_t bytes = std::uintmax_t{256} << 20;
  std::error_code problem;
  std::filesystem::resize_file(path, bytes, problem);  // a hole takes no room
  REQUIRE(!problem);
  ChildProcess child([&] {
    const std::size_t before = most_memory();
    const std::string message = message_of([&] { save_trace(small_log(), path); });
    if (!contains(message, no_trace)) return 1;
    return most_memory() - before < (std::size_t{64} << 20) ? 0 : 2;
  });
  CHECK(child.wait() == 0);
  CHECK(std::filesystem::file_size(path) == bytes);
}

TEST_CASE("trace place: save of the stepper asks as --trace does") {
  const TemporaryFolder folder;
  const std::string notes = folder.write("notes.txt", "mine\n"), page = folder.name("page.html");
  const std::string text =
      session(small_log(), "save " + notes + "\nsave " + page + "\nsave " + page + "\nq\n",
              {.save = save_trace});
  CHECK(contains(text, notes + ": " + no_trace));
  CHECK(folder.read("notes.txt") == "mine\n");
  CHECK(contains(text, "> save " + page + "\nwrote " + page + "\n> save " + page + "\nwrote "));
}

}  // namespace trace_place_test
