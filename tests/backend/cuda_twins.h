// cuda_twins.h: compares a kernel of the CUDA backend with its twin, the plain loop. Both get the
// same arrays, and their results must agree.
#pragma once

#include <cstring>

#include "backend/device_array.h"
#include "backend/twins.h"
#include "base/sanitizers.h"

namespace twins {

using Pointers = std::vector<real*>;
using Call = std::function<void(Backend&, const Pointers& y, const Pointers& x)>;

// The arrays y after `call` on a device, with arrays x to read.
inline std::vector<Reals> made_by(Backend& backend, const std::vector<Reals>& y,
                                  const std::vector<Reals>& x, const Call& call) {
  std::vector<DeviceArray<real>> outputs, inputs;
  Pointers to, from;
  for (const Reals& values : y) to.push_back(outputs.emplace_back(backend, values).data());
  for (const Reals& values : x) from.push_back(inputs.emplace_back(backend, values).data());
  call(backend, to, from);
  std::vector<Reals> made;
  for (const DeviceArray<real>& output : outputs) made.push_back(output.to_vector());
  return made;
}

inline void check(const char* kernel, const std::string& form, const std::vector<Reals>& y,
                  const std::vector<Reals>& x, const Call& call) {
  const std::vector<Reals> expected = made_by(plain(), y, x, call);
  const std::vector<Reals> found = made_by(*cuda(), y, x, call);
  for (std::size_t k = 0; k < y.size(); ++k) {
    INFO(std::string(kernel), " ", form, ", array ", k);
    CHECK(distance(found[k], expected[k]) <= kernel_tolerance);
  }
  constexpr int runs = HOLO_ADDRESS_SANITIZER || HOLO_THREAD_SANITIZER ? 1 : 10;
  for (int run = 1; run < runs; ++run) {
    const std::vector<Reals> again = made_by(*cuda(), y, x, call);
    for (std::size_t k = 0; k < y.size(); ++k) {
      INFO(std::string(kernel), " ", form, ", array ", k, ", run ", run);
      CHECK(std::memcmp(again[k].data(), found[k].data(), y[k].size() * sizeof(real)) == 0);
    }
  }
}

inline Index all(Axis a) { return a.outer * a.n * a.inner; }
inline Index results(Axis a) { return a.outer * a.inner; }

// Random numbers. Of 8 rows three have some infinities or NaN, three have nothing else, and one has
// the same number everywhere.
inline Reals edges(Random& random, Axis a) {
  const real edge[] = {real(INFINITY), -real(INFINITY), real(NAN)};
  Reals x = random.normals(all(a));
  for (Index r = 0; r < results(a); ++r) {
    const Index kind = r % 8, place = random.below(a.n) % 7;
    for (Index i = 0; i < a.n; ++i) {
      real& v = x[static_cast<std::size_t>((r / a.inner * a.n + i) * a.inner + r % a.inner)];
      if (kind < 6 && (kind < 3 || i % 7 == place)) v = edge[kind % 3];
      if (kind == 6) v = real(0.3);
    }
  }
  return x;
}

// Rows around the length for a warp, more than a block has warps; rows around the length for a
// block; and more columns than a block has threads.
template <class Body>
void for_axes(Random& random, const Body& body) {
  constexpr Axis axes[] = {{0, 3, 1},    {9, 1, 1},    {9, 31, 1},   {9, 32, 1}, {9, 33, 1},
                           {1, 1023, 1}, {9, 1024, 1}, {2, 1025, 1}, {2, 7, 40}, {1, 50, 300}};
  for (const Axis a : axes) {
    body(a, random.normals(all(a)), true, text(a));
    body(a, edges(random, a), false, text(a, true));
  }
}

}  // namespace twins
