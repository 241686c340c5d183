// bench_table.h: the rows of `make bench`: one line each on the screen and, when the environment
// variable HOLO_BENCH_JSON names a file, one JSON object each at its end. Both say which processor
// or GPU they are of, and how exact its products of matrices are. And a stopwatch.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <istream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "backend/backend.h"
#include "holo/device.h"
#include "holo/shape.h"
#include "holo/threads.h"

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
  bool of_tensors = true;  ///< else of Values, which are doubles on the CPU

  /// > 1: ours is better. 0 without a peer.
  double ratio() const {
    if (peer_value == 0 || value == 0) return 0;
    return better == Better::smaller ? peer_value / value : value / peer_value;
  }
};

/// "AMD EPYC, family 25 model 17" from the text of /proc/cpuinfo: the first of its lines with these
/// names. Without them "unknown processor".
inline std::string processor_of(std::istream& cpuinfo) {
  std::map<std::string, std::string> fields;  // of the first core
  for (std::string line; std::getline(cpuinfo, line) && !line.empty();) {
    const std::size_t colon = line.find(':'), name_end = line.find_last_not_of(" \t", colon - 1);
    if (colon == std::string::npos || name_end >= colon || colon + 2 > line.size()) continue;
    fields[line.substr(0, name_end + 1)] = line.substr(colon + 2);
  }
  if (fields["model name"].empty()) return "unknown processor";
  return fmt::format("{}, family {} model {}", fields["model name"], fields["cpu family"],
                     fields["model"]);
}

inline std::string processor() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  return processor_of(cpuinfo);
}

/// Where the tensors of a bench are computed: a processor, or a GPU by its name.
inline std::string bench_machine() {
  const Device device = default_device();
  return in_host_memory(device) ? processor() : backend_of(device).memory_limit().source;
}

/// The numbers of threads to be tried: one and all. A GPU has no other number.
inline std::vector<int> bench_thread_counts() {
  const int all = num_threads();
  if (all == 1 || !in_host_memory(default_device())) return {all};
  return {1, all};
}

/// The precisions to be tried: those that the default device has.
inline std::vector<MatmulPrecision> bench_precisions() {
  using enum MatmulPrecision;
  const bool one = in_host_memory(default_device()) || sizeof(real) == sizeof(double);
  return one ? std::vector{fp32} : std::vector{fp32, tf32, bf16};
}

/// "fp32", "tf32", "bf16" or "fp64".
inline std::string precision_of(const BenchRow& row) {
  if (!row.of_tensors || sizeof(real) == sizeof(double)) return "fp64";
  return matmul_precision_name(matmul_precision());
}

inline void print_bench_heading(const std::string& title) {
  fmt::print("\n{}\non {}\n{:<44} {:>10} {:<8} {:>7}  {:<28} {:>10} {:>7}\n", title,
             bench_machine(), "", "ours", "", in_host_memory(default_device()) ? "threads" : "bits",
             "beside", "theirs", "ratio");
}

inline void report(const BenchRow& row) {
  const Device device = row.of_tensors ? default_device() : Device::cpu;
  fmt::print("{:<44} {:>10.4g} {:<8} {:>7}", row.name, row.value, row.unit,
             in_host_memory(device) ? std::to_string(row.threads) : precision_of(row));
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
               "\"device\": \"{}\", \"precision\": \"{}\", \"processor\": \"{}\"}}\n",
               row.name, row.value, row.unit, row.threads, row.peer, row.peer_value, row.ratio(),
               device_name(device), precision_of(row), bench_machine());
    std::fclose(file);
  }
}

// ---- the stopwatch: these machines are shared, so the best round says what the code needs, the
// median what one gets ----

/// HOLO_BENCH_QUICK=1 (make bench QUICK=1): a bench only shows that it works, at tiny sizes and
/// with one round each; its times say nothing. So each runs in a test, on the emulator too.
inline bool is_quick() {
  static const bool quick = [] {
    const char* const text = std::getenv("HOLO_BENCH_QUICK");
    return text != nullptr && std::string_view(text) == "1";
  }();
  return quick;
}

/// `size`, or `tiny` when that is smaller and the bench is quick.
inline Index quick_size(Index size, Index tiny) { return is_quick() ? std::min(size, tiny) : size; }

struct Times {
  double best, median;  ///< seconds of one call
};

template <class F>
Times time_rounds(int rounds, F&& call) {
  Backend& device = backend_of(default_device());  // may still be at work when a call returns
  std::vector<double> seconds;
  for (int i = 0; i < (is_quick() ? 1 : rounds); ++i) {
    const auto start = std::chrono::steady_clock::now();
    call();
    device.synchronize();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    seconds.push_back(time.count());
  }
  std::sort(seconds.begin(), seconds.end());
  return {seconds.front(), seconds[seconds.size() / 2]};
}

/// Seconds of one call, the best of many rounds. A short one is called often for each reading of
/// the clock, one of more than 5 seconds once.
inline double best_seconds(const std::function<void()>& call) {
  double once = time_rounds(1, call).best;
  if (once > 5 || is_quick()) return once;
  once = time_rounds(3, call).best;
  const int inner = static_cast<int>(std::clamp(3e-4 / once, 1.0, 1e5));
  const int rounds = static_cast<int>(std::clamp(0.2 / (once * inner), 5.0, 100.0));
  const Times times = time_rounds(rounds, [&] {
    for (int i = 0; i < inner; ++i) call();
  });
  return times.best / inner;
}

}  // namespace holo
