// twins_products_test.cpp: matrix products, attention, moved and chosen elements, and the steps of
// optimizers agree with their plain loops.
#include <optional>

#include "backend/cpu/parallel.h"
#include "backend/twins.h"

namespace twins_products_test {

using namespace twins;

TEST_CASE("twins: moved elements, in any layout") {
  Random random(1);
  for (int k = 0; k < 300; ++k) {
    const int ndim = static_cast<int>(random.below(5));
    Index size[max_ndim] = {}, order[max_ndim] = {}, numel = 1, room = 1;
    for (int d = 0; d < ndim; ++d) {
      size[d] = random.below(9) == 0 ? random.below(2) : 2 + random.below(d > 1 ? 64 : 4);
      numel *= size[d];
      order[d] = d;
    }
    for (int d = ndim; d-- > 1;) std::swap(order[d], order[random.below(d + 1)]);
    // y holds each element once, in another order of the dimensions; x may repeat or skip some.
    Strides to_strides{}, from_strides{};
    Index step = 1, last = 0;
    for (int d = ndim; d-- > 0;) {
      to_strides.stride[order[d]] = step;
      step *= std::max<Index>(size[order[d]], 1);
      from_strides.stride[d] = random.below(4) == 0 ? random.below(3) : room;
      room *= std::max<Index>(size[d], 1);
      last += from_strides.stride[d] * std::max<Index>(size[d] - 1, 0);
    }
    Index x_first = 0;  // some dimensions backwards, as slice may have them
    for (int d = 0; d < ndim; ++d) {
      if (random.below(5) > 0 || size[d] == 0) continue;
      x_first += from_strides.stride[d] * (size[d] - 1);
      from_strides.stride[d] *= -1;
    }
    const Reals x = random.edges(last + 1);
    const Shape shape(std::span<const Index>(size, static_cast<std::size_t>(ndim)));
    for (const bool overwrite : {true, false}) {
      compare(
          "move", std::to_string(k), {random.normals(numel)}, overwrite ? to_the_bit : equal,
          [&](Backend& b, std::vector<Reals>& to) {
            b.move({to[0].data(), overwrite}, to_strides, x.data() + x_first, from_strides, shape);
          });
    }
  }
}

TEST_CASE("twins: elements chosen by their number") {
  Random random(2);
  const auto agree_on = [&](Index C, Index rows, Index V) {
    const Reals table = random.edges(V * C), dy = random.edges(rows * C);
    const IndexArray index = random.indices(rows, V);
    const EmbeddingSizes s{.rows = rows, .C = C, .V = V};
    const std::string form =
        std::to_string(rows) + " rows of " + std::to_string(C) + ", of " + std::to_string(V);
    compare("embedding", form, {random.normals(rows * C)}, to_the_bit,
            [&](Backend& b, std::vector<Reals>& to) {
              b.embedding(to[0].data(), table.data(), index.data(), s);
            });
    // plain adds in double
    compare("embedding_backward", form, {random.normals(V * C)}, of_whole(16),
            [&](Backend& b, std::vector<Reals>& to) {
              b.embedding_backward(to[0].data(), dy.data(), index.data(), s);
            });
  };
  for (const Index C : sizes()) {
    for (const Index rows : {0, 1, 5, 90}) agree_on(C, rows, 7);
  }
  // As gather has them: many rows of a single number, few of which are of one word.
  agree_on(1, 3 * grain::chunk, 100'000);
  for (const Index V : {1, 512, 513, 2000}) {  // few words are searched for on a GPU, many sorted
    for (const Index rows : {255, 256, 257, 1000}) agree_on(3, rows, V);
    agree_on(300, 40, V);
  }
  agree_on(3, 3 * grain::chunk, 50);
}

TEST_CASE("twins: matrix products") {
  Random random(3);
  const Index some[] = {0, 1, 2, 3, 5, 8, 15, 16, 17, 33, 70};
  for (int k = 0; k < 600; ++k) {
    MatmulSizes s{.batch = 1 + random.below(3),
                  .M = some[random.below(11)],
                  .N = some[random.below(11)],
                  .K = k % 50 == 0 ? 700 : some[random.below(11)],
                  .transpose_a = random.coin(),
                  .transpose_b = random.coin(),
                  .lda = 0,
                  .ldb = 0,
                  .ldc = 0};
    // Gaps between the rows and between the matrices; a step of 0: the same one again.
    s.lda = (s.transpose_a ? s.M : s.K) + random.below(3);
    s.ldb = (s.transpose_b ? s.K : s.N) + random.below(3);
    s.ldc = s.N + random.below(3);
    const Index a_size = s.lda * (s.transpose_a ? s.K : s.M);
    const Index b_size = s.ldb * (s.transpose_b ? s.N : s.K), c_size = s.ldc * s.M;
    s.a_step = random.below(4) == 0 ? 0 : a_size + random.below(2);
    s.b_step = random.below(4) == 0 ? 0 : b_size + random.below(2);
    s.c_step = random.below(4) == 0 ? 0 : c_size + random.below(2);
    const bool with_edges = k % 5 == 4, overwrite = random.coin();
    const Reals a = random.numbers(s.batch * (a_size + 1), with_edges && k % 2 == 0);
    const Reals b = random.numbers(s.batch * (b_size + 1), with_edges);
    const std::string form = std::to_string(k) + ": " + text(Axis{s.M, s.K, s.N}, with_edges);
    compare("matmul", form, {random.normals(s.batch * (c_size + 1))}, of_whole(64),
            [&](Backend& backend, std::vector<Reals>& to) {
              backend.matmul({to[0].data(), overwrite}, a.data(), b.data(), s);
            });
  }
}

TEST_CASE("twins: attention") {
  Random random(4);
  for (int k = 0; k < 300; ++k) {
    AttentionSizes s{};
    s.B = 1 + random.below(2);
    s.D = random.coin() ? 1 + random.below(8) : 1 + random.below(67);
    s.Hkv = 1 + random.below(2);
    s.H = s.Hkv * (1 + random.below(3));
    s.causal = random.coin();
    s.Tk = random.coin() ? 1 + random.below(18) : 1 + random.below(72);
    s.Tq = s.causal && k % 3 > 0 ? s.Tk : 1 + random.below(s.causal ? s.Tk : 72);
    s.scale = real(0.7) / std::sqrt(static_cast<real>(s.D));
    // q, k and v side by side in the rows of one array of B T rows, with a gap
    const Index T = std::max(s.Tq, s.Tk), row = (s.H + 2 * s.Hkv) * s.D + k % 3;
    s.q_row = s.k_row = s.v_row = row;
    s.q_batch = s.k_batch = s.v_batch = T * row;
    const Index v_at = (s.H + s.Hkv) * s.D, k_at = s.H * s.D, y_size = s.B * s.Tq * s.H * s.D;
    Reals x = random.normals(s.B * T * row);
    // large scores, whose softmax chooses one key; a NaN, which spoils its own query (and, on the
    // cpu, the gradients of the keys that it does not see)
    if (k % 4 == 1) {
      for (real& v : x) v *= 30;
    }
    if (k % 8 == 2 && !s.causal) x[0] = static_cast<real>(std::nan(""));
    const Reals dy = random.normals(y_size);
    const std::string form =
        std::to_string(k) + ": " + text(Axis{s.Tq, s.D, s.Tk}) + (s.causal ? " causal" : "");
    compare("attention", form, {random.normals(y_size), random.normals(s.B * s.H * s.Tq)},
            of_whole(k % 4 == 1 ? 4000 : 64), [&](Backend& b, std::vector<Reals>& to) {
              b.attention(to[0].data(), to[1].data(), x.data(), x.data() + k_at, x.data() + v_at,
                          s);
            });
    Reals y(static_cast<std::size_t>(y_size)), lse(static_cast<std::size_t>(s.B * s.H * s.Tq));
    plain().attention(y.data(), lse.data(), x.data(), x.data() + k_at, x.data() + v_at, s);
    const bool overwrite = random.coin();
    const Index wanted = random.below(4);  // 3: all, else without one of them
    compare("attention_backward", form, {random.normals(s.B * T * row)},
            of_whole(k % 4 == 1 ? 4000 : 128), [&](Backend& b, std::vector<Reals>& to) {
              const auto part = [&](Index i, Index at) {
                return Output{wanted == i ? nullptr : to[0].data() + at, overwrite};
              };
              b.attention_backward(part(0, 0), part(1, k_at), part(2, v_at), dy.data(), x.data(),
                                   x.data() + k_at, x.data() + v_at, y.data(), lse.data(), s);
            });
  }
}

TEST_CASE("twins: the steps of optimizers") {
  Random random(5);
  for (const Index n : sizes()) {
    for (int k = 0; k < 16; ++k) {
      const Reals g = random.normals(n);
      Reals v = random.normals(n);
      for (real& x : v) x = std::fabs(x);
      const std::vector<Reals> state = {random.normals(n), random.normals(n), v};
      const AdamStep adam{.learning_rate = 0.1,
                          .beta1 = 0.9,
                          .beta2 = 0.99,
                          .epsilon = 1e-8,
                          .weight_decay = k % 4 == 0 ? 0 : 0.1,
                          .step = 1 + k,
                          .decoupled = k % 2 == 0};
      compare("adam", std::to_string(n), state, of_each(16),
              [&](Backend& b, std::vector<Reals>& to) {
                b.adam(to[0].data(), to[1].data(), to[2].data(), g.data(), n, adam);
              });
      const SgdStep sgd{
          .learning_rate = 0.1, .momentum = 0.9, .weight_decay = k % 4 == 0 ? 0 : 0.1};
      compare("sgd", std::to_string(n), state, of_each(8), [&](Backend& b, std::vector<Reals>& to) {
        b.sgd(to[0].data(), k % 3 == 0 ? nullptr : to[1].data(), g.data(), n, sgd);
      });
      const Reals x = random.numbers(n, k % 2 == 1);
      const double roundings = sizeof(real) == 4 ? 1 : 16;  // both add in double
      compare("sum_of_squares", std::to_string(n), {{0}}, of_each(roundings),
              [&](Backend& b, std::vector<Reals>& to) {
                to[0][0] = static_cast<real>(b.sum_of_squares(x.data(), n));
              });
      compare("all_within", std::to_string(n), {{0}}, to_the_bit,
              [&](Backend& b, std::vector<Reals>& to) {
                const bool within = b.all_within(x.data(), n, 1e30f);
                to[0][0] = within ? 1 : 0;
                CHECK(within == std::all_of(x.begin(), x.end(),
                                            [](real number) { return std::isfinite(number); }));
              });
    }
  }
  for (const Index n : {1, 257, 2047, 2049, 256 * 2048 + 5}) {  // one number beyond the bound
    const Reals x = random.normals(n);
    for (const Index at : {Index{0}, n / 2, n - 1}) {
      for (const real bad : {real(NAN), real(INFINITY), real(-101), real(-100)}) {
        compare("all_within", std::to_string(n), {{0}}, to_the_bit,
                [&](Backend& b, std::vector<Reals>& to) {
                  Reals one = x;
                  one[static_cast<std::size_t>(at)] = bad;
                  const bool within = b.all_within(one.data(), n, 100);
                  to[0][0] = within;
                  CHECK(within == (bad == -100));
                });
      }
    }
  }
}

}  // namespace twins_products_test
