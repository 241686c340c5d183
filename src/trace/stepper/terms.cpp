// terms.cpp: finds the loops of an op from its shapes and options in the log, and writes the
// numbers at each point as names and in digits.
#include "trace/stepper/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "holo/check.h"
#include "holo/creation.h"
#include "see/op_info.h"
#include "tensor/record.h"

namespace holo {

// ---- the loops ----

void TraceTerms::each(std::size_t target, std::size_t at, const std::vector<bool>& used,
                      const std::function<void(const At&)>& f) const {
  std::set<At> seen;
  for (std::size_t point = 0; point < places[0].size(); ++point) {
    if (places[target][point] != at) continue;
    At here, of_used;
    for (std::size_t t = 0; t < places.size(); ++t) {
      here.push_back(places[t][point]);
      of_used.push_back(used[t] ? here[t] : 0);
    }
    if (seen.insert(of_used).second) f(here);
  }
}

void TraceTerms::each_in_row(std::size_t y_at, const std::function<void(const At&)>& f) const {
  const std::size_t first = y_at - y_at / row_step % row_size * row_step;
  for (std::size_t k = 0; k < row_size; ++k) f(At(places.size(), first + k * row_step));
}

std::vector<real> op_again(const TraceLog& log, std::uint32_t node,
                           const std::vector<std::vector<real>>& x) {
  const Unrecorded ops;  // the stepper's ops, which no Trace records
  std::vector<Tensor> operands;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Shape shape(std::span(log.nodes[log.nodes[node].parents[i]].shape));
    operands.push_back(from_values(shape, std::span<const real>(x[i])));
  }
  OpCall call = op_call(log, node);
  call.x = operands;
  return tensor_op(call).to_vector();
}

namespace {

namespace o = op_options;
using Sizes = std::vector<Index>;

constexpr std::size_t most_points = std::size_t{1} << 22;  // small enough to be exact in a float

// The steps of a row-major tensor.
Sizes steps_of(const Sizes& shape) {
  Sizes steps(shape.size());
  Index step = 1;
  for (std::size_t d = shape.size(); d-- > 0; step *= shape[d]) steps[d] = step;
  return steps;
}

// The index in a tensor at each point of the loops. The tensor's dimensions are the last loops; in
// a dimension of size 1 the tensor is repeated. Empty if the shape does not fit, or if there are
// too many points.
std::vector<std::size_t> places_in(const Sizes& loops, const Sizes& shape, const Sizes& steps) {
  if (shape.size() > loops.size()) return {};
  const std::size_t before = loops.size() - shape.size();
  std::vector<std::size_t> places{0}, next;
  for (std::size_t d = 0; d < loops.size(); ++d, places.swap(next)) {
    const bool is_repeated = d < before || shape[d - before] == 1;
    if (!is_repeated && shape[d - before] != loops[d]) return {};
    if (places.size() > most_points / static_cast<std::size_t>(std::max<Index>(loops[d], 1)))
      return {};
    next.clear();
    for (const std::size_t place : places) {
      for (Index i = 0; i < loops[d]; ++i) {
        next.push_back(place + static_cast<std::size_t>(is_repeated ? 0 : i * steps[d - before]));
      }
    }
  }
  return places;
}
std::vector<std::size_t> places_in(const Sizes& loops, const Sizes& shape) {
  return places_in(loops, shape, steps_of(shape));
}

// The loops of y[i] = f(x[i], ...), with one x for each parent.
TraceTerms of_each_number(const TraceLog& log, const TracedNode& y) {
  TraceTerms out{{places_in(y.shape, y.shape)}};
  for (const std::uint32_t parent : y.parents) {
    out.places.push_back(places_in(y.shape, log.nodes[parent].shape));
  }
  return out;
}

// The loops of of_each_number(), and the row of a softmax.
TraceTerms of_row(const TraceLog& log, const TracedNode& y) {
  const auto* const along = std::get_if<o::Along>(&y.options);
  if (along == nullptr || along->dim < 0 || along->dim >= static_cast<int>(y.shape.size()) ||
      log.nodes[y.parents[0]].shape != y.shape) {
    return {};
  }
  TraceTerms out = of_each_number(log, y);
  out.row_size = static_cast<std::size_t>(y.shape[static_cast<std::size_t>(along->dim)]);
  out.row_step = static_cast<std::size_t>(steps_of(y.shape)[static_cast<std::size_t>(along->dim)]);
  return out;
}

// Finds the origin of each number that an op moves: runs the op on the indices of its input.
TraceTerms of_moved(const TraceLog& log, std::uint32_t node) {
  std::vector<std::size_t> to(static_cast<std::size_t>(log.numel(node)));
  std::iota(to.begin(), to.end(), std::size_t{0});
  std::vector<real> places(static_cast<std::size_t>(log.numel(log.nodes[node].parents[0])));
  std::iota(places.begin(), places.end(), real(0));
  if (places.size() > most_points) return {};
  try {
    const std::vector<real> moved = op_again(log, node, {places});
    return {{to, {moved.begin(), moved.end()}}};
  } catch (const Error&) {  // a log from a file may describe an op wrongly
    return {};
  }
}

// Each x contributes to the y whose index lacks the reduced dimensions.
TraceTerms of_reduce(const TraceLog& log, const TracedNode& y) {
  const auto* const over = std::get_if<o::Over>(&y.options);
  const Sizes& x = log.nodes[y.parents[0]].shape;
  if (over == nullptr) return {};
  Sizes kept = x;
  for (std::size_t d = 0; d < x.size(); ++d) kept[d] = over->dims[d] ? 1 : x[d];
  return {{places_in(x, kept), places_in(x, x)}};
}

// The loops [..., i, j, k] of y[..., i, j] += a[..., i, k] b[..., k, j]. If a is a vector there is
// no i, and if b is a vector there is no j.
TraceTerms of_product(const TraceLog& log, const TracedNode& y) {
  Sizes a = log.nodes[y.parents[0]].shape, b = log.nodes[y.parents[1]].shape, all = y.shape;
  if (a.empty() || b.empty()) return {};
  if (a.size() == 1) {
    a.insert(a.begin(), 1);
    all.insert(all.end() - (b.size() > 1 && !all.empty() ? 1 : 0), 1);
  }
  if (b.size() == 1) {
    b.push_back(1);
    all.push_back(1);
  }
  Sizes loops = all, b_steps = steps_of(b);
  loops.push_back(a.back());
  // Each tensor gets size 1 in a loop that does not move it; b's dimensions go in the order j, k.
  all.push_back(1);
  a.insert(a.end() - 1, 1);
  std::swap(b.back(), b.end()[-2]);
  std::swap(b_steps.back(), b_steps.end()[-2]);
  b.insert(b.end() - 2, 1);
  b_steps.insert(b_steps.end() - 2, 0);
  return {{places_in(loops, all), places_in(loops, a), places_in(loops, b, b_steps)}};
}

// The loops of y[i, j] += x[i, k] W[j, k], and b[j], which is added once.
TraceTerms of_linear(const TraceLog& log, const TracedNode& y) {
  const Sizes &x = log.nodes[y.parents[0]].shape, &w = log.nodes[y.parents[1]].shape;
  if (x.empty() || w.size() != 2 || x.back() != w[1] || y.shape.empty() || y.shape.back() != w[0]) {
    return {};
  }
  const Index in = w[1], columns = w[0];
  const Index rows = static_cast<Index>(log.numel(y.parents[0])) / std::max<Index>(in, 1);
  const Sizes loops{rows, columns, in};
  TraceTerms out{{places_in(loops, {rows, columns, 1}), places_in(loops, {rows, 1, in}),
                  places_in(loops, {columns, in})}};
  const bool has_bias = y.parents.size() > 2;
  if (has_bias && log.nodes[y.parents[2]].shape != Sizes{columns}) return {};
  if (has_bias) out.places.push_back(places_in(loops, {columns, 1}));
  return out;
}

TraceTerms loops_of(const TraceLog& log, std::uint32_t node) {
  const TracedNode& y = log.nodes[node];
  const TensorOpInfo* const info = tensor_op_info(y.op, y.parents.size());
  if (info == nullptr) return {};
  switch (info->loops) {
    case OpLoops::each_number:
      return of_each_number(log, y);
    case OpLoops::taken:
      return of_moved(log, node);
    case OpLoops::reduced:
      return of_reduce(log, y);
    case OpLoops::row:
      return of_row(log, y);
    case OpLoops::product:
      return of_product(log, y);
    case OpLoops::linear:
      return of_linear(log, y);
  }
  return {};
}

}  // namespace

std::optional<TraceTerms> terms_of(const TraceLog& log, std::uint32_t node) {
  const TracedNode& y = log.nodes[node];
  const auto whole = [&](std::uint32_t each) { return log.whole(each) && log.numel(each) > 0; };
  if (!y.is_tensor || y.parents.empty() || !whole(node) ||
      !std::all_of(y.parents.begin(), y.parents.end(), whole)) {
    return std::nullopt;
  }
  TraceTerms out = loops_of(log, node);
  for (std::size_t t = 0; t < out.places.size(); ++t) {
    const std::vector<std::size_t>& places = out.places[t];
    const std::uint64_t numel = log.numel(t == 0 ? node : y.parents[t - 1]);
    if (places.empty() || places.size() != out.places[0].size() ||
        *std::max_element(places.begin(), places.end()) >= numel) {
      return std::nullopt;
    }
  }
  return out.places.empty() ? std::nullopt : std::optional(std::move(out));
}

// ---- in names and in numbers ----

namespace {

constexpr std::size_t most_in_row = 8;

}  // namespace

std::string element_name(const TraceLog& log, std::uint32_t node, std::size_t at) {
  const std::vector<Index>& shape = log.nodes[node].shape;
  std::string indices;
  for (std::size_t d = shape.size(); d-- > 0;) {
    const auto size = static_cast<std::size_t>(shape[d]);
    indices.insert(0, fmt::format("[{}]", at % size));
    at /= size;
  }
  return short_name(log, node) + indices;
}

std::vector<std::string> formulas_sent(const TraceLog& log, std::uint32_t node,
                                       std::uint32_t parent) {
  std::vector<std::string> lines;
  const std::vector<std::uint32_t>& parents = log.nodes[node].parents;
  const auto all = std::count(parents.begin(), parents.end(), parent);
  int which = 0;
  for (std::uint32_t i = 0; i < parents.size(); ++i) {
    if (parents[i] != parent) continue;
    ++which;
    const std::string formula = gradient_formula(log, node, i);
    if (formula.empty()) continue;
    lines.push_back(fmt::format("grad {} += {}{}", short_name(log, parent), formula,
                                all > 1 ? fmt::format("  ({} of {})", which, all) : ""));
  }
  return lines;
}

void TermSum::add(const std::string& names, const std::string& numbers) {
  if (count_++ >= most_) return;
  names_ += names_.empty() ? names : " + " + bracketed(names);
  numbers_ += numbers_.empty() ? numbers : " + " + bracketed(numbers);
}

std::string TermSum::names_and_numbers() const {
  const std::string more =
      count_ > most_ ? fmt::format(" + ({} more)", count_ - most_) : std::string();
  return fmt::format("{}{} = {}{}", names_, more, numbers_, more);
}

std::string TermSum::text(double result) const {
  return fmt::format("{} = {}{}", names_and_numbers(), number_text(result), row_);
}

TermText::TermText(const TraceLog& log, const TraceState& state, std::uint32_t node)
    : log_(log), state_(state), node_(node), patterns_(gradient_patterns(log, node)) {
  if (auto found = terms_of(log, node)) terms_ = std::move(*found);
}

std::size_t TermText::place_of(const std::string& name) const {
  if (name == "y" || name == "dy") return TraceTerms::of_result;
  return TraceTerms::of_parent(std::stoul(name));
}

void TermText::add_term(TermSum& sum, const std::string& pattern, const At& places) const {
  const auto filled = [&](const auto& text_of) {
    return filled_pattern(pattern, [&](const std::string& name, bool in_brackets) {
      if (name == "s") return name;
      const std::size_t place = place_of(name);
      return text_of(name == "dy", place == 0 ? node_ : log_.nodes[node_].parents[place - 1],
                     places[place], in_brackets);
    });
  };
  sum.add(filled([&](bool is_grad, std::uint32_t of, std::size_t at, bool) {
            return (is_grad ? "grad " : "") + element_name(log_, of, at);
          }),
          filled([&](bool is_grad, std::uint32_t of, std::size_t at, bool in_brackets) {
            const std::string text =
                number_text(number_at(is_grad ? state_.grad(of) : state_.value(of), at));
            return in_brackets ? bracketed(text) : text;
          }));
}

void TermText::add(TermSum& sum, const std::string& pattern, const std::string& row,
                   std::size_t target, std::size_t at) const {
  if (pattern.empty() || terms_.places.empty()) return;
  std::vector<bool> used(terms_.places.size(), false);
  bool has_row = false;
  filled_pattern(pattern, [&](const std::string& name, bool) {
    name == "s" ? has_row = true : used[place_of(name)] = true;
    return std::string();
  });
  terms_.each(target, at, used, [&](const At& places) {
    add_term(sum, pattern, places);
    if (!has_row || sum.is_explained()) return;
    TermSum of_row(most_in_row);
    terms_.each_in_row(places[0], [&](const At& other) { add_term(of_row, row, other); });
    sum.explain(of_row);
  });
}

}  // namespace holo
