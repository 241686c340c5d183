// chunks.cuh: sums of a few long rows. One block for each row, or one thread for each column, would
// leave most of the GPU without work. So we divide rows into chunks, each with its own threads. The
// sums of the chunks, in double, are an array [outer, count, inner]. A second kernel adds them,
// always in the same order.
#pragma once

#include <algorithm>

#include "backend/cuda/rows.cuh"
#include "backend/scratch.h"

namespace holo {

/// A row in `count` chunks of `size` elements; the last chunk may be shorter.
struct Chunks {
  Index size, count;
};

/// Divides the rows of an Axis. Like threads_of_row(), the result depends only on the shape.
inline Chunks chunks_of(Axis axis) {
  constexpr Index least_for_thread = 32;
  const Index results = std::max<Index>(axis.outer * axis.inner, 1);
  const Index threads = threads_of_row(axis);
  const Index count =
      std::min(enough_threads / threads / results, axis.n / (threads * least_for_thread));
  if (count <= 1) return {axis.n, 1};
  const Index size = (axis.n + count - 1) / count;
  return {size, (axis.n + size - 1) / size};
}

/// The chunks as an Axis, for a first sum.
__host__ __device__ inline Axis axis_of_chunks(Axis axis, Chunks chunks) {
  return {axis.outer * chunks.count, chunks.size, axis.inner};
}

/// The sums of chunks as an Axis, for a second sum.
inline Axis axis_of_sums(Axis axis, Chunks chunks) {
  return {axis.outer, chunks.count, axis.inner};
}

/// launch_axis() with threads for each chunk.
template <class... Parameters, class... Arguments>
void launch_chunks(Axis axis, Chunks chunks, void (*kernel)(Parameters...),
                   const Arguments&... arguments) {
  launch_axis(axis_of_chunks(axis, chunks), kernel, arguments...);
}

/// The part of a chunk that this thread computes; r counts the chunks of all rows.
__device__ inline RowPart chunk_of_thread(Axis axis, Chunks chunks) {
  // where the part would be if no last chunk were shorter, and how much shorter they all are
  const RowPart part = row_of_thread(axis_of_chunks(axis, chunks));
  const Index row = part.r / axis.inner / chunks.count;
  const Index gap = row * (chunks.count * chunks.size - axis.n) * axis.inner;
  const Index end = part.end - gap, end_of_row = (row + 1) * axis.n * axis.inner;
  return {part.r, part.first - gap, end < end_of_row ? end : end_of_row, part.step};
}

/// Memory for the sums of all chunks.
class ChunkSums {
 public:
  ChunkSums(Backend& backend, Axis axis, Chunks chunks)
      : memory_(backend, static_cast<std::size_t>(axis.outer * chunks.count * axis.inner) *
                             sizeof(double)) {}
  double* data() const { return static_cast<double*>(memory_.data()); }

 private:
  DeviceMemory memory_;
};

/// y[o, k] = or += factor sum_i x[o, i, k], where x has doubles.
void add_chunk_sums(Output y, const double* x, Axis axis, double factor);

}  // namespace holo
