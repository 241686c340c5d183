// cuda_elementwise_test.cpp: the elementwise kernels of a GPU agree with the plain loops at sizes
// around those of a block and of a tile, and write nothing beyond their output. The tests of the
// ops have the rest, with HOLO_DEVICE=cuda.
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "backend/cuda_twins.h"

namespace cuda_elementwise_test {

using namespace twins;

namespace {

void check_agree(const std::string& form, std::vector<Reals> y, const std::vector<Reals>& x,
                 Tolerance tolerance, const Call& call) {
  for (Reals& a : y) a.insert(a.end(), 5, real(-77));  // to stay as they are
  const std::vector<Reals> got = made_by(*cuda(), y, x, call), want = made_by(plain(), y, x, call);
  for (std::size_t k = 0; k < y.size(); ++k) {
    for (std::size_t i = 0; i < y[k].size(); ++i) {
      if (agree(got[k][i], want[k][i], 1, tolerance)) continue;
      FAIL_CHECK(form, ": output ", k, ", element ", i, " is ", got[k][i], ", on plain ",
                 want[k][i]);
      return;
    }
  }
  CHECK(true);
}

constexpr Index sizes_of_blocks[] = {0, 1, 31, 255, 256, 257, 511, 512, 513, 1100};

}  // namespace

// The emulator alone has this setting.
TEST_CASE(
    "cuda: with EMULATOR_MATH=other the last bits are not those of the host, and else they are") {
  if (no_cuda() || !emulated()) return;
  const char* const setting = std::getenv("EMULATOR_MATH");
  const bool other = setting != nullptr && std::string(setting) == "other";
  Random random(2);
  const std::vector<Reals> x = {random.normals(300)}, y = {Reals(300)};
  for (const Unary op : {Unary::exp, Unary::tanh, Unary::sin, Unary::cos}) {
    const Call call = [op](Backend& b, const Pointers& to, const Pointers& from) {
      b.unary(op, to[0], from[0], 300, {});
    };
    INFO(static_cast<int>(op));
    CHECK((made_by(*cuda(), y, x, call)[0] == made_by(plain(), y, x, call)[0]) == !other);
  }
}

TEST_CASE("cuda: functions of one and two inputs at sizes around a block") {
  if (no_cuda()) return;
  Random random(1);
  for (const Index n : sizes_of_blocks) {
    const Constants c{real(-0.4), real(0.7)};
    const std::vector<Reals> x = {random.edges(n), random.normals(n), random.edges(n)};
    for (const bool overwrite : {true, false}) {
      const std::string form = std::to_string(n) + (overwrite ? " written" : " added");
      const std::vector<Reals> y = {random.normals(n)};
      check_agree("add_scaled " + form, y, x, of_each(2),
                  [&](Backend& b, const Pointers& to, const Pointers& from) {
                    b.add_scaled({to[0], overwrite}, from[0], real(0.3), n);
                  });
      check_agree("where " + form, y, x, equal,
                  [&](Backend& b, const Pointers& to, const Pointers& from) {
                    b.where({to[0], overwrite}, from[0], from[1], nullptr, real(3), n);
                    b.where({to[0], false}, from[2], nullptr, from[1], real(4), n);
                  });
      check_agree(
          "unary_backward " + form, y, x, of_each(8),
          [&](Backend& b, const Pointers& to, const Pointers& from) {
            b.unary_backward(Unary::clamp, {to[0], overwrite}, from[1], from[0], from[2], n, c);
          });
      const Broadcast s{.ndim = 1, .numel = n, .size = {n}, .a = {{1}}, .b = {{0}}};
      check_agree("binary_backward " + form, {y[0], y[0]}, {x[1], x[0], {real(0.5)}}, of_each(8),
                  [&](Backend& b, const Pointers& to, const Pointers& from) {
                    b.binary_backward(Binary::div, Side::a, {to[0], overwrite}, from[0], from[1],
                                      from[2], s);
                    b.binary_backward(Binary::div, Side::b, {to[1], overwrite}, from[0], from[1],
                                      from[2], s);
                  });
    }
    check_agree("unary " + std::to_string(n), {Reals(x[0].size()), Reals(x[0].size()), x[1]}, x,
                of_each(16), [&](Backend& b, const Pointers& to, const Pointers& from) {
                  b.unary(Unary::gelu_tanh, to[0], from[0], n, c);
                  b.unary_with_slope(Unary::silu, to[1], to[2], to[2], n, c);  // the slope over x
                });
  }
}

TEST_CASE("cuda: gates and flows at sizes around a block") {
  if (no_cuda()) return;
  Random random(2);
  for (const Index n : sizes_of_blocks) {
    for (const Index rows : {1, 3}) {
      if (n % rows != 0) continue;
      const std::string form = std::to_string(n) + " in rows " + std::to_string(rows);
      const Reals a = random.normals(n), b = random.normals(n), c = random.edges(n);
      const Reals x = random.normals(2 * n), zeros(a.size());
      const GatedSizes gated{.rows = rows, .C = n / rows, .gate_first = rows == 1};
      check_agree("gated " + form, {zeros, x}, {x, a}, of_each(32),
                  [&](Backend& to, const Pointers& y, const Pointers& from) {
                    to.gated(Unary::silu, y[0], from[0], gated);
                    to.gated_backward(Unary::tanh, {y[1], false}, from[1], from[0], gated);
                  });
      const HoloGateSizes holo{.first = Unary::tanh,
                               .second = std::nullopt,
                               .gate = Unary::sigmoid,
                               .rows = rows,
                               .C = n / rows};
      check_agree("holo_gate " + form, {x, a, b, zeros}, {a, b, c, x}, of_each(32),
                  [&](Backend& to, const Pointers& y, const Pointers& from) {
                    to.holo_gate(y[0], from[0], from[1], from[2], holo);
                    to.holo_gate_backward({y[1], true}, {y[2], false}, {y[3], true}, from[3],
                                          from[0], from[1], from[2], y[0], holo);
                  });
      check_agree("affine_flow " + form, {zeros}, {a, b, c}, of_each(32),
                  [&](Backend& to, const Pointers& y, const Pointers& from) {
                    to.affine_flow(y[0], nullptr, from[0], from[1], from[2], n);
                  });
    }
  }
}

TEST_CASE("cuda: dropout keeps what plain keeps") {
  if (no_cuda()) return;
  Random random(3);
  for (const Index n : sizes_of_blocks) {
    for (const double p : {0.0, 0.3, 0.97}) {
      for (const std::uint64_t stream : {std::uint64_t(0), std::uint64_t(0x123456789ABCDEF0)}) {
        for (const bool overwrite : {true, false}) {
          check_agree(std::to_string(n), {random.normals(n)}, {random.edges(n)},
                      overwrite ? same_bits : of_each(2),
                      [&](Backend& b, const Pointers& y, const Pointers& x) {
                        b.dropout({y[0], overwrite}, x[0], n,
                                  {.p = p, .seed = 0xFEDCBA9876543210, .stream = stream});
                      });
        }
      }
    }
  }
}

// A kernel for packs would stop at the first array that begins between two of them.
TEST_CASE("cuda: arrays that begin within a pack of four, and numbers after the last pack") {
  if (no_cuda()) return;
  Random random(5);
  for (const Index n : {Index{280}, (Index{1} << 17) + 3}) {
    for (const Index from : {0, 1, 2}) {
      const std::string form = std::to_string(n) + " from " + std::to_string(from);
      const Axis rows{n / 40, 40, 1};
      const std::vector<Reals> y = {random.normals(n + from)}, x = {random.normals(n + from)};
      check_agree("unary " + form, y, x, of_each(8),
                  [&](Backend& b, const Pointers& to, const Pointers& p) {
                    b.unary(Unary::exp, to[0] + from, p[0] + from, n, {});
                  });
      check_agree("add_scaled " + form, y, x, of_each(8),
                  [&](Backend& b, const Pointers& to, const Pointers& p) {
                    b.add_scaled({to[0] + from, false}, p[0] + from, 3, n);
                  });
      check_agree("softmax " + form, y, x, of_each(8),
                  [&](Backend& b, const Pointers& to, const Pointers& p) {
                    b.softmax(to[0] + from, p[0] + from, rows);
                  });
      check_agree("rms_norm " + form, {y[0], random.normals(rows.outer)}, x, of_each(8),
                  [&](Backend& b, const Pointers& to, const Pointers& p) {
                    b.norm(to[0] + from, nullptr, to[1], p[0] + from, p[0] + from, nullptr,
                           {.rows = rows.outer, .C = rows.n, .epsilon = real(1e-5)});
                  });
    }
  }
}

TEST_CASE("cuda: move in every order of the dimensions, at sizes around a tile") {
  if (no_cuda()) return;
  Random random(4);
  const Index around[] = {1, 7, 8, 9, 31, 32, 33, 64, 65};
  for (int round = 0; round < 600; ++round) {
    // One of the arrays is contiguous, or has a gap after each row; the other one has its
    // dimensions in another order.
    const int ndim = 2 + round % 3;
    Index size[max_ndim] = {}, y_room = 1, x_room = 1, x_first = 0;
    Strides y_strides{}, x_strides{};
    int order[] = {0, 1, 2, 3};
    for (int d = ndim; d-- > 1;) std::swap(order[d], order[random.below(d + 1)]);
    for (int d = 0; d < ndim; ++d) size[d] = 1 + random.below(3);
    for (int d = ndim - 2; d < ndim; ++d) size[d] = around[random.below(9)];
    if (ndim > 2 && random.coin()) std::swap(size[0], size[ndim - 1 - random.below(2)]);
    for (int d = ndim; d-- > 0;) {
      y_strides.stride[d] = y_room;
      y_room = y_room * size[d] + (d == ndim - 1 ? random.below(2) : 0);
      const int e = order[d];
      x_strides.stride[e] = x_room;
      x_room *= size[e];
    }
    if (random.coin()) {
      std::swap(y_strides, x_strides);
      std::swap(y_room, x_room);
    }
    const int turned = static_cast<int>(random.below(2 * ndim));  // backwards, as slice may
    if (turned < ndim) {
      x_first = (size[turned] - 1) * x_strides.stride[turned];
      x_strides.stride[turned] *= -1;
    }
    const bool overwrite = random.coin();
    const Shape shape(std::span<const Index>(size, static_cast<std::size_t>(ndim)));
    check_agree("round " + std::to_string(round), {random.normals(y_room)},
                {random.normals(x_room)}, same_bits,
                [&](Backend& b, const Pointers& y, const Pointers& x) {
                  b.move({y[0], overwrite}, y_strides, x[0] + x_first, x_strides, shape);
                });
  }
}

}  // namespace cuda_elementwise_test
