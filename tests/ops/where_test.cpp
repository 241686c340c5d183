// where_test.cpp: where and masked_fill choose element by element, with every pattern of
// broadcasting, and the gradient goes to what was chosen.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "any_threads.h"
#include "backend/backend.h"
#include "backend/cpu/vec.h"
#include "element.h"
#include "error_of.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace where_test {
namespace {

using namespace holo;
using Reals = std::vector<real>;

// Whole numbers, none of them twice in a row, so that sums are exact.
Tensor numbers(const Shape& shape, int seed) {
  Reals x;
  for (Index i = 0; i < shape.numel(); ++i) x.push_back(static_cast<real>((i * 7 + seed) % 23 - 9));
  return from_values(shape, std::span<const real>(x));
}

Tensor mask(const Shape& shape) {
  const real values[] = {
      0, 1, real(-0.0), -3, real(0.25), 0, std::numeric_limits<real>::quiet_NaN()};
  Reals x;
  for (Index i = 0; i < shape.numel(); ++i) x.push_back(values[i * 5 % 7]);
  return from_values(shape, std::span<const real>(x));
}

// The element of x that element i of a result of that shape comes from.
std::size_t from(const Tensor& x, const Shape& result, Index i) {
  Index offset = 0, step = 1;
  for (int d = result.ndim() - 1, own = x.ndim() - 1; own >= 0; --d, --own) {
    if (x.shape()[own] != 1) offset += i % result[d] * step;
    i /= result[d];
    step *= x.shape()[own];
  }
  return static_cast<std::size_t>(offset);
}

struct Shapes {
  Shape condition, a, b, result;
};
const Shapes cases[] = {
    {{}, {}, {}, {}},
    {{7}, {7}, {7}, {7}},
    {{65}, {65}, {65}, {65}},
    {{1}, {7}, {}, {7}},
    {{7}, {}, {1}, {7}},
    {{2, 3}, {3}, {2, 1}, {2, 3}},
    {{3}, {2, 3}, {2, 3}, {2, 3}},
    {{4, 1}, {1, 6}, {1}, {4, 6}},
    {{2, 1, 5}, {3, 1}, {1, 3, 5}, {2, 3, 5}},
    {{1, 1, 5}, {2, 3, 5}, {2, 1, 5}, {2, 3, 5}},
    {{0}, {1}, {0}, {0}},
    {{2, 1}, {1}, {2, 0}, {2, 0}},
    {{160, 131}, {131}, {160, 1}, {160, 131}},  // more than one thread takes
};

void check_equal(const char* what, const Tensor& got, const Reals& want, real times = 1) {
  CAPTURE(std::string(what));
  REQUIRE(got.defined());
  const Reals found = got.to_vector();
  REQUIRE(found.size() == want.size());
  Index wrong = 0;
  for (std::size_t i = 0; i < want.size(); ++i) wrong += found[i] != times * want[i];
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("where takes a or b, and sends the gradient to it") {
  for (const Shapes& s : cases) {
    CAPTURE(s.condition.to_string());
    CAPTURE(s.a.to_string());
    CAPTURE(s.b.to_string());
    const Tensor condition = mask(s.condition);
    const Tensor a = numbers(s.a, 1).set_requires_grad(), b = numbers(s.b, 30).set_requires_grad();
    const Tensor y = where(condition, a, b), dy = numbers(s.result, 5);
    CHECK(y.shape() == s.result);
    const Reals chosen = condition.to_vector(), of_a = a.to_vector(), of_b = b.to_vector();
    const Reals of_dy = dy.to_vector();
    Reals value, da(of_a.size()), db(of_b.size());
    for (Index i = 0; i < y.numel(); ++i) {
      const bool is_a = chosen[from(condition, s.result, i)] != 0;
      const std::size_t a_at = from(a, s.result, i), b_at = from(b, s.result, i);
      value.push_back(is_a ? of_a[a_at] : of_b[b_at]);
      (is_a ? da[a_at] : db[b_at]) += of_dy[value.size() - 1];
    }
    check_equal("y", y, value);
    for (const real times : {real(1), real(2)}) {  // the second gradient adds to the first
      y.backward(dy, true);
      check_equal("da", a.grad(), da, times);
      check_equal("db", b.grad(), db, times);
    }
  }
}

TEST_CASE("masked_fill puts a value where the mask is not 0, and sends the gradient elsewhere") {
  for (const Shapes& s : cases) {
    CAPTURE(s.condition.to_string());
    const Tensor m = mask(s.condition), x = numbers(s.result, 1).set_requires_grad();
    const Tensor y = masked_fill(x, m, -2.5), dy = numbers(s.result, 5);
    CHECK(y.shape() == s.result);
    CHECK(std::string(y.op()) == "masked_fill");
    const Reals filled = m.to_vector();
    Reals value = x.to_vector(), dx = dy.to_vector();
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (filled[from(m, s.result, static_cast<Index>(i))] == 0) continue;
      value[i] = real(-2.5);
      dx[i] = 0;
    }
    check_equal("y", y, value);
    for (const real times : {real(1), real(2)}) {
      y.backward(dy, true);
      check_equal("dx", x.grad(), dx, times);
    }
  }
}

TEST_CASE("one tensor on both sides gets all of the gradient") {
  const Tensor x = numbers({19}, 1).set_requires_grad(), dy = numbers({19}, 5);
  where(mask({19}), x, x).backward(dy);
  check_equal("dx", x.grad(), dy.to_vector());
}

TEST_CASE("the condition gets no gradient, and asks for none") {
  const Tensor c = mask({6}).set_requires_grad(), a = numbers({6}, 1), b = numbers({6}, 2);
  CHECK(!where(c, a, b).requires_grad());
  CHECK(!masked_fill(a, c, 1).requires_grad());
  const Tensor x = numbers({6}, 1).set_requires_grad();
  where(c, x, b).backward(ones({6}));
  CHECK(!c.grad().defined());
  const Tensor z = numbers({6}, 3).set_requires_grad();
  where(z, z, b).backward(ones({6}));  // as a condition it is a constant
  for (Index i = 0; i < 6; ++i) CHECK(element(z.grad(), i) == (element(z, i) != 0 ? 1 : 0));
}

TEST_CASE("infinities and NaN pass where they are chosen, and nowhere else") {
  const double inf = std::numeric_limits<double>::infinity();
  const Tensor x = tensor({inf, std::nan(""), 1}).set_requires_grad();
  const Tensor y = where(tensor({0, 0, 1}), x, tensor({4, 5, 6}));
  CHECK(y.to_vector() == Reals{4, 5, 1});
  y.backward(tensor({inf, std::nan(""), 2}));
  CHECK(x.grad().to_vector() == Reals{0, 0, 2});
  const Tensor filled = masked_fill(x, tensor({0, 1, 1}), -inf);
  CHECK(filled.to_vector() ==
        Reals{static_cast<real>(inf), static_cast<real>(-inf), static_cast<real>(-inf)});
}

TEST_CASE("the backward needs the condition and nothing else") {
  for (const int changed : {0, 1, 2}) {
    Tensor c = mask({6}), a = numbers({6}, 1).set_requires_grad(), b = numbers({6}, 2);
    const Tensor y = where(c, a, b), filled = masked_fill(a, c, 1);
    {
      const NoGrad no_grad;
      (changed == 0 ? c : changed == 1 ? a : b).fill_(1);
    }
    if (changed == 0) {
      CHECK_THROWS_AS(y.backward(ones({6})), Error);
      CHECK_THROWS_AS(filled.backward(ones({6})), Error);
    } else {
      CHECK_NOTHROW(y.backward(ones({6})));
      CHECK_NOTHROW(filled.backward(ones({6})));
    }
  }
}

TEST_CASE("the kernel: any length, either side a number, first or added, for any threads") {
  const Index w = Vec::width;
  for (const Index n : {Index{0}, Index{1}, w - 1, w, w + 1, 3 * w + 2, Index{20011}}) {
    const Reals c = mask({n}).to_vector(), a = numbers({n}, 1).to_vector();
    const Reals b = numbers({n}, 2).to_vector(), before = numbers({n}, 3).to_vector();
    for_any_threads([&] {
      for (const int numbers_of : {0, 1, 2, 3}) {  // bit 0: a is a number; bit 1: b is one
        for (const bool overwrite : {true, false}) {
          const bool a_number = (numbers_of & 1) != 0, b_number = (numbers_of & 2) != 0;
          Reals y = before;
          cpu().where({y.data(), overwrite}, c.data(), a_number ? nullptr : a.data(),
                      b_number ? nullptr : b.data(), 77, n);
          Index wrong = 0;
          for (std::size_t i = 0; i < y.size(); ++i) {
            const real chosen = c[i] != 0 ? (a_number ? 77 : a[i]) : (b_number ? 77 : b[i]);
            wrong += y[i] != chosen + (overwrite ? 0 : before[i]);
          }
          CHECK(wrong == 0);
        }
      }
    });
  }
}

TEST_CASE("shapes that do not fit are refused") {
  const ShapeError three = error_of<ShapeError>([] {
    where(zeros({2, 3}), zeros({3}), zeros({4, 3}));
  });
  CHECK(three.where() == "where");
  CHECK(three.dimension() == 0);
  CHECK(three.shapes().size() == 3);
  const ShapeError two = error_of<ShapeError>([] { masked_fill(zeros({3}), zeros({2, 3}), 0); });
  CHECK(two.where() == "masked_fill");
  CHECK(two.shapes().size() == 2);
}

}  // namespace where_test
