// shape_cpu.cpp: copies between arrays with strides on the CPU, for permute, slice, cat,
// broadcast_to and their backward.
#include <algorithm>
#include <cstring>

#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_transpose.h"

namespace holo {
namespace {

struct Dimension {
  Index size, y, x;  // y and x are the strides
};

// The last two dimensions of a move: y[r y.row + c y.column] = or += x[r x.row + c x.column]
struct Block {
  Dimension row, column;
  bool overwrite;
};

// Moves one row: y[c y_step] = or += x[c x_step]
void move_row(real* __restrict y, Index y_step, const real* __restrict x, Index x_step, Index n,
              bool overwrite) {
  if (y_step == 1 && x_step == 1) {
    if (overwrite) {
      std::memcpy(y, x, static_cast<std::size_t>(n) * sizeof(real));
    } else {
      for (Index c = 0; c < n; ++c) y[c] += x[c];
    }
  } else if (y_step == 1 && x_step == 0) {
    const real value = x[0];
    for (Index c = 0; c < n; ++c) y[c] = overwrite ? value : y[c] + value;
  } else {
    for (Index c = 0; c < n; ++c) {
      real& to = y[c * y_step];
      to = overwrite ? x[c * x_step] : to + x[c * x_step];
    }
  }
}

// The rows of y and the columns of x are contiguous. Tiles are small, so that the lines of x are
// still in the cache for the next column.
void transpose_block(const Block& b, real* y, const real* x, Index rows, Index columns) {
  constexpr Index tile = 64;
  for (Index r = 0; r < rows; r += tile) {
    for (Index c = 0; c < columns; c += tile) {
      transpose(std::min(tile, columns - c), std::min(tile, rows - r), x + r + c * b.column.x,
                b.column.x, y + r * b.row.y + c, b.row.y, false, !b.overwrite);
    }
  }
}

bool is_transpose(const Dimension& row, const Dimension& column) {
  return column.y == 1 && row.x == 1 && column.x != 1 && column.x != 0;
}

void move_block(const Block& b, real* y, const real* x, Index rows, Index columns) {
  if (is_transpose(b.row, b.column)) {
    transpose_block(b, y, x, rows, columns);
    return;
  }
  for (Index r = 0; r < rows; ++r) {
    move_row(y + r * b.row.y, b.column.y, x + r * b.row.x, b.column.x, columns, b.overwrite);
  }
}

// Writes the dimensions of a move that have more than one element to `d`. It merges neighbours if
// one loop can visit them. Returns the number of dimensions, at least 2.
int simplify(Dimension* d, const Strides& y, const Strides& x, const Shape& shape) {
  int count = 0;
  for (int i = 0; i < shape.ndim(); ++i) {
    const Dimension next{shape[i], y.stride[i], x.stride[i]};
    if (next.size == 1) continue;
    if (count > 0 && d[count - 1].y == next.y * next.size && d[count - 1].x == next.x * next.size) {
      d[count - 1] = {d[count - 1].size * next.size, next.y, next.x};
    } else {
      d[count++] = next;
    }
  }
  for (; count < 2; ++count) {
    std::copy_backward(d, d + count, d + count + 1);
    d[0] = {1, 0, 0};
  }
  return count;
}

}  // namespace

// y[i . y_strides] = or += x[i . x_strides]
void Cpu::move(Output y, const Strides& y_strides, const real* x, const Strides& x_strides,
               const Shape& shape) {
  const Index total = shape.numel();
  if (total == 0) return;
  // 1. move_block does the last two dimensions. If the columns of x are contiguous, but not its
  //    rows, the columns must be one of the two.
  Dimension d[max_ndim + 2];
  const int count = simplify(d, y_strides, x_strides, shape);
  Dimension& column = d[count - 1];
  Dimension& row = d[count - 2];
  for (int i = 0; i < count - 2; ++i) {
    if (is_transpose(d[i], column)) std::swap(d[i], row);
  }
  const Block block{row, column, y.overwrite};
  // 2. Each task has about 16,384 elements, or one block if a block is smaller.
  const Index columns = std::min(column.size, Index{is_transpose(row, column) ? 256 : 16384});
  const Index rows = std::min(row.size, (16384 + columns - 1) / columns);
  const Index column_blocks = (column.size + columns - 1) / columns;
  const Index row_blocks = (row.size + rows - 1) / rows;
  const Index tasks = total / (row.size * column.size) * row_blocks * column_blocks;
  // 3. No two tasks write to the same element of y.
  parallel_for(tasks, total, [&](Index task) {
    const Index c = task % column_blocks * columns, r = task / column_blocks % row_blocks * rows;
    Index outer = task / column_blocks / row_blocks;
    Index to = r * row.y + c * column.y, from = r * row.x + c * column.x;
    for (int i = count - 3; i >= 0; --i) {
      to += outer % d[i].size * d[i].y;
      from += outer % d[i].size * d[i].x;
      outer /= d[i].size;
    }
    move_block(block, y.data + to, x + from, std::min(rows, row.size - r),
               std::min(columns, column.size - c));
  });
}

}  // namespace holo
