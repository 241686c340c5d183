// twins_test.cpp: every kernel of the cpu, or with HOLO_DEVICE=cuda of that device, agrees with the
// plain loop: what is elementwise, and the memory. The others are in twins_*_test.cpp. No
// function of a backend is without such a test.
#include "backend/twins.h"

#include <fstream>
#include <iterator>
#include <optional>
#include <set>

namespace twins_test {

using namespace twins;

namespace {

// In units of the last place: exact where both round once, some units where an elementary function
// or a product and a sum in one operation are between.
Tolerance forward_of(Unary op) {
  switch (op) {
    case Unary::exp:
    case Unary::log:
    case Unary::sin:
    case Unary::cos:
    case Unary::tanh:
    case Unary::sigmoid:
      return of_each(4);
    case Unary::softplus:
    case Unary::gelu:
    case Unary::silu:
      return of_each(8);
    case Unary::gelu_tanh:
      return of_each(16);
    case Unary::pow:
      return of_each(8);
    default:
      return equal;
  }
}

std::string read(const std::string& path) {
  std::ifstream file(path);
  REQUIRE_MESSAGE(file, path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::set<std::string> found(const std::string& text, const std::string& pattern) {
  const std::vector<std::string> names = matches(text, pattern);
  return {names.begin(), names.end()};
}

// A result that broadcasts: some dimensions of a and of b are repeated.
Broadcast random_broadcast(Random& random) {
  Broadcast s{};
  s.ndim = static_cast<int>(random.below(5));
  s.numel = 1;
  Index a_step = 1, b_step = 1;
  for (int d = s.ndim; d-- > 0;) {
    s.size[d] = 2 + random.below(d == s.ndim - 1 ? 40 : 5);
    const Index repeated = random.below(3);
    s.a.stride[d] = repeated == 1 ? 0 : a_step;
    s.b.stride[d] = repeated == 2 ? 0 : b_step;
    if (repeated != 1) a_step *= s.size[d];
    if (repeated != 2) b_step *= s.size[d];
    s.numel *= s.size[d];
  }
  return s;
}

}  // namespace

TEST_CASE("twins: every function of a backend has a test here") {
  std::string tests;
  for (const char* const part : {"", "_rows", "_products"}) {
    tests += read(std::string("tests/backend/twins") + part + "_test.cpp");
  }
  const std::set<std::string> tested = found(tests, "compare\\(\\s*\"([a-z_]+)\"");
  const std::set<std::string> all =
      found(read("src/backend/backend.h"), "\n  virtual [^~(]*[ *]([a-z_]+)\\(");
  CHECK(all.size() > 40);
  CHECK(all.count("softmax") == 1);
  const std::set<std::string> no_numbers = {"memory_limit", "allocate", "release", "synchronize"};
  for (const std::string& name : all) {
    if (no_numbers.count(name) == 1) continue;
    CHECK_MESSAGE(tested.count(name) == 1, "no twins of ", name);
  }
  for (const std::string& name : tested) CHECK_MESSAGE(all.count(name) == 1, name);
}

TEST_CASE("twins: memory") {
  Random random(1);
  for (const Index n : sizes()) {
    const Reals x = random.edges(n);
    const std::vector<Reals> y = {random.normals(n)};
    const std::string form = std::to_string(n);
    compare("fill", form, y, to_the_bit,
            [&](Backend& b, std::vector<Reals>& to) { b.fill(to[0].data(), real(-0.0), n); });
    compare("copy", form, y, to_the_bit,
            [&](Backend& b, std::vector<Reals>& to) { b.copy(to[0].data(), x.data(), n); });
    compare("upload", form, y, to_the_bit, [&](Backend& b, std::vector<Reals>& to) {
      b.upload(to[0].data(), x.data(), bytes_of(n));
    });
    compare("download", form, y, to_the_bit, [&](Backend& b, std::vector<Reals>& to) {
      b.download(to[0].data(), x.data(), bytes_of(n));
    });
  }
}

TEST_CASE("twins: functions of one input") {
  Random random(2);
  for (int op = 0; op <= static_cast<int>(Unary::clamp); ++op) {
    const Constants c =
        Unary(op) == Unary::clamp ? Constants{real(-0.5), real(0.8)} : Constants{real(2.5), 0};
    const Tolerance tolerance = forward_of(Unary(op));
    for (const Index n : sizes()) {
      for (const bool with_edges : {false, true}) {
        const Reals x = random.numbers(n, with_edges), dy = random.numbers(n, with_edges);
        const std::vector<Reals> y = {random.normals(n)};
        const std::string form = std::to_string(op) + " " + std::to_string(n);
        compare("unary", form, y, tolerance, [&](Backend& b, std::vector<Reals>& to) {
          b.unary(Unary(op), to[0].data(), x.data(), n, c);
        });
        compare("unary_with_slope", form, {y[0], x}, of_each(32),
                [&](Backend& b, std::vector<Reals>& to) {
                  b.unary_with_slope(Unary(op), to[0].data(), to[1].data(), to[1].data(), n, c);
                });
        Reals known = x;
        plain().unary(Unary(op), known.data(), x.data(), n, c);
        // The functions of a GPU have other last bits. Where the two terms of a slope nearly
        // cancel, these are more than a few units of the result, but not of dy.
        Tolerance of_slope = of_each(32);
        if (default_device() == Device::cuda) of_slope.terms = &dy;
        for (const bool overwrite : {true, false}) {
          compare("unary_backward", form, y, of_slope, [&](Backend& b, std::vector<Reals>& to) {
            b.unary_backward(Unary(op), {to[0].data(), overwrite}, dy.data(), x.data(),
                             known.data(), n, c);
          });
        }
      }
    }
  }
}

TEST_CASE("twins: arrays that begin at any address, and numbers after the last whole register") {
  Random random(5);
  for (const Index n : {Index{280}, (Index{1} << 17) + 3}) {
    for (const Index at : {0, 1, 2, 3}) {
      const Axis rows{n / 40, 40, 1};
      const Reals x = random.normals(n + at), r = random.normals(n / 40);
      const std::vector<Reals> y = {random.normals(n + at)};
      const std::string form = std::to_string(n) + " from " + std::to_string(at);
      compare("unary", form, y, of_each(4), [&](Backend& b, std::vector<Reals>& to) {
        b.unary(Unary::exp, to[0].data() + at, x.data() + at, n, {});
      });
      compare("add_scaled", form, y, of_each(2), [&](Backend& b, std::vector<Reals>& to) {
        b.add_scaled({to[0].data() + at, false}, x.data() + at, 3, n);
      });
      compare("softmax", form, y, of_each(16), [&](Backend& b, std::vector<Reals>& to) {
        b.softmax(to[0].data() + at, x.data() + at, rows);
      });
      compare("norm", form, {y[0], r}, of_whole(64), [&](Backend& b, std::vector<Reals>& to) {
        b.norm(to[0].data() + at, nullptr, to[1].data(), x.data() + at, x.data() + at, nullptr,
               {.rows = rows.outer, .C = rows.n, .epsilon = real(1e-5)});
      });
    }
  }
}

TEST_CASE("twins: functions of two inputs, in every layout") {
  Random random(3);
  for (int k = 0; k < 400; ++k) {
    const Binary op = Binary(k % (static_cast<int>(Binary::binary_cross_entropy) + 1));
    // None; rows of eight that begin at any address.
    const Broadcast s = k == 0   ? Broadcast{1, 0, {0}, {{1}}, {{1}}}
                        : k == 1 ? Broadcast{2, 24, {3, 8}, {{7, 1}}, {{1, 0}}}
                                 : random_broadcast(random);
    const bool with_edges = random.coin(), overwrite = random.coin();
    const Reals a = random.numbers(s.numel, with_edges), b = random.numbers(s.numel, with_edges);
    const Reals dy = random.normals(s.numel);
    const std::vector<Reals> y = {random.normals(s.numel)};
    const std::string form = std::to_string(k);
    const bool of_library = op == Binary::binary_cross_entropy || op == Binary::pow;
    const Tolerance forward = of_library ? of_each(8) : equal;
    compare("binary", form, y, forward, [&](Backend& backend, std::vector<Reals>& to) {
      backend.binary(op, to[0].data(), a.data(), b.data(), s);
    });
    for (const Side side : {Side::a, Side::b}) {
      compare("binary_backward", form, y, of_each(8),
              [&](Backend& backend, std::vector<Reals>& to) {
                backend.binary_backward(op, side, {to[0].data(), overwrite}, dy.data(), a.data(),
                                        b.data(), s);
              });
    }
  }
}

TEST_CASE("twins: multiples, choices, dropout and gates") {
  Random random(4);
  for (const Index n : sizes()) {
    for (int k = 0; k < 8; ++k) {
      const bool with_edges = k % 2 == 1, overwrite = k % 4 < 2;
      const Reals x = random.numbers(n, with_edges), other = random.numbers(n, with_edges);
      Reals condition = random.edges(n);
      const std::vector<Reals> y = {random.normals(n)};
      const std::string form = std::to_string(n) + (overwrite ? " written" : " added");
      const Tolerance once = overwrite ? to_the_bit : of_each(2);
      compare("add_scaled", form, y, once, [&](Backend& b, std::vector<Reals>& to) {
        b.add_scaled({to[0].data(), overwrite}, x.data(), real(-0.3), n);
      });
      compare("add_scaled", form, {x}, to_the_bit, [&](Backend& b, std::vector<Reals>& to) {
        b.add_scaled({to[0].data(), true}, to[0].data(), real(0.3), n);
      });
      compare("where", form, y, overwrite ? to_the_bit : equal,
              [&](Backend& b, std::vector<Reals>& to) {
                b.where({to[0].data(), overwrite}, condition.data(), k < 4 ? x.data() : nullptr,
                        k % 3 == 0 ? nullptr : other.data(), real(-2), n);
              });
      const DropoutMask mask{
          .p = k < 4 ? 0.3 : 0.0, .seed = 7, .stream = static_cast<std::uint64_t>(n)};
      compare("dropout", form, y, once, [&](Backend& b, std::vector<Reals>& to) {
        b.dropout({to[0].data(), overwrite}, x.data(), n, mask);
      });
    }
    const std::optional<Unary> gates[] = {std::nullopt,     Unary::relu,   Unary::relu2,
                                          Unary::gelu,      Unary::silu,   Unary::tanh,
                                          Unary::gelu_tanh, Unary::sigmoid};
    for (int k = 0; k < 32; ++k) {
      const std::optional<Unary> f = gates[k % 8];
      const GatedSizes s{.rows = 1 + k % 3, .C = n, .gate_first = k >= 16};
      const bool with_edges = k % 2 == 1;
      const Reals x = random.numbers(2 * s.rows * n, with_edges);
      const Reals dy = random.numbers(s.rows * n, with_edges);
      const std::string form = std::to_string(k) + " of " + std::to_string(n);
      compare("gated", form, {random.normals(s.rows * n)}, of_whole(16),
              [&](Backend& b, std::vector<Reals>& to) { b.gated(f, to[0].data(), x.data(), s); });
      compare("gated_backward", form, {random.normals(2 * s.rows * n)}, of_whole(32),
              [&](Backend& b, std::vector<Reals>& to) {
                b.gated_backward(f, {to[0].data(), k % 4 < 2}, dy.data(), x.data(), s);
              });
    }
    for (int k = 0; k < 32; ++k) {
      const HoloGateSizes s{.first = gates[k % 8],
                            .second = gates[(k + 3) % 8],
                            .gate = gates[(k + 6) % 8],
                            .rows = 1 + k % 3,
                            .C = n};
      const Index m = s.rows * n;
      const bool with_edges = k % 2 == 1;
      const Reals a = random.numbers(m, with_edges), x = random.numbers(m, with_edges);
      const Reals c = random.numbers(m, with_edges), dz = random.numbers(2 * m, with_edges);
      const std::string form = std::to_string(k) + " of " + std::to_string(n);
      compare("holo_gate", form, {random.normals(2 * m)}, of_whole(32),
              [&](Backend& b, std::vector<Reals>& to) {
                b.holo_gate(to[0].data(), a.data(), x.data(), c.data(), s);
              });
      Reals z(static_cast<std::size_t>(2 * m));
      plain().holo_gate(z.data(), a.data(), x.data(), c.data(), s);
      const std::vector<Reals> gradients = {random.normals(m), random.normals(m),
                                            random.normals(m)};
      compare("holo_gate_backward", form, gradients, of_slopes_near_0(64),
              [&](Backend& b, std::vector<Reals>& to) {
                b.holo_gate_backward({to[0].data(), k % 4 < 2}, {to[1].data(), k % 8 < 4},
                                     {to[2].data(), k % 16 < 8}, dz.data(), a.data(), x.data(),
                                     c.data(), z.data(), s);
              });
      const bool with_x = k % 3 > 0;
      compare("affine_flow", form, {random.normals(m)}, of_whole(16),
              [&](Backend& b, std::vector<Reals>& to) {
                b.affine_flow(to[0].data(), with_x ? z.data() : nullptr, a.data(), x.data(),
                              c.data(), m);
              });
    }
  }
}

}  // namespace twins_test
