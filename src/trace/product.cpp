// product.cpp: the shapes of NumPy's rules, as three loops.
#include "trace/product.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "holo/ops.h"

namespace holo {
namespace {

std::size_t size_at(const std::vector<Index>& shape, std::size_t from_end) {
  return static_cast<std::size_t>(shape[shape.size() - from_end]);
}

// Of the dimensions before the last two.
std::size_t matrices_of(const std::vector<Index>& shape) {
  std::size_t count = 1;
  for (std::size_t d = 0; d + 2 < shape.size(); ++d) count *= static_cast<std::size_t>(shape[d]);
  return count;
}

// b is [..., inner, columns], or [columns, inner] when it is transposed.
std::optional<TraceProduct> of_shapes(const std::vector<Index>& a, const std::vector<Index>& b,
                                      bool transposed) {
  if (a.empty() || b.empty() || (transposed && b.size() != 2)) return std::nullopt;
  const std::size_t last = size_at(b, 1), before = b.size() > 1 ? size_at(b, 2) : 1;
  TraceProduct p{1, a.size() > 1 ? size_at(a, 2) : 1, size_at(a, 1), last, 0, 0, transposed};
  if (transposed || b.size() == 1) p.columns = before;
  if (p.inner == 0 || p.columns == 0 || p.inner != (transposed || b.size() == 1 ? last : before))
    return std::nullopt;
  if (b.size() <= 2) {
    p.rows *= matrices_of(a);
    return p;
  }
  if (a.size() > 2 && !std::equal(a.begin(), a.end() - 2, b.begin(), b.end() - 2)) {
    return std::nullopt;
  }
  p.batch = matrices_of(b);
  p.a_step = a.size() > 2 ? p.rows * p.inner : 0;
  p.b_step = p.inner * p.columns;
  return p;
}

}  // namespace

void TraceProduct::each_term(
    const std::function<void(std::size_t, std::size_t, std::size_t)>& f) const {
  std::size_t y_at = 0;
  for (std::size_t n = 0; n < batch; ++n) {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j, ++y_at) {
        for (std::size_t k = 0; k < inner; ++k) {
          f(y_at, n * a_step + i * inner + k,
            n * b_step + (transposed ? j * inner + k : k * columns + j));
        }
      }
    }
  }
}

std::optional<TraceProduct> product_of(const TraceLog& log, std::uint32_t node) {
  const TracedNode& y = log.nodes[node];
  const auto* const linear = std::get_if<op_options::Linear>(&y.options);
  const bool is_linear =
      y.op == "linear" && linear != nullptr && linear->activation == Activation::none;
  if (!y.is_tensor || y.parents.size() < 2 || (y.op != "matmul" && !is_linear)) return std::nullopt;
  const auto whole = [&](std::uint32_t each) { return log.whole(each); };
  if (!whole(node) || !std::all_of(y.parents.begin(), y.parents.end(), whole)) return std::nullopt;
  const auto p = of_shapes(log.nodes[y.parents[0]].shape, log.nodes[y.parents[1]].shape, is_linear);
  // A log from a file may say of an op what is not so.
  const bool fits = p && log.numel(node) == p->batch * p->rows * p->columns &&
                    (y.parents.size() == 2 || log.numel(y.parents[2]) == p->columns);
  return fits ? p : std::nullopt;
}

}  // namespace holo
