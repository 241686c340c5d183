// bench_table.h: the rows of `make bench`: one line each on the screen and, when the environment
// variable HOLO_BENCH_JSON names a file, one JSON object each at its end. Both say which processor
// they are of.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/processor.h"
#include "holo/device.h"

namespace holo {

/// One measurement. `peer_value` is what another program needed, in the same unit, in the same run;
/// 0 without one. `better` says which of two values is the better one.
struct BenchRow {
  enum class Better { smaller, larger };
  std::string name;
  double value = 0;
  std::string unit;
  int threads = 1;
  std::string peer = "";
  double peer_value = 0;
  Better better = Better::smaller;

  /// > 1: ours is better. 0 without a peer.
  double ratio() const {
    if (peer_value == 0 || value == 0) return 0;
    return better == Better::smaller ? peer_value / value : value / peer_value;
  }
};

inline void print_bench_heading(const std::string& title) {
  const std::string level = cpu_level();
  fmt::print("\n{}\non {}{}\n{:<44} {:>10} {:<8} {:>7}  {:<28} {:>10} {:>7}\n", title, processor(),
             level.empty() ? "" : ", kernels for " + level, "", "ours", "", "threads", "beside",
             "theirs", "ratio");
}

inline void report(const BenchRow& row) {
  fmt::print("{:<44} {:>10.4g} {:<8} {:>7}", row.name, row.value, row.unit, row.threads);
  if (row.ratio() > 0) {
    fmt::print("  {:<28} {:>10.4g} {:>7.2f}", row.peer, row.peer_value, row.ratio());
  }
  fmt::print("\n");
  std::fflush(stdout);
  const char* const path = std::getenv("HOLO_BENCH_JSON");
  if (path == nullptr) return;
  if (std::FILE* const file = std::fopen(path, "a"); file != nullptr) {
    fmt::print(file,
               "{{\"name\": \"{}\", \"value\": {:.6g}, \"unit\": \"{}\", \"threads\": {}, "
               "\"peer\": \"{}\", \"peer_value\": {:.6g}, \"ratio\": {:.4g}, "
               "\"processor\": \"{}\"}}\n",
               row.name, row.value, row.unit, row.threads, row.peer, row.peer_value, row.ratio(),
               processor());
    std::fclose(file);
  }
}

}  // namespace holo
