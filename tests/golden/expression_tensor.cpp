// expression_tensor.cpp: an expression with tensors: the functions by the names that golden cases
// give them.
#include <fmt/format.h>

#include <cmath>

#include "golden/expression.h"
#include "golden/tensor_ops.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace golden {
namespace {

using holo::Error, holo::Index, holo::Indices, holo::Tensor;
using Kind = Expression::Kind;

Thing thing(Tensor tensor) {
  Thing x;
  x.tensor = std::move(tensor);
  return x;
}
Thing thing(double number) {
  Thing x;
  x.number = number;
  return x;
}

Tensor tensor_of(const Thing& x) {
  if (x.tensor.defined()) return x.tensor;
  if (x.number) return holo::tensor(*x.number);
  throw Error("expression", "a list", "a tensor");
}
double number_of(const Thing& x) {
  if (x.number) return *x.number;
  throw Error("expression", "no number", "a number");
}
Index index_of(const Thing& x) { return static_cast<Index>(number_of(x)); }
int dim_of(const Thing& x) { return static_cast<int>(number_of(x)); }

template <class Integer>
std::vector<Integer> integers_of(const Thing& x) {
  std::vector<Integer> list;
  if (!x.list) return {static_cast<Integer>(number_of(x))};
  for (const Thing& item : *x.list) list.push_back(static_cast<Integer>(number_of(item)));
  return list;
}
std::vector<Tensor> tensors_of(const Thing& x) {
  if (!x.list) throw Error("expression", "one tensor", "a list of them");
  std::vector<Tensor> list;
  for (const Thing& item : *x.list) list.push_back(tensor_of(item));
  return list;
}
Thing list_of(const std::vector<Tensor>& tensors) {
  Thing list;
  list.list.emplace();
  for (const Tensor& tensor : tensors) list.list->push_back(thing(tensor));
  return list;
}

// The arguments of one call, by place or by keyword.
struct Arguments {
  const std::string& function;
  std::vector<Thing> values;
  std::vector<std::string> keywords;

  const Thing* find(std::size_t place, const std::string& keyword) const {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (keywords[i] == keyword) return &values[i];
    }
    return place < values.size() && keywords[place].empty() ? &values[place] : nullptr;
  }
  const Thing& get(std::size_t place, const std::string& keyword) const {
    if (const Thing* const found = find(place, keyword)) return *found;
    throw Error("expression", fmt::format("{} without {}", function, keyword), "that argument");
  }
  Tensor x() const { return tensor_of(get(0, "x")); }
  Tensor b() const { return tensor_of(get(1, "b")); }
  int dim(std::size_t place = 1) const { return dim_of(get(place, "dim")); }
};

Thing reduce(const Arguments& a) {
  const Thing* const dim = a.find(1, "dim");
  const Thing* const keepdim = a.find(2, "keepdim");
  const Thing* const correction = a.find(3, "correction");
  Reduce how;
  if (dim != nullptr && (dim->number || dim->list)) how.dims = integers_of<int>(*dim);
  how.keepdim = keepdim != nullptr && number_of(*keepdim) != 0;
  how.correction = correction == nullptr ? 1 : index_of(*correction);
  return thing(reduced(a.function, a.x(), how));
}

std::vector<Tensor> split_of(const Arguments& a) {
  const Tensor x = a.x();
  const int dim = a.find(2, "dim") == nullptr ? 0 : a.dim(2);
  std::vector<Index> sizes;
  Index sum = 0, rest = -1;
  for (const Thing& item : *a.get(1, "sizes").list) {
    if (!item.number) rest = static_cast<Index>(sizes.size());  // the name `rest`
    sizes.push_back(item.number ? index_of(item) : 0);
    sum += sizes.back();
  }
  if (rest >= 0) sizes[static_cast<std::size_t>(rest)] = x.size(dim) - sum;
  return split(x, sizes, dim);
}

Thing call(const Arguments& a) {
  const std::string& f = a.function;
  if (const auto unary = unary_op(f)) return thing((*unary)(a.x()));
  if (f == "sum" || f == "mean" || f == "max" || f == "min" || f == "var") return reduce(a);
  if (f == "pow" && a.get(1, "b").number) return thing(pow(a.x(), *a.get(1, "b").number));
  if (const auto binary = binary_op(f)) return thing((*binary)(a.x(), a.b()));
  if (f == "clamp") {
    return thing(clamp(a.x(), number_of(a.get(1, "min")), number_of(a.get(2, "max"))));
  }
  if (f == "where") return thing(where(a.x(), tensor_of(a.get(1, "a")), tensor_of(a.get(2, "b"))));
  if (f == "masked_fill") {
    return thing(masked_fill(a.x(), tensor_of(a.get(1, "mask")), number_of(a.get(2, "value"))));
  }
  if (f == "softmax") return thing(softmax(a.x(), a.dim()));
  if (f == "log_softmax") return thing(log_softmax(a.x(), a.dim()));
  if (f == "logsumexp") return thing(logsumexp(a.x(), a.dim()));
  if (f == "reshape" || f == "view")
    return thing(reshape(a.x(), integers_of<Index>(a.get(1, "shape"))));
  if (f == "permute") return thing(permute(a.x(), integers_of<int>(a.get(1, "dims"))));
  if (f == "transpose") return thing(transpose(a.x(), a.dim(1), dim_of(a.get(2, "dim1"))));
  if (f == "squeeze") {
    return thing(a.find(1, "dim") == nullptr ? squeeze(a.x()) : squeeze(a.x(), a.dim()));
  }
  if (f == "unsqueeze") return thing(unsqueeze(a.x(), a.dim()));
  if (f == "broadcast_to") {
    return thing(broadcast_to(a.x(), holo::Shape(integers_of<Index>(a.get(1, "shape")))));
  }
  if (f == "cat") return thing(cat(tensors_of(a.get(0, "x")), a.find(1, "dim") ? a.dim() : 0));
  if (f == "stack") return thing(stack(tensors_of(a.get(0, "x")), a.find(1, "dim") ? a.dim() : 0));
  if (f == "split") return list_of(split_of(a));
  if (f == "chunk") {
    return list_of(chunk(a.x(), index_of(a.get(1, "chunks")), a.find(2, "dim") ? a.dim(2) : 0));
  }
  if (f == "gather") return thing(gather(a.x(), a.dim(), a.get(2, "index").indices.value()));
  if (f == "embedding") return thing(embedding(a.x(), a.get(1, "index").indices.value()));
  if (f == "linear") {
    const Thing* const bias = a.find(2, "bias");
    return thing(linear(a.x(), tensor_of(a.get(1, "weight")),
                        bias == nullptr ? Tensor() : tensor_of(*bias)));
  }
  throw Error("expression", "the function " + f, "one of ops.h");
}

Thing binary(const std::string& op, const Thing& left, const Thing& right) {
  const bool both = left.number && right.number;
  const double p = left.number.value_or(0), q = right.number.value_or(0);
  if (op == "+") {
    if (both) return thing(p + q);
    if (right.number) return thing(left.tensor + q);
    return thing(left.number ? p + right.tensor : left.tensor + right.tensor);
  }
  if (op == "-") {
    if (both) return thing(p - q);
    if (right.number) return thing(left.tensor - q);
    return thing(left.number ? p - right.tensor : left.tensor - right.tensor);
  }
  if (op == "*") {
    if (both) return thing(p * q);
    if (right.number) return thing(left.tensor * q);
    return thing(left.number ? p * right.tensor : left.tensor * right.tensor);
  }
  if (op == "/") {
    if (both) return thing(p / q);
    if (right.number) return thing(left.tensor / q);
    return thing(left.number ? p / right.tensor : left.tensor / right.tensor);
  }
  if (op == "@") return thing(matmul(left.tensor, right.tensor));
  if (both) return thing(std::pow(p, q));
  return thing(right.number ? pow(left.tensor, q) : pow(tensor_of(left), right.tensor));
}

Thing thing_of(const Expression& e, const Things& names);

// x[1:3, :, 0]: a number takes its dimension away. list[1] is an element of a list.
Thing subscripted(const Expression& e, const Things& names) {
  const Thing whole = thing_of(e.parts[0], names);
  if (whole.list) {
    const Index size = static_cast<Index>(whole.list->size());
    const Index i = index_of(thing_of(e.parts[1], names));
    return whole.list->at(static_cast<std::size_t>(i < 0 ? i + size : i));
  }
  const auto bound = [&](const Expression& part) -> std::optional<Index> {
    if (part.kind == Kind::nothing) return std::nullopt;
    return index_of(thing_of(part, names));
  };
  std::vector<holo::Slice> slices;
  std::vector<int> gone;
  for (std::size_t i = 1; i < e.parts.size(); ++i) {
    const Expression& part = e.parts[i];
    if (part.kind == Kind::slice) {
      slices.push_back(
          {bound(part.parts[0]), bound(part.parts[1]), bound(part.parts[2]).value_or(1)});
    } else {
      const Index at = index_of(thing_of(part, names));
      gone.push_back(static_cast<int>(i) - 1);
      slices.push_back({at, at == -1 ? std::optional<Index>() : at + 1, 1});
    }
  }
  Tensor y = slice(tensor_of(whole), slices);
  for (auto dim = gone.rbegin(); dim != gone.rend(); ++dim) y = squeeze(y, *dim);
  return thing(y);
}

Thing thing_of(const Expression& e, const Things& names) {
  switch (e.kind) {
    case Kind::number:
      return thing(e.number);
    case Kind::name:
      if (const auto found = names.find(e.text); found != names.end()) return found->second;
      if (e.text == "rest") return {};
      throw Error("expression", "the name " + e.text, "an input or a member of config");
    case Kind::negative: {
      const Thing x = thing_of(e.parts[0], names);
      return x.number ? thing(-*x.number) : thing(-x.tensor);
    }
    case Kind::binary:
      return binary(e.text, thing_of(e.parts[0], names), thing_of(e.parts[1], names));
    case Kind::subscript:
      return subscripted(e, names);
    case Kind::list: {
      Thing list;
      list.list.emplace();
      for (const Expression& part : e.parts) list.list->push_back(thing_of(part, names));
      return list;
    }
    case Kind::call: {
      Arguments arguments{e.text, {}, e.keywords};
      for (const Expression& part : e.parts) arguments.values.push_back(thing_of(part, names));
      return call(arguments);
    }
    default:
      throw Error("expression", "a slice by itself", "x[...]");
  }
}

}  // namespace

Tensor evaluate(const Expression& expression, const Things& names) {
  return tensor_of(thing_of(expression, names));
}

}  // namespace golden
