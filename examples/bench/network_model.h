// network_model.h: how long a step of data-parallel training takes on N processes, computed from
// what a process needs alone and from three numbers of a network. The exchange is that of
// src/parallel/mpi.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "holo/shape.h"

namespace holo {

struct Network {
  double bytes_per_second;  ///< out of a process, and as many into it at the same time
  double latency;           ///< seconds that a message is under way, whatever its length
  double overhead;          ///< seconds of work of a process for each message that it sends
};

/// Gradients that are exchanged together.
struct BucketTime {
  double bytes;
  double ready;  ///< seconds from the start of a forward pass until all of them are computed
};

/// What a process needs alone, in seconds.
struct ProcessTimes {
  std::vector<BucketTime> buckets;  ///< in the order in which they are ready
  double backward_end = 0;          ///< of forward and backward of a shard
  double update = 0;                ///< of clipping and optimizer
};

/// Each process sends every other one its piece of `bytes` / N; and, after the last round, the sum
/// of its own piece. One way: N - 1 messages, and (N - 1) / N of the bytes. Seconds.
inline double one_way_seconds(double bytes, int processes, const Network& network) {
  const double others = processes - 1;
  if (others == 0) return 0;
  return network.latency + others * network.overhead +
         bytes * others / processes / network.bytes_per_second;
}

struct StepSeconds {
  double step;
  double waited;  ///< of these, for the network, when the backward pass has ended
};

/// A step in which each process computes `rounds` shards, one after the other. One bucket after the
/// other goes over the network, each as soon as it is ready and the one before it is through; a
/// round ends when all are through, the last one when the sums are back.
inline StepSeconds step_seconds(const ProcessTimes& times, int rounds, int processes,
                                const Network& network) {
  StepSeconds result{times.update, 0};
  for (int round = 0; round < rounds; ++round) {
    const int ways = round + 1 == rounds ? 2 : 1;
    double free = 0;  // when the network has nothing more to do
    for (const BucketTime& bucket : times.buckets) {
      free =
          std::max(free, bucket.ready) + ways * one_way_seconds(bucket.bytes, processes, network);
    }
    const double waited = std::max(0.0, free - times.backward_end);
    result.step += times.backward_end + waited;
    result.waited += waited;
  }
  return result;
}

/// A shard of so many rows, when `row` is one of one row: only the update takes as long as before.
inline ProcessTimes of_rows(ProcessTimes row, Index rows) {
  for (BucketTime& bucket : row.buckets) bucket.ready *= static_cast<double>(rows);
  row.backward_end *= static_cast<double>(rows);
  return row;
}

/// The same process, `factor` times as fast.
inline ProcessTimes faster(ProcessTimes times, double factor) {
  for (BucketTime& bucket : times.buckets) bucket.ready /= factor;
  times.backward_end /= factor;
  times.update /= factor;
  return times;
}

/// A step waits for the slowest process. The mean of the largest of N times, each of them one of
/// those that were measured, in units of their median: P(largest <= x_i) = ((i + 1) / n)^N with the
/// n measured ones in order.
inline double slowest_of(std::vector<double> measured, int processes) {
  std::sort(measured.begin(), measured.end());
  const auto n = static_cast<double>(measured.size());
  double mean = 0, below = 0;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const double until = std::pow(static_cast<double>(i + 1) / n, processes);
    mean += measured[i] * (until - below);
    below = until;
  }
  return mean / measured[measured.size() / 2];
}

/// Latency and bytes_per_second such that a + b x fits the measured exchanges of two processes:
/// least squares of the relative error. `overhead` is part of the latency then.
struct Exchange {
  double bytes, seconds;  ///< there and back
};
inline Network fitted_network(const std::vector<Exchange>& measured) {
  double s = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const Exchange& e : measured) {
    const double weight = 1 / (e.seconds * e.seconds), x = e.bytes, y = e.seconds;
    s += weight;
    sx += weight * x;
    sy += weight * y;
    sxx += weight * x * x;
    sxy += weight * x * y;
  }
  const double slope = (s * sxy - sx * sy) / (s * sxx - sx * sx), start = (sy - slope * sx) / s;
  // There and back half of the bytes each: 2 (latency + bytes / 2 / bytes_per_second).
  return {1 / slope, std::max(0.0, start / 2), 0};
}

}  // namespace holo
