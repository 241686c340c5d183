// fake_device.cpp: cuda() of the test program: each function translates the pointers, which must
// lie in blocks of the device, and calls that of the cpu.
#include "backend/fake_device.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>

#include "backend/backend.h"
#include "backend/translated.h"
#include "holo/check.h"

namespace holo {
namespace {

// No address of the host has this bit. Of 32 bits all are in use: there a host that reads an
// address of the device may not crash.
constexpr std::uintptr_t far_away = std::uintptr_t{1} << (sizeof(void*) == 8 ? 52 : 31);

class Fake final : public TranslatedBackend {
 public:
  Fake() : TranslatedBackend(cpu()) {}

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
    if (bytes > 0) cpu().upload(translated(y, bytes, true), host, bytes);
    done("upload");
  }
  void download(void* host, const void* x, std::size_t bytes) override {
    if (bytes > 0) cpu().download(host, translated(x, bytes, false), bytes);
    done("download");
  }
  void synchronize() override { done("synchronize"); }

  std::map<std::string, int> calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }
  void forget_calls() {
    const std::lock_guard lock(mutex_);
    calls_.clear();
  }

 private:
  void* translated(const void* x, std::size_t, bool) override {
    const auto at = reinterpret_cast<std::uintptr_t>(x);
    const std::lock_guard lock(mutex_);
    auto block = blocks_.upper_bound(at);
    if (block == blocks_.begin() || at > (--block)->first + block->second) {
      throw Error("device", (at & far_away) == 0 ? "a pointer of the host" : "a block that is gone",
                  "memory of the device");
    }
    return reinterpret_cast<void*>(at - far_away);
  }
  void done(const char* name) override {
    const std::lock_guard lock(mutex_);
    ++calls_[name];
  }

  mutable std::mutex mutex_;
  std::map<std::uintptr_t, std::size_t> blocks_;  // address and bytes
  std::map<std::string, int> calls_;
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
