// kinds.h: the kinds of norms and position encodings, and their names in files and flags.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace holo {

enum class Norm { layer, rms };
enum class Positions { learned, rotary };

/// The names of an enumeration's values, in the order of declaration.
template <class Kind>
struct KindNames;
template <>
struct KindNames<Norm> {
  static constexpr std::array all = {"layer", "rms"};
};
template <>
struct KindNames<Positions> {
  static constexpr std::array all = {"learned", "rotary"};
};

/// "rms" for Norm::rms.
template <class Kind>
constexpr const char* kind_name(Kind kind) {
  return KindNames<Kind>::all[static_cast<std::size_t>(kind)];
}

/// The kind called `name`, or std::nullopt if there is none.
template <class Kind>
std::optional<Kind> kind_named(std::string_view name) {
  for (std::size_t i = 0; i < KindNames<Kind>::all.size(); ++i) {
    if (KindNames<Kind>::all[i] == name) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

}  // namespace holo
