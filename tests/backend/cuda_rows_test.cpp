// cuda_rows_test.cpp: the CUDA kernels that go over a dimension agree with their plain loops, and
// give the same bits in ten runs: rows around the 32 lanes of a warp and those of a block, columns,
// sums that are cut into chunks, infinities and NaN.
#include <utility>

#include "backend/cuda_twins.h"

namespace cuda_rows_test {

using namespace twins;

TEST_CASE("cuda: sums and variances") {
  if (no_cuda()) return;
  Random random(1);
  for_axes(random, [&](Axis a, const Reals& x, bool overwrite, const std::string& form) {
    const std::vector<Reals> y = {random.normals(results(a))}, dx = {random.normals(all(a))};
    const std::vector<Reals> from = {x, random.normals(results(a))};
    check("sum", form, y, from, [&](Backend& b, const Pointers& to, const Pointers& p) {
      b.sum({to[0], overwrite}, p[0], a, 0.3);
    });
    check("sum_backward", form, dx, from, [&](Backend& b, const Pointers& to, const Pointers& p) {
      b.sum_backward({to[0], overwrite}, p[1], a, real(0.3));
    });
    check("var", form, y, from,
          [&](Backend& b, const Pointers& to, const Pointers& p) { b.var(to[0], p[0], a, 1); });
    check("var_backward", form, dx, from, [&](Backend& b, const Pointers& to, const Pointers& p) {
      b.var_backward({to[0], overwrite}, p[1], p[0], a, 1);
    });
  });
}

// From 16384 elements on a row is cut into chunks, a column from 64 on.
TEST_CASE("cuda: sums of long rows and columns, at the borders of their chunks") {
  if (no_cuda()) return;
  Random random(2);
  constexpr Axis long_axes[] = {{1, 16383, 1}, {1, 16384, 1}, {1, 16385, 1}, {3, 25001, 1},
                                {1, 63, 5},    {1, 64, 5},    {1, 65, 5},    {3, 1001, 2}};
  for (const Axis a : long_axes) {
    for (const bool overwrite : {true, false}) {
      check("sum", text(a), {random.normals(results(a))}, {random.normals(all(a))},
            [&](Backend& b, const Pointers& y, const Pointers& x) {
              b.sum({y[0], overwrite}, x[0], a, 0.3);
            });
    }
  }
}

TEST_CASE("cuda: the largest, the smallest, the first of equal ones") {
  if (no_cuda()) return;
  Random random(3);
  for_axes(random, [&](Axis a, Reals x, bool, const std::string& form) {
    for (real& v : x) v = std::round(v);  // equal ones
    for (const Extreme which : {Extreme::largest, Extreme::smallest}) {
      const std::vector<Reals> y(2, random.normals(results(a)));
      check("max", form, y, {x}, [&](Backend& b, const Pointers& to, const Pointers& p) {
        const DeviceArray<Index> index(b, std::vector<Index>(y[0].size(), -1));
        b.max(to[0], index.data(), p[0], a, which);
        const auto places = index.to_vector();
        const Reals as_reals(places.begin(), places.end());
        b.upload(to[1], as_reals.data(), as_reals.size() * sizeof(real));
      });
    }
  });
}

TEST_CASE("cuda: softmax, log_softmax and logsumexp") {
  if (no_cuda()) return;
  Random random(4);
  for_axes(random, [&](Axis a, const Reals& x, bool overwrite, const std::string& form) {
    const std::vector<Reals> y = {random.normals(all(a))}, r = {random.normals(results(a))};
    const Reals dy = random.normals(all(a));
    Reals p = dy;
    plain().softmax(p.data(), x.data(), a);
    check("softmax", form, y, {x}, [&](Backend& b, const Pointers& to, const Pointers& from) {
      b.softmax(to[0], from[0], a);
    });
    check("softmax_backward", form, y, {dy, p},
          [&](Backend& b, const Pointers& to, const Pointers& from) {
            b.softmax_backward({to[0], overwrite}, from[0], from[1], a);
          });
    check("log_softmax", form, y, {x}, [&](Backend& b, const Pointers& to, const Pointers& from) {
      b.log_softmax(to[0], from[0], a);
    });
    check("logsumexp", form, r, {x}, [&](Backend& b, const Pointers& to, const Pointers& from) {
      b.logsumexp(to[0], from[0], a);
    });
  });
}

TEST_CASE("cuda: cross-entropy") {
  if (no_cuda()) return;
  Random random(5);
  for_axes(random, [&](Axis a, const Reals& x, bool overwrite, const std::string& form) {
    if (a.inner > 1) return;
    const CrossEntropySizes s{.rows = a.outer, .V = a.n, .ignore = a.n > 3 ? 2 : -1};
    mirrored::Array<Index> target = random.indices(s.rows, s.V);
    if (s.rows > 0) target[0] = a.n > 3 ? 2 : 0;
    const Reals d = random.normals(s.rows);
    check("cross_entropy", form, {d, d, d}, {x},
          [&](Backend& b, const Pointers& to, const Pointers& p) {
            const DeviceArray<Index> index(b, target);
            b.cross_entropy(to[0], to[1], to[2], p[0], index.data(), s);
          });
    Reals loss = d, largest = d, log_sum = d;
    plain().cross_entropy(loss.data(), largest.data(), log_sum.data(), x.data(), target.data(), s);
    for (const Index step : {0, 1}) {
      check("cross_entropy_backward", form, {random.normals(s.rows * s.V)},
            {x, largest, log_sum, d}, [&](Backend& b, const Pointers& to, const Pointers& p) {
              const DeviceArray<Index> index(b, target);
              b.cross_entropy_backward({to[0], overwrite}, {p[3], step, real(0.7)}, p[0], p[1],
                                       p[2], index.data(), s);
            });
    }
  });
}

TEST_CASE("cuda: norms") {
  if (no_cuda()) return;
  Random random(7);
  for_axes(random, [&](Axis a, const Reals& x, bool overwrite, const std::string& form) {
    if (a.inner > 1) return;
    const NormSizes s{.rows = a.outer, .C = a.n, .epsilon = real(1e-5)};
    const Reals gain = random.normals(s.C), bias = random.normals(s.C), r = random.normals(s.rows);
    const std::vector<Reals> from = {x, gain, bias};
    check("layer_norm", form, {x, r, r}, from,
          [&](Backend& b, const Pointers& to, const Pointers& p) {
            b.norm(to[0], to[1], to[2], p[0], p[1], p[2], s);
          });
    check("rms_norm", form, {x, r}, from, [&](Backend& b, const Pointers& to, const Pointers& p) {
      b.norm(to[0], nullptr, to[1], p[0], p[1], nullptr, s);
    });
    Reals y = x, mean = r, rstd = r;
    plain().norm(y.data(), mean.data(), rstd.data(), x.data(), nullptr, nullptr, s);
    const Reals dy = random.normals(s.rows * s.C);
    check("layer_norm_backward", form, {dy, gain, bias}, {dy, x, gain, mean, rstd},
          [&](Backend& b, const Pointers& to, const Pointers& p) {
            b.norm_backward({to[0], overwrite}, {to[1], overwrite}, {to[2], overwrite}, p[0], p[1],
                            p[2], p[3], p[4], s);
          });
    check("rms_norm_backward", form, {dy, gain}, {dy, x, gain, rstd},
          [&](Backend& b, const Pointers& to, const Pointers& p) {
            b.norm_backward({to[0], overwrite}, {to[1], overwrite}, {}, p[0], p[1], p[2], nullptr,
                            p[3], s);
          });
  });
}

TEST_CASE("cuda: gain and bias of norms over chunks of rows") {
  if (no_cuda()) return;
  Random random(8);
  for (const auto& [rows, C] : {std::pair{65, 5}, {3000, 2}, {17000, 1}, {64, 300}}) {
    const NormSizes s{.rows = rows, .C = C, .epsilon = real(1e-5)};
    const Reals x = random.normals(s.rows * s.C), dy = random.normals(s.rows * s.C);
    const Reals row = random.normals(s.rows);
    for (const bool overwrite : {true, false}) {
      check("layer_norm_backward", text(Axis{1, rows, C}), {random.normals(C), random.normals(C)},
            {dy, x, row}, [&](Backend& b, const Pointers& to, const Pointers& p) {
              b.norm_backward({}, {to[0], overwrite}, {to[1], overwrite}, p[0], p[1], nullptr, p[2],
                              p[2], s);
            });
    }
  }
}

}  // namespace cuda_rows_test
