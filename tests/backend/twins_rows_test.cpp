// twins_rows_test.cpp: the kernels that go over a dimension agree with their plain loops: sums,
// extremes, variances, softmax and its kin, cross-entropy, norms.
#include "backend/twins.h"

namespace twins_rows_test {

using namespace twins;

namespace {

Index all(Axis a) { return a.outer * a.n * a.inner; }
Index results(Axis a) { return a.outer * a.inner; }

// Sizes, with and without edge values, written and added, for a kernel over an Axis; `body` gets
// each. Large ones take long: both at once.
void for_axes(unsigned seed,
              const std::function<void(Random&, Axis, bool with_edges, bool overwrite)>& body) {
  Random random(seed);
  for (const Axis axis : axes()) {
    const int step = all(axis) > 100000 ? 3 : 1;
    for (int k = 0; k < 4; k += step) body(random, axis, k % 2 == 1, k < 2);
  }
}

}  // namespace

TEST_CASE("twins: sums") {
  for_axes(1, [](Random& random, Axis a, bool with_edges, bool overwrite) {
    const Reals x = random.numbers(all(a), with_edges), dy = random.numbers(results(a), with_edges);
    // 1e4 is one of the edge values, and is rounded away when another one takes it off
    const Tolerance rounded = of_whole(with_edges ? 64e4 : 64);
    compare("sum", text(a, with_edges), {random.normals(results(a))}, rounded,
            [&](Backend& b, std::vector<Reals>& to) {
              b.sum({to[0].data(), overwrite}, x.data(), a, 0.3);
            });
    compare("sum_backward", text(a, with_edges), {random.normals(all(a))}, of_each(2),
            [&](Backend& b, std::vector<Reals>& to) {
              b.sum_backward({to[0].data(), overwrite}, dy.data(), a, real(0.3));
            });
  });
  Reals x;
  compare("sum", "of nothing", {Reals(3, 7)}, to_the_bit, [&](Backend& b, std::vector<Reals>& to) {
    b.sum({to[0].data(), true}, x.data(), {3, 0, 1}, 1);
  });
}

TEST_CASE("twins: the largest, the smallest, and where they are") {
  for_axes(2, [](Random& random, Axis a, bool with_edges, bool) {
    Reals x = random.numbers(all(a), with_edges);
    for (real& v : x) {
      if (random.coin()) v = std::round(v);  // equal ones
    }
    for (const Extreme which : {Extreme::largest, Extreme::smallest}) {
      const std::vector<Reals> y(2, Reals(static_cast<std::size_t>(results(a))));
      compare("max", text(a, with_edges), y, equal, [&](Backend& b, std::vector<Reals>& to) {
        IndexArray index(to[1].size());
        b.max(to[0].data(), index.data(), x.data(), a, which);
        for (std::size_t i = 0; i < index.size(); ++i) to[1][i] = static_cast<real>(index[i]);
      });
    }
  });
}

TEST_CASE("twins: variances") {
  for_axes(3, [](Random& random, Axis a, bool with_edges, bool overwrite) {
    const Reals x = random.numbers(all(a), with_edges), dy = random.normals(results(a));
    for (const Index correction : {0, 1, 3}) {
      // edge values of 1e4 beside 1: of the largest
      compare("var", text(a, with_edges), {random.normals(results(a))}, of_whole(64),
              [&](Backend& b, std::vector<Reals>& to) {
                b.var(to[0].data(), x.data(), a, correction);
              });
      if (a.n <= correction) continue;  // infinite or NaN, as the last digit of the mean has it
      compare("var_backward", text(a, with_edges), {random.normals(all(a))}, of_whole(64),
              [&](Backend& b, std::vector<Reals>& to) {
                b.var_backward({to[0].data(), overwrite}, dy.data(), x.data(), a, correction);
              });
    }
  });
}

TEST_CASE("twins: softmax, log_softmax and logsumexp") {
  for_axes(4, [](Random& random, Axis a, bool with_edges, bool overwrite) {
    Reals x = random.numbers(all(a), with_edges);
    const Reals dy = random.normals(all(a));
    const std::vector<Reals> y = {random.normals(all(a))}, r = {random.normals(results(a))};
    const std::string form = text(a, with_edges);
    compare("softmax", form, y, of_each(16),
            [&](Backend& b, std::vector<Reals>& to) { b.softmax(to[0].data(), x.data(), a); });
    compare("log_softmax", form, y, of_each(16),
            [&](Backend& b, std::vector<Reals>& to) { b.log_softmax(to[0].data(), x.data(), a); });
    compare("logsumexp", form, r, of_each(16),
            [&](Backend& b, std::vector<Reals>& to) { b.logsumexp(to[0].data(), x.data(), a); });
    Reals known = x;
    plain().softmax(known.data(), x.data(), a);
    compare("softmax_backward", form, y, of_whole(16), [&](Backend& b, std::vector<Reals>& to) {
      b.softmax_backward({to[0].data(), overwrite}, dy.data(), known.data(), a);
    });
  });
}

TEST_CASE("twins: cross-entropy") {
  Random random(5);
  for (const Index V : {1, 2, 7, 16, 17, 100, 5000}) {
    for (int k = 0; k < 8; ++k) {
      const CrossEntropySizes s{.rows = k == 7 ? 0 : 1 + k, .V = V, .ignore = V > 3 ? 2 : -1};
      const bool with_edges = k % 2 == 1, overwrite = k < 4;
      const Reals x = random.numbers(s.rows * V, with_edges), d = random.normals(s.rows);
      const IndexArray target = random.indices(s.rows, V);
      const std::string form = std::to_string(s.rows) + " rows of " + std::to_string(V);
      compare("cross_entropy", form, std::vector<Reals>(3, random.normals(s.rows)), of_each(16),
              [&](Backend& b, std::vector<Reals>& to) {
                b.cross_entropy(to[0].data(), to[1].data(), to[2].data(), x.data(), target.data(),
                                s);
              });
      Reals loss = d, largest = d, log_sum = d;
      plain().cross_entropy(loss.data(), largest.data(), log_sum.data(), x.data(), target.data(),
                            s);
      for (const Index step : {0, 1}) {
        for (const real factor : {real(0.5), real(1)}) {
          const LossGradient dloss{.data = d.data(), .step = step, .factor = factor};
          compare("cross_entropy_backward", form, {random.normals(s.rows * V)}, of_each(16),
                  [&](Backend& b, std::vector<Reals>& to) {
                    b.cross_entropy_backward({to[0].data(), overwrite}, dloss, x.data(),
                                             largest.data(), log_sum.data(), target.data(), s);
                  });
        }
      }
    }
  }
}

TEST_CASE("twins: norms") {
  Random random(6);
  for (const Index C : {1, 2, 3, 4, 5, 8, 15, 16, 17, 33, 64, 300, 1025}) {
    for (int k = 0; k < 24; ++k) {
      const NormSizes s{.rows = k == 0              ? 0
                                : k == 1            ? 200
                                : k == 2 && C == 17 ? 3000
                                                    : 1 + k % 5,
                        .C = C,
                        .epsilon = real(1e-5)};
      const bool with_edges = k % 8 == 7, overwrite = k % 2 == 0;
      const Reals x = random.numbers(s.rows * C, with_edges), dy = random.normals(s.rows * C);
      const Reals gain = random.normals(C), bias = random.normals(C);
      const real* const gain_or_none = k % 3 == 0 ? nullptr : gain.data();
      const real* const bias_or_none = k % 4 == 0 ? nullptr : bias.data();
      const std::string form = text(Axis{1, s.rows, C}, with_edges);
      // of a row with an infinity the mean is NaN or infinite; its y is NaN
      const auto stats = [&](std::vector<Reals>& to) {
        if (with_edges) to[1] = to[2] = Reals(to[1].size());
      };
      compare("norm", form,
              {random.normals(s.rows * C), random.normals(s.rows), random.normals(s.rows)},
              of_whole(64), [&](Backend& b, std::vector<Reals>& to) {
                b.norm(to[0].data(), to[1].data(), to[2].data(), x.data(), gain_or_none,
                       bias_or_none, s);
                stats(to);
              });
      compare("norm", form + " without a mean",
              {random.normals(s.rows * C), random.normals(s.rows)}, of_whole(64),
              [&](Backend& b, std::vector<Reals>& to) {
                b.norm(to[0].data(), nullptr, to[1].data(), x.data(), gain_or_none, nullptr, s);
              });
      Reals y = x, mean(static_cast<std::size_t>(s.rows)), rstd = mean;
      plain().norm(y.data(), mean.data(), rstd.data(), x.data(), nullptr, nullptr, s);
      const std::vector<Reals> gradients = {random.normals(s.rows * C), random.normals(C),
                                            random.normals(C)};
      // what is asked for: all, or some of dx, dgain, dbias
      const auto wanted = [&](Reals& array, int i) {
        return Output{k % 4 == 3 && i != k % 3 ? nullptr : array.data(), overwrite};
      };
      compare("norm_backward", form, gradients, of_whole(256),
              [&](Backend& b, std::vector<Reals>& to) {
                b.norm_backward(wanted(to[0], 0), wanted(to[1], 1), wanted(to[2], 2), dy.data(),
                                x.data(), gain_or_none, mean.data(), rstd.data(), s);
              });
      plain().norm(y.data(), nullptr, rstd.data(), x.data(), nullptr, nullptr, s);
      compare("norm_backward", form + " without a mean", gradients, of_whole(256),
              [&](Backend& b, std::vector<Reals>& to) {
                b.norm_backward(wanted(to[0], 0), wanted(to[1], 1), {}, dy.data(), x.data(),
                                gain_or_none, nullptr, rstd.data(), s);
              });
    }
  }
}

}  // namespace twins_rows_test
