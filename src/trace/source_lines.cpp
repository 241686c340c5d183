// source_lines.cpp: asks addr2line for the lines of addresses. A port to another system has its own
// version of the two functions; the ones at the end, for a system without glibc, find nothing.
#include "trace/writer.h"

#if defined(__GLIBC__)
#include <execinfo.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

namespace holo {
namespace {

constexpr std::size_t deepest = 48;  // the most frames of a stack

// True for a system library or header.
bool is_of_system(std::string_view path) {
  return path.starts_with("/usr/") || path.starts_with("/lib");
}

// An address in memory minus the address in the program's file.
std::uintptr_t shift_of_program() {
  std::uintptr_t shift = 0;
  const auto first = [](dl_phdr_info* program, std::size_t, void* to) {
    *static_cast<std::uintptr_t*>(to) = program->dlpi_addr;
    return 1;  // the program is the first file; ends here
  };
  dl_iterate_phdr(first, &shift);
  return shift;
}

std::string in_quotes_of_shell(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// The lines of each address: the innermost inlined function first, the enclosing function last.
using Lines = std::map<std::uintptr_t, std::vector<TracePlace>>;

// Reads one line of addr2line: "0x0000000000001234" begins the lines of an address, "FILE:LINE" or
// "FILE:LINE (discriminator 2)" is one of these, and "??:0" is an unknown line.
void read_line(std::string_view line, std::uintptr_t& address, std::uintptr_t shift, Lines& lines) {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  if (line.starts_with("0x")) {
    address =
        static_cast<std::uintptr_t>(std::strtoull(std::string(line).c_str(), nullptr, 16)) + shift;
    return;
  }
  line = line.substr(0, line.find(" (discriminator"));
  const std::size_t colon = line.rfind(':');
  if (colon == line.npos || line.starts_with("??")) return;
  const int number = std::atoi(std::string(line.substr(colon + 1)).c_str());
  if (number <= 0) return;
  const std::filesystem::path source(line.substr(0, colon));  // it may be "/home/me/./src/a.cpp"
  lines[address].push_back({source.lexically_normal().string(), number});
}

// Asks for the lines of addresses; those outside the program's file have none. A command line has a
// limit, so addr2line reads the addresses from a file.
Lines lines_of(const std::set<std::uintptr_t>& addresses) {
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  const std::uintptr_t shift = shift_of_program();
  const File wanted(std::tmpfile(), std::fclose);
  if (wanted == nullptr) return {};
  for (const std::uintptr_t address : addresses) {
    std::fputs(fmt::format("0x{:x}\n", address - shift).c_str(), wanted.get());
  }
  std::fflush(wanted.get());
  std::error_code none;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe", none).string();
  const std::string command = fmt::format("addr2line -i -a -e {} < /dev/fd/{} 2>/dev/null",
                                          in_quotes_of_shell(program), ::fileno(wanted.get()));
  const File pipe(::popen(command.c_str(), "r"), ::pclose);
  Lines lines;
  std::uintptr_t address = 0;
  std::array<char, 8192> line{};
  while (pipe != nullptr && std::fgets(line.data(), line.size(), pipe.get()) != nullptr) {
    read_line(line.data(), address, shift, lines);
  }
  return lines;
}

// The folder "/home/me/hologradient/src/", or "" if the library does not know its own lines.
std::string folder_of_library(const Lines& lines, std::uintptr_t own) {
  const auto found = lines.find(own);
  if (found == lines.end()) return "";
  const std::string& file = found->second.back().file;
  constexpr std::string_view here = "trace/source_lines.cpp";
  static_assert(std::string_view(__FILE__).ends_with(here));
  return file.ends_with(here) ? file.substr(0, file.size() - here.size()) : "";
}

bool is_of_user(const std::string& file, const std::string& library) {
  const bool header = file.starts_with("include/holo/") || file.find("/include/holo/") != file.npos;
  return !header && !is_of_system(file) && (library.empty() || !file.starts_with(library));
}

// Removes the working folder from a path, so that the text does not depend on that folder.
TracePlace shown(TracePlace place) {
  std::error_code none;
  const std::string here = std::filesystem::current_path(none).string() + "/";
  if (!none && place.file.starts_with(here)) place.file.erase(0, here.size());
  return place;
}

}  // namespace

// Subtracts 1 from each return address, because it lies after the call and may belong to the next
// line.
[[gnu::noinline]] std::vector<const void*> call_stack() {
  std::array<void*, deepest> frames{};
  const int count = ::backtrace(frames.data(), static_cast<int>(deepest));
  std::vector<const void*> stack;
  for (int i = 1; i < count; ++i) {
    stack.push_back(static_cast<const char*>(frames[static_cast<std::size_t>(i)]) - 1);
  }
  return stack;
}

std::vector<TracePlace> places_of(std::span<const std::vector<const void*>> stacks) {
  const auto number = [](const void* address) { return reinterpret_cast<std::uintptr_t>(address); };
  const std::uintptr_t own = reinterpret_cast<std::uintptr_t>(&call_stack) + 1;
  std::set<std::uintptr_t> wanted{own};
  for (const auto& stack : stacks) {
    for (const void* const address : stack) wanted.insert(number(address));
  }
  const Lines lines = stacks.empty() ? Lines() : lines_of(wanted);
  const std::string library = folder_of_library(lines, own);
  std::vector<TracePlace> places(stacks.size());
  for (std::size_t i = 0; i < stacks.size(); ++i) {
    for (const void* const address : stacks[i]) {
      const auto found = lines.find(number(address));
      if (found == lines.end()) continue;
      for (const TracePlace& place : found->second) {
        if (places[i].line == 0 && is_of_user(place.file, library)) places[i] = shown(place);
      }
      if (places[i].line != 0) break;
    }
  }
  return places;
}

}  // namespace holo

#else

namespace holo {

std::vector<const void*> call_stack() { return {}; }

std::vector<TracePlace> places_of(std::span<const std::vector<const void*>> stacks) {
  return std::vector<TracePlace>(stacks.size());
}

}  // namespace holo

#endif
