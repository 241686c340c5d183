// microgpt_by_hand.h: a training step of microgpt written by hand: the numbers of
// `train_gpt --preset microgpt` without tensors, graph or library, as a port to C would have them.
// The sizes are constants, so that the compiler unrolls and vectorises the loops. It is the peer of
// the engine in bench_train_step: what is slower there is what the engine costs.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <vector>

#include "holo/tensor.h"
#include "holo/version.h"

// A build for sanitizers vectorises nothing, and clang++ says so of each loop.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

namespace holo {

class MicrogptByHand {
 public:
  static constexpr int V = 27, C = 16, T = 16, H = 4, D = C / H, F = 4 * C;

  /// `parameters`: those of the GPT, in its order.
  explicit MicrogptByHand(const std::vector<Tensor>& parameters) {
    real* to = flat(weights_);
    for (const Tensor& parameter : parameters) {
      const std::vector<real> numbers = parameter.to_vector();  // it may lie on a GPU
      std::memcpy(to, numbers.data(), numbers.size() * sizeof(real));
      to += parameter.numel();
    }
  }

  /// One document of n tokens, 0 < n <= T, and what comes after each. Returns the mean loss before
  /// the step.
  real step(const Index* tokens, const Index* targets, int n, double learning_rate) {
    real loss = 0;
    for (int t = 0; t < n; ++t) loss += forward(t, tokens[t], targets[t]);
    gradients_ = {};
    dqkv_ = {};
    for (int t = n; t-- > 0;) backward(t, tokens[t], targets[t], 1 / static_cast<real>(n));
    adam(learning_rate);
    return loss / static_cast<real>(n);
  }

 private:
  // Weights are [out][in], in the order of the GPT's parameters.
  struct Weights {
    real token[V][C], position[T][C], head[V][C], qkv[3 * C][C], out[C][C], up[F][C], down[C][F];
  };
  static constexpr int size = sizeof(Weights) / sizeof(real);
  static real* flat(Weights& weights) { return reinterpret_cast<real*>(&weights); }

  // What the forward pass of a token leaves for its backward: the results of its parts, in their
  // order. rms0 to rms2: 1 / rms of what was normalised.
  struct Token {
    real x0[C], norm1[C], attention[H][T], mixed[C], x1[C], norm2[C], up[F], x2[C], p[V];
    real rms0, rms1, rms2;
  };
  struct Qkv {
    real of[T][3 * C];  // q, k, v of each token
  };

  // ---- the parts, each with its backward, which adds to the gradients ----

  template <int n>
  static real dot(const real* a, const real* b) {
    real sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum += a[i] * b[i];
    return sum;
  }

  // to += factor x
  template <int n>
  static void add(real* to, real factor, const real* x) {
#pragma omp simd
    for (int i = 0; i < n; ++i) to[i] += factor * x[i];
  }

  template <int out, int in>
  static void linear(real* y, const real (&w)[out][in], const real* x) {
    for (int o = 0; o < out; ++o) y[o] = dot<in>(w[o], x);
  }

  template <int out, int in>
  static void linear_backward(real* dx, real (&dw)[out][in], const real* dy,
                              const real (&w)[out][in], const real* x) {
    for (int o = 0; o < out; ++o) {
      add<in>(dx, dy[o], w[o]);
      add<in>(dw[o], dy[o], x);
    }
  }

  // Returns 1 / rms.
  static real norm(real* y, const real* x) {
    const real inverse = 1 / std::sqrt(dot<C>(x, x) / C + real(1e-5));
    for (int c = 0; c < C; ++c) y[c] = x[c] * inverse;
    return inverse;
  }

  static void norm_backward(real* dx, const real* dy, const real* y, real inverse) {
    const real mean = dot<C>(dy, y) / C;
    for (int c = 0; c < C; ++c) dx[c] += inverse * (dy[c] - y[c] * mean);
  }

  // p = softmax of n scores
  static void softmax(real* p, int n) {
    real largest = p[0], sum = 0;
    for (int i = 1; i < n; ++i) largest = p[i] > largest ? p[i] : largest;
    for (int i = 0; i < n; ++i) sum += p[i] = std::exp(p[i] - largest);
    for (int i = 0; i < n; ++i) p[i] /= sum;
  }

  // ---- a token ----

  real forward(int t, Index token, Index target) {
    Token& a = tokens_[t];
    real embedded[C];
    for (int c = 0; c < C; ++c) embedded[c] = weights_.token[token][c] + weights_.position[t][c];
    a.rms0 = norm(a.x0, embedded);
    a.rms1 = norm(a.norm1, a.x0);
    linear(qkv_.of[t], weights_.qkv, a.norm1);
    for (int h = 0; h < H; ++h) attend(a.mixed + h * D, t, h * D, a.attention[h]);
    linear(a.x1, weights_.out, a.mixed);
    add<C>(a.x1, 1, a.x0);
    a.rms2 = norm(a.norm2, a.x1);
    linear(a.up, weights_.up, a.norm2);
    for (int f = 0; f < F; ++f) a.up[f] = a.up[f] > 0 ? a.up[f] : 0;
    linear(a.x2, weights_.down, a.up);
    add<C>(a.x2, 1, a.x1);
    linear(a.p, weights_.head, a.x2);
    softmax(a.p, V);
    return -std::log(a.p[target]);
  }

  void backward(int t, Index token, Index target, real dloss) {
    const Token& a = tokens_[t];
    Weights& d = gradients_;
    real dlogits[V], dx[C] = {}, dup[F] = {}, dnorm2[C] = {}, dmixed[C] = {}, dnorm1[C] = {};
    for (int v = 0; v < V; ++v) dlogits[v] = dloss * a.p[v];
    dlogits[target] -= dloss;
    linear_backward(dx, d.head, dlogits, weights_.head, a.x2);
    linear_backward(dup, d.down, dx, weights_.down, a.up);
    for (int f = 0; f < F; ++f) dup[f] = a.up[f] > 0 ? dup[f] : 0;
    linear_backward(dnorm2, d.up, dup, weights_.up, a.norm2);
    norm_backward(dx, dnorm2, a.norm2, a.rms2);
    linear_backward(dmixed, d.out, dx, weights_.out, a.mixed);
    for (int h = 0; h < H; ++h) attend_backward(t, h * D, a.attention[h], dmixed + h * D);
    linear_backward(dnorm1, d.qkv, dqkv_.of[t], weights_.qkv, a.norm1);
    norm_backward(dx, dnorm1, a.norm1, a.rms1);
    real dembedded[C] = {};
    norm_backward(dembedded, dx, a.x0, a.rms0);
    add<C>(d.token[token], 1, dembedded);
    add<C>(d.position[t], 1, dembedded);
  }

  // y = sum_j p_j v_j, the head whose channels begin at c: token t reads the tokens up to itself.
  void attend(real* mixed, int t, int c, real* p) {
    const real* const q = qkv_.of[t] + c;
    for (int j = 0; j <= t; ++j) p[j] = dot<D>(q, qkv_.of[j] + C + c) / 2;  // sqrt(D)
    softmax(p, t + 1);
    real y[D] = {};
    for (int j = 0; j <= t; ++j) add<D>(y, p[j], qkv_.of[j] + 2 * C + c);
    std::memcpy(mixed, y, sizeof y);
  }

  // The dk and dv of t are complete when the later tokens have added to them.
  void attend_backward(int t, int c, const real* p, const real* dy) {
    const real* const q = qkv_.of[t] + c;
    real dp[T], mean = 0;
    for (int j = 0; j <= t; ++j) {
      dp[j] = dot<D>(dy, qkv_.of[j] + 2 * C + c);
      mean += p[j] * dp[j];
      add<D>(dqkv_.of[j] + 2 * C + c, p[j], dy);
    }
    for (int j = 0; j <= t; ++j) {
      const real ds = p[j] * (dp[j] - mean) / 2;
      add<D>(dqkv_.of[t] + c, ds, qkv_.of[j] + C + c);
      add<D>(dqkv_.of[j] + C + c, ds, q);
    }
  }

  // As AdamW without weight decay in optim.h.
  void adam(double learning_rate) {
    constexpr real beta1 = real(0.85), beta2 = real(0.99);
    power1_ *= 0.85;
    power2_ *= 0.99;
    const auto rate = static_cast<real>(learning_rate / (1 - power1_));
    const auto root = static_cast<real>(1 / std::sqrt(1 - power2_));
    real *p = flat(weights_), *g = flat(gradients_), *m = flat(m_), *v = flat(v_);
#pragma omp simd
    for (int i = 0; i < size; ++i) {
      m[i] = beta1 * m[i] + (1 - beta1) * g[i];
      v[i] = beta2 * v[i] + (1 - beta2) * g[i] * g[i];
      p[i] -= rate * m[i] / (std::sqrt(v[i]) * root + real(1e-8));
    }
  }

  alignas(64) Weights weights_{}, gradients_{}, m_{}, v_{};
  alignas(64) Token tokens_[T];
  alignas(64) Qkv qkv_, dqkv_;
  double power1_ = 1, power2_ = 1;
};

}  // namespace holo

#ifdef __clang__
#pragma clang diagnostic pop
#endif
