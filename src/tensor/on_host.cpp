// on_host.cpp: copies numbers from device memory to the host.
#include "tensor/on_host.h"

#include "backend/backend.h"

namespace holo {

std::vector<real> on_host(const Node& node, const real* numbers) {
  std::vector<real> host(static_cast<std::size_t>(node.numel()));
  if (numbers != nullptr) node.backend->download(host.data(), numbers, bytes_of(node.numel()));
  return host;
}

}  // namespace holo
