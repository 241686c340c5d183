// matmul_cpu.cpp: matrix products on the CPU. On one thread a product is divided into the tiles of
// matmul_kernel_cpu.h, in an order that finds the numbers of a tile still in a cache. With AVX-512,
// floats and an L2 cache of 1 MiB:
//
//   for each 512 of k                       C is read and written once for each
//     for each 342 rows of A or more        at most 2/3 of the L2 cache: they stay there
//       for each 48 columns of B            a panel: at most 98 KB, in L1 and L2
//         for each 9 rows                   a tile: in registers
//
// A tile reads A in place, one number at a time, by rows or, if A is transposed, by columns. If
// caches cannot keep enough of a transposed A (see collide), a copy holds fewer columns of this A
// at a time, which are rows of the product. A panel of B is packed, row after row, if many tiles
// use it or it is transposed. Threads share a large product, or each computes some products of a
// batch.
#include <unistd.h>

#include <algorithm>
#include <cstddef>

#include "backend/cpu/cpu.h"
#include "backend/cpu/gemm.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_transpose.h"
#include "backend/scratch.h"
#include "ops/matmul_kernel_cpu.h"

namespace holo {
namespace matmul {
namespace {

constexpr Index ceil_div(Index a, Index b) { return (a + b - 1) / b; }

// ---- copies to where matmul_kernel_cpu.h reads them fast, and of its sums to C ----

// to[k][j] = from[k][j] for k < depth, j < columns, and zeros up to the next multiple of
// Vec::width.
void pack(Index depth, Index columns, const real* from, Index from_row, real* to, Index to_row) {
  for (Index k = 0; k < depth; ++k) {
    for_each_vec(columns, [&](Index j, Index n) {
      store(to + k * to_row + j, load(from + k * from_row + j, n));
    });
  }
}

// C[i][j] = from[i][j], or += with `accumulate`, for i < rows, j < columns.
void unpack(Index rows, Index columns, const real* from, Index from_row, real* C, Index ldc,
            bool accumulate) {
  for (Index i = 0; i < rows; ++i) {
    for_each_vec(columns, [&](Index j, Index n) {
      const Vec x = load(from + i * from_row + j, n);
      real* const c = C + i * ldc + j;
      store(c, accumulate ? load(c, n) + x : x, n);
    });
  }
}

// ---- how many rows of A a product reads at a time ----

// The depth is the same for every product, so that the order of a sum depends on nothing else.
constexpr Index most_depth = 2048 / sizeof(real);

constexpr Index bytes_of(Index count) { return count * static_cast<Index>(sizeof(real)); }

// The limits of l2_cache_size(): several cores share a larger cache.
constexpr Index least_l2_cache = Index{256} << 10;
[[maybe_unused]] constexpr Index most_l2_cache = Index{2} << 20;

// Bytes of a core's L2 cache; 1 MiB if the system does not tell. It changes the time of a product,
// but not its result.
Index l2_cache_size() {
  static const Index size = [] {
#ifdef _SC_LEVEL2_CACHE_SIZE
    if (const Index bytes = sysconf(_SC_LEVEL2_CACHE_SIZE); bytes > 0) {
      return std::clamp(bytes, least_l2_cache, most_l2_cache);
    }
#endif
    return Index{1} << 20;
  }();
  return size;
}

// How many rows of `depth` numbers fit into two thirds of an L2 cache.
constexpr Index rows_of_cache(Index size, Index depth) {
  return ceil_div(2 * size, 3 * bytes_of(depth));
}

// How many rows of A [M, depth] to read at a time: many, because each time packs panels of B.
Index rows_at_a_time(Index M, Index depth) {
  if (M <= rows_of_cache(least_l2_cache, most_depth)) return M;
  return ceil_div(M, ceil_div(M, rows_of_cache(l2_cache_size(), depth)));
}

// ---- the copy of a transposed A ----

// Tells whether the L2 cache cannot keep one line of each of `rows` rows that are `row` elements
// apart. The place of a line in the cache depends on its address modulo a power of two. Let p be
// the largest power of two that divides the distance of the rows in bytes. Then the rows only use
// every p-th place.
bool collide(Index rows, Index row) {
  const Index distance = bytes_of(row), p = distance & -distance;
  return rows * p >= l2_cache_size();
}

// With fewer columns, the copy of A costs too much.
constexpr Index least_columns_for_copy = 8 * Vec::width;

// The copy and its source share the L2 cache.
Index most_rows_of_copy() {
  return std::max<Index>(rows_of_cache(l2_cache_size(), most_depth) / 2 / Vec::width, 1) *
         Vec::width;
}

// The distance between the rows of the copy, which have `numbers` numbers: an odd number of
// registers, so that they do not collide.
constexpr Index row_of_copy(Index numbers) { return (numbers / Vec::width | 1) * Vec::width; }

// True if we copy every A that is too large for L2, in the layout of an A that is not transposed.
//
// For each k a tile needs few numbers of a row of A, but a cache keeps a whole line. With AVX2 the
// tile needs 6 floats of 16, and the lines of 512 rows already fill an L1 cache of 32 KiB. So each
// tile asks L2 for them, and if A is large, L2 does not have them all. Six rows of the copy are 12
// KiB without gaps. With AVX-512 the copy has the layout of A.
constexpr bool copies_rows = Vec::bytes == 32;

Index numbers_of_copy() {
  return copies_rows ? most_rows_of_copy() * row_of_copy(most_depth)
                     : most_depth * row_of_copy(most_rows_of_copy());
}

// Copies A [depth, rows]. Rows of A are `row` elements apart, rows of the copy `copied_row`.
void copy_transposed(Index depth, Index rows, const real* A, Index row, real* copy,
                     Index copied_row) {
  if constexpr (copies_rows) {
    transpose(depth, rows, A, row, copy, copied_row, false, false);
  } else {
    pack(depth, rows, A, row, copy, copied_row);
  }
}

// A matrix whose rows and columns are `row` and `column` elements apart. One of these is 1.
struct Matrix {
  const real* data;
  Index row, column;  // how many elements it is to the next row, and to the next column
  const real* at(Index i, Index j) const { return data + i * row + j * column; }
  Matrix from(Index i, Index j) const { return {at(i, j), row, column}; }
  Matrix transposed() const { return {data, column, row}; }
};

// C[rows, columns] from A[rows, depth] and a panel B[depth, columns], with memory in `packed` for
// the panel. The `before` columns of B and C before the panel are done. If a panel does not fill
// its vectors, it begins earlier by the missing columns, and computes these twice.
void multiply_panel(Index rows, Index columns, Index depth, const Matrix& A, const Matrix& B,
                    real* C, Index ldc, bool accumulate, real* packed, Index before) {
  const Index vectors = ceil_div(columns, Vec::width), packed_row = vectors * Vec::width;
  const Index lacking = packed_row - columns;
  const Index earlier = B.column == 1 && lacking <= before ? lacking : 0;
  const bool whole = earlier == lacking;                       // no kernel reads beyond B
  const bool direct = lacking == 0 || (whole && !accumulate);  // else writes or adds to C twice
  Tile tile{depth, A.data, A.row, A.column, B.data - earlier, B.row, packed, C, ldc, accumulate};
  if (B.column != 1) {
    transpose(columns, depth, B.data, B.column, packed, packed_row, true, false);
  } else if (!whole) {
    pack(depth, columns, B.data, B.row, packed, packed_row);
  }
  if (B.column != 1 || !whole) {
    tile.b = packed;
    tile.b_row = packed_row;
  }
  real edge[most_rows * most_columns];
  if (!direct) {
    tile.c = edge;
    tile.c_row = packed_row;
    tile.accumulate = false;
  }
  const auto shape = static_cast<std::size_t>(vectors - 1);
  const Index tiles = ceil_div(rows, tile_rows[shape]);
  const Index least = rows / tiles, longer = rows % tiles;  // so 16 rows become 8 + 8, not 9 + 7
  bool copy = tile.b != packed && tiles > tiles_without_copy;
  for (Index t = 0, i = 0; t < tiles; ++t) {
    const Index n = least + (t < longer);
    tile.a = A.at(i, 0);
    if (direct) tile.c = C + i * ldc - earlier;
    kernels[shape][copy][static_cast<std::size_t>(n - 1)](tile);
    if (!direct) unpack(n, columns, edge + earlier, packed_row, C + i * ldc, ldc, accumulate);
    if (copy) {  // this tile has packed the panel
      tile.b = packed;
      tile.b_row = packed_row;
      copy = false;
    }
    i += n;
  }
}

// multiply_block() without a copy of A.
void multiply_in_place(Index M, Index N, Index depth, const Matrix& A, const Matrix& B, real* C,
                       Index ldc, bool accumulate) {
  alignas(64) real packed[most_depth * most_columns];
  const Index rows = rows_at_a_time(M, depth);
  const Index vectors = ceil_div(N, Vec::width), panels = ceil_div(vectors, most_vectors);
  const Index least = vectors / panels, longer = vectors % panels;
  for (Index i = 0; i < M; i += rows) {
    for (Index p = 0, j = 0; p < panels; ++p) {
      const Index columns = std::min((least + (p < longer)) * Vec::width, N - j);
      multiply_panel(std::min(rows, M - i), columns, depth, A.from(i, 0), B.from(0, j),
                     C + i * ldc + j, ldc, accumulate, packed, j);
      j += columns;
    }
  }
}

// ---- the product as the transpose of B^T A^T ----

constexpr Index max_rows_transposed = 64, columns_at_a_time = 128;

// A transposed B must be packed, which is expensive if only few rows of A use it.
bool transposing_pays(Index M, Index N, Index depth) {
  return M <= max_rows_transposed && 2 * M * (depth + N) < N * depth;
}

// Packs A instead of B, and transposes C.
void multiply_transposed(Index M, Index N, Index depth, const Matrix& A, const Matrix& B, real* C,
                         Index ldc, bool accumulate) {
  alignas(64) real c_transposed[columns_at_a_time * max_rows_transposed];
  const Index row = ceil_div(M, Vec::width) * Vec::width;
  for (Index j = 0; j < N; j += columns_at_a_time) {
    const Index n = std::min(columns_at_a_time, N - j);
    multiply_in_place(n, M, depth, B.from(0, j).transposed(), A.transposed(), c_transposed, row,
                      false);
    transpose(n, M, c_transposed, row, C + j, ldc, false, accumulate);
  }
}

// ---- one row of A times a transposed B ----

// c[j] = or += sum over k of a[k] B[j][k], a vector of columns of C at a time. It uses each number
// of B once, and transposes B by squares as it reads them. Generating a token spends its time
// waiting for memory. The sums equal those of multiply_block, bit for bit.
[[gnu::noinline]] void multiply_row(Index N, Index K, const real* a, const real* B, Index ldb,
                                    real* c, bool accumulate) {
  alignas(64) real square[Vec::width * Vec::width];
  for (Index j = 0; j < N; j += Vec::width) {
    const Index columns = std::min<Index>(Vec::width, N - j);
    Vec total = accumulate ? load(c + j, columns) : Vec(0);
    for (Index first = 0; first < K; first += most_depth) {
      const Index end = std::min(first + most_depth, K);
      Vec sum = 0;
      for (Index k = first; k < end; k += Vec::width) {
        const real* const b = B + j * ldb + k;
        const Index n = std::min<Index>(Vec::width, end - k);
        for (Index i = 0; i < Vec::width; ++i) __builtin_prefetch(b + (Vec::width + i) * ldb);
        transpose(columns, n, b, ldb, square, Vec::width, true, false);
        for (Index i = 0; i < n; ++i) sum += Vec(a[k + i]) * load(square + i * Vec::width);
      }
      total = accumulate || first > 0 ? total + sum : sum;
    }
    store(c + j, total, columns);
  }
}

// ---- products with a copy of a transposed A ----

// Not inlined, because it would use registers in every small product, and slow it down.
[[gnu::noinline]] void multiply_copied(Index M, Index N, Index depth, const Matrix& A,
                                       const Matrix& B, real* C, Index ldc, bool accumulate,
                                       real* copy) {
  const Index even = ceil_div(M, ceil_div(M, most_rows_of_copy()));
  const Index rows = ceil_div(even, Vec::width) * Vec::width;
  const Index row = row_of_copy(copies_rows ? most_depth : most_rows_of_copy());
  const Matrix copied = copies_rows ? Matrix{copy, row, 1} : Matrix{copy, 1, row};
  for (Index i = 0; i < M; i += rows) {
    const Index m = std::min(rows, M - i);
    copy_transposed(depth, m, A.at(i, 0), A.column, copy, row);
    multiply_in_place(m, N, depth, copied, B, C + i * ldc, ldc, accumulate);
  }
}

// C[M, N] from A[M, depth] and B[depth, N]. REQUIRES: 0 < depth <= most_depth, 0 < M, N.
void multiply_block(Index M, Index N, Index depth, const Matrix& A, const Matrix& B, real* C,
                    Index ldc, bool accumulate, real* copy) {
  if (copy != nullptr) return multiply_copied(M, N, depth, A, B, C, ldc, accumulate, copy);
  if (B.column != 1 && transposing_pays(M, N, depth)) {
    return multiply_transposed(M, N, depth, A, B, C, ldc, accumulate);
  }
  multiply_in_place(M, N, depth, A, B, C, ldc, accumulate);
}

// ---- the product on one thread, for the threads below ----

// The cost of C[M, N] per k: the arithmetic of whole tiles, and packing.
Index cost_of_product(Index M, Index N) {
  const Index m = ceil_div(M, tile_rows.back()) * tile_rows.back();
  const Index n = ceil_div(N, Vec::width) * Vec::width;
  return m * n + 8 * (m + n);
}

// How many numbers a copy of parts of A needs, if it pays for `rows` rows and `columns` columns of
// this product; else 0.
Index size_of_copy(const MatmulSizes& s, Index rows, Index columns) {
  const Index depth = std::min(most_depth, s.K);
  // If the depth is smaller, L1 keeps the lines of a tile.
  const bool large =
      copies_rows && depth > most_depth / 2 && rows > rows_of_cache(l2_cache_size(), depth);
  const bool pays =
      s.transpose_a && columns >= least_columns_for_copy && (large || collide(depth, s.lda));
  return pays ? numbers_of_copy() : 0;
}

// gemm() of gemm.h on the calling thread. `copy` has size_of_copy() numbers; if it is null, A is
// read in place. REQUIRES: 0 < M, N.
void multiply(Output C, const real* A, const real* B, const MatmulSizes& s, real* copy) {
  if (s.K <= 0 && C.overwrite) {
    for (Index i = 0; i < s.M; ++i) std::fill_n(C.data + i * s.ldc, s.N, real(0));
  }
  const bool row = s.M == 1 && !s.transpose_a && s.transpose_b && s.K > 0;
  if (row) return multiply_row(s.N, s.K, A, B, s.ldb, C.data, !C.overwrite);
  const Matrix a = s.transpose_a ? Matrix{A, 1, s.lda} : Matrix{A, s.lda, 1};
  const Matrix b = s.transpose_b ? Matrix{B, 1, s.ldb} : Matrix{B, s.ldb, 1};
  for (Index k = 0; k < s.K; k += most_depth) {
    multiply_block(s.M, s.N, std::min(most_depth, s.K - k), a.from(0, k), b.from(k, 0), C.data,
                   s.ldc, !C.overwrite || k > 0, copy);
  }
}

// ---- several threads ----

// How many rows of blocks C should have, for the least arithmetic and packing.
Index rows_of_blocks(Index blocks, Index M, Index N) {
  Index best = 1, least = 0;
  for (Index rows = 1; rows <= blocks; ++rows) {
    if (blocks % rows != 0) continue;
    const Index cost = cost_of_product(ceil_div(M, rows), ceil_div(N, blocks / rows));
    if (rows > 1 && cost >= least) continue;
    best = rows;
    least = cost;
  }
  return best;
}

Index threads_for(Index M, Index N, Index K) {
  const double work = static_cast<double>(M) * static_cast<double>(N) * static_cast<double>(K);
  if (work < 2.0 * grain::multiply_adds) return 1;
  return static_cast<Index>(
      std::min(work / grain::multiply_adds, static_cast<double>(threads_of_loop())));
}

// gemm on `threads` threads. Each thread computes a block of C, from a copy of A if that pays.
[[gnu::noinline]] void multiply_shared(Index threads, Output C, const real* A, const real* B,
                                       const MatmulSizes& s) {
  const Index rows = rows_of_blocks(threads, s.M, s.N), columns = threads / rows;
  const Index m = ceil_div(s.M, rows);
  const Index n = ceil_div(ceil_div(s.N, columns), Vec::width) * Vec::width;
  const Index copied = size_of_copy(s, m, n);
  const Scratch copies(cpu(), threads * copied);
  parallel_tasks(threads, [=, &s, &copies](Index block) {
    const Index i = block / columns * m, j = block % columns * n;
    if (i >= s.M || j >= s.N) return;
    MatmulSizes sizes = s;
    sizes.M = std::min(m, s.M - i);
    sizes.N = std::min(n, s.N - j);
    multiply({C.data + i * s.ldc + j, C.overwrite}, A + (s.transpose_a ? i : i * s.lda),
             B + (s.transpose_b ? j * s.ldb : j), sizes,
             copied > 0 ? copies.data() + block * copied : nullptr);
  });
}

}  // namespace
}  // namespace matmul

using namespace matmul;

void gemm_serial(Output C, const real* A, const real* B, const MatmulSizes& s) {
  if (s.M > 0 && s.N > 0) multiply(C, A, B, s, nullptr);
}

void gemm(Output C, const real* A, const real* B, const MatmulSizes& s) {
  const Index threads = threads_for(s.M, s.N, s.K);
  if (threads == 1 && size_of_copy(s, s.M, s.N) == 0) return gemm_serial(C, A, B, s);
  multiply_shared(threads, C, A, B, s);
}

void Cpu::matmul(Output C, const real* A, const real* B, const MatmulSizes& s) {
  const Index work = s.M * s.N * s.K;
  const bool sum = s.c_step == 0;  // then C is the sum of all products, in order
  const bool small = work < 8 * grain::multiply_adds;
  if (s.batch == 1 || sum || !small || work * s.batch < grain::multiply_adds) {
    for (Index i = 0; i < s.batch; ++i) {
      const bool overwrite = C.overwrite && !(sum && i > 0);
      gemm({C.data + i * s.c_step, overwrite}, A + i * s.a_step, B + i * s.b_step, s);
    }
    return;
  }
  parallel_tasks(s.batch, [=, &s](Index i) {
    gemm_serial({C.data + i * s.c_step, C.overwrite}, A + i * s.a_step, B + i * s.b_step, s);
  });
}

}  // namespace holo
