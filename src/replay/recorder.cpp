// recorder.cpp: the calls that are no kernels: memory, and what goes from and to the host.
#include "replay/recorder.h"

#include <fmt/format.h>

#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "holo/check.h"

namespace holo {
namespace {

// Blocks of captured steps that are in use, each with all memory of its step: the step writes to
// them as long as it lives, and tensors read them as long as these do. Never destroyed, as the
// recorders.
struct Owners {
  std::mutex mutex;
  std::unordered_map<void*, std::shared_ptr<StepMemory>> of_block;
};

Owners& owners() {
  static Owners& all = *new Owners;
  return all;
}

// The owner of a block that is released; null for a block of no step.
std::shared_ptr<StepMemory> take_owner(void* block) noexcept {
  Owners& all = owners();
  const std::lock_guard lock(all.mutex);
  const auto found = all.of_block.find(block);
  if (found == all.of_block.end()) return nullptr;
  std::shared_ptr<StepMemory> owner = std::move(found->second);
  all.of_block.erase(found);
  return owner;
}

}  // namespace

thread_local RecordedStep* RecordingBackend::step = nullptr;

RecordingBackend& RecordingBackend::of(Backend& real_backend) {
  static RecordingBackend& of_cpu = *new RecordingBackend(cpu());
  static RecordingBackend& of_plain = *new RecordingBackend(plain());
  if (in_host_memory(real_backend.device)) {
    return real_backend.device == Device::cpu ? of_cpu : of_plain;
  }
  static RecordingBackend& of_cuda = *new RecordingBackend(real_backend);
  return of_cuda;
}

void* RecordingBackend::allocate(std::size_t bytes) {
  if (step == nullptr || step->memory == nullptr) return to_.allocate(bytes);
  void* const block = step->memory->allocate(bytes);
  Owners& all = owners();
  const std::lock_guard lock(all.mutex);
  all.of_block[block] = step->memory;
  return block;
}

void RecordingBackend::release(void* block, std::size_t bytes) noexcept {
  const std::shared_ptr<StepMemory> owner = take_owner(block);
  if (owner == nullptr) return to_.release(block, bytes);
  if (step != nullptr && step->memory == owner) owner->release(block, bytes);
}

void RecordingBackend::keep(std::shared_ptr<const void> read) {
  if (step != nullptr) step->kept.push_back(std::move(read));
}

void RecordingBackend::upload(void* y, const void* host, std::size_t bytes) {
  if (step == nullptr) return to_.upload(y, host, bytes);
  std::uint64_t number = 0;
  if (step->count == nullptr || bytes != sizeof number) {
    throw Error("capture", fmt::format("{} bytes from the host for an op", bytes),
                "numbers that lie on the device, or that a Dropout counts",
                "the layer Dropout, in place of dropout() with a generator");
  }
  to_.upload(y, host, bytes);
  // In a run the counts of all Dropouts are uploaded first: a graph uploads nothing.
  const std::size_t place = step->counts.size();
  step->counts.push_back(std::exchange(step->count, nullptr));
  step->calls.emplace_back([y, place, now = &step->counts_now](Backend& on) {
    const auto* const counts = static_cast<const std::uint64_t*>((*now)->data());
    on.copy(static_cast<real*>(y), reinterpret_cast<const real*>(counts + place),
            sizeof number / sizeof(real));
  });
}

void RecordingBackend::download(void* host, const void* x, std::size_t bytes) {
  if (step != nullptr) {
    throw Error("capture", fmt::format("{} bytes of a tensor are read on the host", bytes),
                "ops and backward() alone: what is read would be that of this step for ever",
                "item(), at(), to_vector() and argmax() after run()");
  }
  to_.download(host, x, bytes);
}

}  // namespace holo
