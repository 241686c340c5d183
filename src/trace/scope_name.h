// scope_name.h: the full names of scopes: "layer0.attn" is a part of "layer0".
#pragma once

#include <string>

namespace holo {

/// True for the scope `name` itself and for those in it.
inline bool is_inside(const std::string& scope, const std::string& name) {
  return scope == name || scope.starts_with(name + ".");
}

}  // namespace holo
