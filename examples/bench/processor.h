// processor.h: which kind of processor a bench runs on: figures of one family say little about
// another.
#pragma once

#include <array>
#include <fstream>
#include <istream>
#include <map>
#include <string>

namespace holo {

/// "AMD Zen 4" for a processor of this `family` and these models, as /proc/cpuinfo counts them.
struct Microarchitecture {
  const char* vendor;
  int family, first_model, last_model;
  const char* name;
};

/// Of AMD as Linux tells them apart (arch/x86/kernel/cpu/amd.c), of Intel as in its
/// arch/x86/include/asm/intel-family.h.
inline constexpr std::array<Microarchitecture, 19> microarchitectures = {{
    {"AuthenticAMD", 23, 0x00, 0x2f, "AMD Zen"},
    {"AuthenticAMD", 23, 0x30, 0xff, "AMD Zen 2"},
    {"AuthenticAMD", 25, 0x00, 0x0f, "AMD Zen 3"},
    {"AuthenticAMD", 25, 0x10, 0x1f, "AMD Zen 4"},
    {"AuthenticAMD", 25, 0x20, 0x5f, "AMD Zen 3"},
    {"AuthenticAMD", 25, 0x60, 0xaf, "AMD Zen 4"},
    {"AuthenticAMD", 26, 0x00, 0x4f, "AMD Zen 5"},
    {"AuthenticAMD", 26, 0x60, 0x7f, "AMD Zen 5"},
    {"GenuineIntel", 6, 63, 63, "Intel Haswell"},
    {"GenuineIntel", 6, 79, 79, "Intel Broadwell"},
    {"GenuineIntel", 6, 85, 85, "Intel Skylake or Cascade Lake"},
    {"GenuineIntel", 6, 106, 106, "Intel Ice Lake"},
    {"GenuineIntel", 6, 108, 108, "Intel Ice Lake"},
    {"GenuineIntel", 6, 143, 143, "Intel Sapphire Rapids"},
    {"GenuineIntel", 6, 151, 151, "Intel Alder Lake"},
    {"GenuineIntel", 6, 154, 154, "Intel Alder Lake"},
    {"GenuineIntel", 6, 173, 173, "Intel Granite Rapids"},
    {"GenuineIntel", 6, 183, 183, "Intel Raptor Lake"},
    {"GenuineIntel", 6, 207, 207, "Intel Emerald Rapids"},
}};

/// "AMD Zen 4 (AMD EPYC)" from the text of /proc/cpuinfo. One that is not in the table is named by
/// its numbers, one without numbers "unknown processor".
inline std::string processor_of(std::istream& cpuinfo) {
  std::map<std::string, std::string> fields;  // of the first core
  for (std::string line; std::getline(cpuinfo, line) && !line.empty();) {
    const std::size_t colon = line.find(':'), name_end = line.find_last_not_of(" \t", colon - 1);
    if (colon == std::string::npos || name_end >= colon) continue;
    const std::size_t value = line.find_first_not_of(" \t", colon + 1);
    fields[line.substr(0, name_end + 1)] = value == std::string::npos ? "" : line.substr(value);
  }
  const std::string vendor = fields["vendor_id"], family = fields["cpu family"];
  const std::string model = fields["model"];
  const bool is_number =
      model.size() < 10 && model.find_first_not_of("0123456789") == std::string::npos;
  if (vendor.empty() || family.empty() || model.empty() || !is_number) return "unknown processor";
  std::string kind = vendor + " family " + family + " model " + model;
  for (const Microarchitecture& m : microarchitectures) {
    if (vendor != m.vendor || family != std::to_string(m.family)) continue;
    const int number = std::stoi(model);
    if (m.first_model <= number && number <= m.last_model) kind = m.name;
  }
  return kind + " (" + fields["model name"] + ")";
}

inline std::string processor() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  return processor_of(cpuinfo);
}

}  // namespace holo
