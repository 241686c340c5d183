// fake_device.cpp: cuda() of the test program: each function exchanges the pointers, which must lie
// in blocks of the device, and calls that of the cpu.
#include "backend/fake_device.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <mutex>
#include <optional>
#include <string_view>

#include "backend/backend.h"
#include "holo/check.h"

namespace holo {
namespace {

// No address of the host has this bit. Of 32 bits all are in use: there a host that reads an
// address of the device may not crash.
constexpr std::uintptr_t far_away = std::uintptr_t{1} << (sizeof(void*) == 8 ? 52 : 31);

class Fake final : public Backend {
 public:
  Fake() : Backend(Device::cuda) {}

  void* allocate(std::size_t bytes) override {
    void* const block = cpu().allocate(bytes);
    std::memset(block, 0xFF, bytes);
    const std::lock_guard lock(mutex_);
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(block) + far_away;
    blocks_[at] = bytes;
    return reinterpret_cast<void*>(at);
  }
  void release(void* block, std::size_t bytes) noexcept override {
    const std::lock_guard lock(mutex_);
    const auto at = reinterpret_cast<std::uintptr_t>(block);
    blocks_.erase(at);
    cpu().release(reinterpret_cast<void*>(at - far_away), bytes);
  }
  void upload(void* y, const void* host, std::size_t bytes) override {
    if (bytes > 0) cpu().upload(address(y), host, bytes);
    count("upload");
  }
  void download(void* host, const void* x, std::size_t bytes) override {
    if (bytes > 0) cpu().download(host, address(x), bytes);
    count("download");
  }
  void synchronize() override { count("synchronize"); }

  void move(Output y, const Strides& y_strides, const real* x, const Strides& x_strides,
            const Shape& shape) override {
    cpu().move(here(y), y_strides, here(x), x_strides, shape);
  }
  void fill(real* y, real value, Index n) override { call(&Backend::fill, y, value, n); }
  void copy(real* y, const real* x, Index n) override { call(&Backend::copy, y, x, n); }
  void unary(Unary op, real* y, const real* x, Index n, Constants c) override {
    call(&Backend::unary, op, y, x, n, c);
  }
  void unary_with_slope(Unary op, real* y, real* slope, const real* x, Index n,
                        Constants c) override {
    call(&Backend::unary_with_slope, op, y, slope, x, n, c);
  }
  void unary_backward(Unary op, Output dx, const real* dy, const real* x, const real* y, Index n,
                      Constants c) override {
    call(&Backend::unary_backward, op, dx, dy, x, y, n, c);
  }
  void binary(Binary op, real* y, const real* a, const real* b, const Broadcast& s) override {
    call(&Backend::binary, op, y, a, b, s);
  }
  void binary_backward(Binary op, Side side, Output d, const real* dy, const real* a, const real* b,
                       const Broadcast& s) override {
    call(&Backend::binary_backward, op, side, d, dy, a, b, s);
  }
  void add_scaled(Output dx, const real* dy, real factor, Index n) override {
    call(&Backend::add_scaled, dx, dy, factor, n);
  }
  void gated(std::optional<Unary> f, real* y, const real* x, const GatedSizes& s) override {
    call(&Backend::gated, f, y, x, s);
  }
  void gated_backward(std::optional<Unary> f, Output dx, const real* dy, const real* x,
                      const GatedSizes& s) override {
    call(&Backend::gated_backward, f, dx, dy, x, s);
  }
  void holo_gate(real* z, const real* a, const real* b, const real* c,
                 const HoloGateSizes& s) override {
    call(&Backend::holo_gate, z, a, b, c, s);
  }
  void holo_gate_backward(Output da, Output db, Output dc, const real* dz, const real* a,
                          const real* b, const real* c, const real* z,
                          const HoloGateSizes& s) override {
    call(&Backend::holo_gate_backward, da, db, dc, dz, a, b, c, z, s);
  }
  void affine_flow(real* out, const real* x, const real* scale, const real* y, const real* shift,
                   Index n) override {
    call(&Backend::affine_flow, out, x, scale, y, shift, n);
  }
  void where(Output y, const real* condition, const real* a, const real* b, Index n) override {
    call(&Backend::where, y, condition, a, b, n);
  }
  void dropout(Output y, const real* x, Index n, const DropoutMask& mask) override {
    call(&Backend::dropout, y, x, n, mask);
  }
  void embedding(real* y, const real* table, const Index* index, const EmbeddingSizes& s) override {
    call(&Backend::embedding, y, table, index, s);
  }
  void embedding_backward(real* dtable, const real* dy, const Index* index,
                          const EmbeddingSizes& s) override {
    call(&Backend::embedding_backward, dtable, dy, index, s);
  }
  void sum(Output y, const real* x, Axis axis, double factor) override {
    call(&Backend::sum, y, x, axis, factor);
  }
  void sum_backward(Output dx, const real* dy, Axis axis, real factor) override {
    call(&Backend::sum_backward, dx, dy, axis, factor);
  }
  void max(real* y, Index* index, const real* x, Axis axis) override {
    call(&Backend::max, y, index, x, axis);
  }
  void var(real* y, const real* x, Axis axis, Index correction) override {
    call(&Backend::var, y, x, axis, correction);
  }
  void var_backward(Output dx, const real* dy, const real* x, Axis axis,
                    Index correction) override {
    call(&Backend::var_backward, dx, dy, x, axis, correction);
  }
  void softmax(real* y, const real* x, Axis axis) override { call(&Backend::softmax, y, x, axis); }
  void softmax_backward(Output dx, const real* dy, const real* y, Axis axis) override {
    call(&Backend::softmax_backward, dx, dy, y, axis);
  }
  void log_softmax(real* y, const real* x, Axis axis) override {
    call(&Backend::log_softmax, y, x, axis);
  }
  void logsumexp(real* y, const real* x, Axis axis) override {
    call(&Backend::logsumexp, y, x, axis);
  }
  void cross_entropy(real* loss, real* largest, real* log_sum, const real* logits,
                     const Index* target, const CrossEntropySizes& s) override {
    call(&Backend::cross_entropy, loss, largest, log_sum, logits, target, s);
  }
  void cross_entropy_backward(Output dlogits, LossGradient dloss, const real* logits,
                              const real* largest, const real* log_sum, const Index* target,
                              const CrossEntropySizes& s) override {
    call(&Backend::cross_entropy_backward, dlogits, dloss, logits, largest, log_sum, target, s);
  }
  void norm(real* y, real* mean, real* rstd, const real* x, const real* gain, const real* bias,
            const NormSizes& s) override {
    call(&Backend::norm, y, mean, rstd, x, gain, bias, s);
  }
  void norm_backward(Output dx, Output dgain, Output dbias, const real* dy, const real* x,
                     const real* gain, const real* mean, const real* rstd,
                     const NormSizes& s) override {
    call(&Backend::norm_backward, dx, dgain, dbias, dy, x, gain, mean, rstd, s);
  }
  void matmul(Output C, const real* A, const real* B, const MatmulSizes& s) override {
    call(&Backend::matmul, C, A, B, s);
  }
  void attention(real* y, real* lse, const real* q, const real* k, const real* v,
                 const AttentionSizes& s) override {
    call(&Backend::attention, y, lse, q, k, v, s);
  }
  void attention_backward(Output dq, Output dk, Output dv, const real* dy, const real* q,
                          const real* k, const real* v, const real* y, const real* lse,
                          const AttentionSizes& s) override {
    call(&Backend::attention_backward, dq, dk, dv, dy, q, k, v, y, lse, s);
  }
  void adam(real* p, real* m, real* v, const real* g, Index n, const AdamStep& s) override {
    call(&Backend::adam, p, m, v, g, n, s);
  }
  void sgd(real* p, real* momentum, const real* g, Index n, const SgdStep& s) override {
    call(&Backend::sgd, p, momentum, g, n, s);
  }
  bool all_within(const real* x, Index n, real bound) override {
    return cpu().all_within(here(x), n, bound);
  }
  double sum_of_squares(const real* x, Index n) override {
    return cpu().sum_of_squares(here(x), n);
  }

  std::map<std::string, int> calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }
  void forget_calls() {
    const std::lock_guard lock(mutex_);
    calls_.clear();
  }

 private:
  // The address of the cpu that x of the device stands for.
  void* address(const void* x) const {
    const auto at = reinterpret_cast<std::uintptr_t>(x);
    const std::lock_guard lock(mutex_);
    const auto next = blocks_.upper_bound(at);
    const auto block = next == blocks_.begin() ? blocks_.end() : std::prev(next);
    if (block == blocks_.end() || at > block->first + block->second) {
      throw Error("device", (at & far_away) == 0 ? "a pointer of the host" : "a block that is gone",
                  "memory of the device");
    }
    return reinterpret_cast<void*>(at - far_away);
  }
  void count(const char* name) {
    const std::lock_guard lock(mutex_);
    ++calls_[name];
  }

  template <class T>
  T* here(T* x) {
    return x == nullptr ? nullptr : static_cast<T*>(address(x));
  }
  template <class Function, class... Arguments>
  void call(Function function, const Arguments&... arguments) {
    (cpu().*function)(here(arguments)...);
  }

  // Exchanges pointers, and pointers in structs.
  template <class T>
  const T& here(const T& x) {
    return x;
  }
  Output here(const Output& y) { return {here(y.data), y.overwrite}; }
  LossGradient here(const LossGradient& d) { return {here(d.data), d.step, d.factor}; }

  mutable std::mutex mutex_;
  std::map<std::uintptr_t, std::size_t> blocks_;  // address and bytes
  std::map<std::string, int> calls_;              // that move numbers or wait
};

Fake& fake() {
  static Fake& device = *new Fake;  // never destroyed, as the cpu
  return device;
}

bool& shown() {
  const char* const name = std::getenv("HOLO_DEVICE");
  static bool is = name != nullptr && std::string_view(name) == "cuda";
  return is;
}

}  // namespace

// Instead of those of no_cuda.cpp.
Backend* cuda() { return shown() ? &fake() : nullptr; }
NoCuda why_no_cuda() { return {"the fake device, not shown", "FakeDevice"}; }

FakeDevice::FakeDevice() : before_(shown()) {
  shown() = true;
  fake().forget_calls();
}
FakeDevice::~FakeDevice() { shown() = before_; }
std::map<std::string, int> FakeDevice::calls() const { return fake().calls(); }

}  // namespace holo
