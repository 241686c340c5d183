// symbols.cpp: reads the symbol table of the running program once, from its ELF file on Linux. On
// other systems kernels have no names, and shared memory is not poisoned.
#include <string>

#include "emulator/launch.h"

#ifdef __linux__

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <vector>

#include "emulator/memory.h"

namespace emulator {
namespace {

struct Shared {
  void* begin;
  std::size_t bytes;
};
struct Symbols {
  std::map<std::uintptr_t, std::string> functions;
  std::vector<Shared> shared;
};

// How far the program's addresses are from the addresses in its file.
std::uintptr_t distance() {
  std::uintptr_t address = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* program, std::size_t, void* result) {
        *static_cast<std::uintptr_t*>(result) = program->dlpi_addr;
        return 1;  // the first is the program itself
      },
      &address);
  return address;
}

void add_symbols(Symbols& symbols, const std::string& file, const Elf64_Shdr& table,
                 const Elf64_Shdr& names) {
  const std::uintptr_t moved = distance();
  for (std::size_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
    Elf64_Sym symbol;
    std::memcpy(&symbol, file.data() + table.sh_offset + i * sizeof symbol, sizeof symbol);
    const std::uintptr_t address = moved + symbol.st_value;
    const int type = ELF64_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_OBJECT)) continue;
    const std::string name = file.c_str() + names.sh_offset + symbol.st_name;
    if (type == STT_FUNC) {
      symbols.functions[address] = name;
    } else if (name.starts_with("_ZZ") && name.ends_with("B6shared")) {  // the tag
      symbols.shared.push_back({reinterpret_cast<void*>(address), symbol.st_size});
    }
  }
}

Symbols read_symbols() {
  Symbols symbols;
  std::ifstream stream("/proc/self/exe", std::ios::binary | std::ios::ate);
  std::string file(stream ? static_cast<std::size_t>(stream.tellg()) : 0, '\0');
  stream.seekg(0).read(file.data(), static_cast<std::streamsize>(file.size()));
  Elf64_Ehdr header;
  if (file.size() < sizeof header) return symbols;
  std::memcpy(&header, file.data(), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_shoff == 0) {
    return symbols;
  }
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  std::memcpy(sections.data(), file.data() + header.e_shoff, sections.size() * sizeof(Elf64_Shdr));
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type == SHT_SYMTAB) {
      add_symbols(symbols, file, section, sections[section.sh_link]);
    }
  }
  return symbols;
}

const Symbols& symbols() {
  static const Symbols& read = *new Symbols(read_symbols());
  return read;
}

std::string without(std::string text, const std::string& part) {
  for (std::size_t at; (at = text.find(part)) != std::string::npos;) text.erase(at, part.size());
  return text;
}

}  // namespace

std::string name_of_kernel(const void* kernel) {
  const auto found = symbols().functions.find(reinterpret_cast<std::uintptr_t>(kernel));
  if (found == symbols().functions.end()) return "a kernel";
  char* const plain = abi::__cxa_demangle(found->second.c_str(), nullptr, nullptr, nullptr);
  std::string name = without(plain != nullptr ? plain : found->second, "(anonymous namespace)::");
  std::free(plain);
  const bool returns_void = name.starts_with("void ");  // true for templates
  return name.substr(returns_void ? 5 : 0, name.find('(') - (returns_void ? 5 : 0));
}

void poison_shared_variables() {
  for (const Shared& variable : symbols().shared) poison(variable.begin, variable.bytes);
}

}  // namespace emulator

#else

namespace emulator {

std::string name_of_kernel(const void*) { return "a kernel"; }
void poison_shared_variables() {}

}  // namespace emulator

#endif
