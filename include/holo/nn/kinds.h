// kinds.h: the kinds of norms and of positions, and their names in files and flags.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace holo {

enum class Norm { layer, rms };
enum class Positions { learned, rotary };

/// The names of all kinds, in the order of the enumeration.
template <class Kind>
inline constexpr std::array<const char*, 2> kind_names = {};
template <>
inline constexpr std::array kind_names<Norm> = {"layer", "rms"};
template <>
inline constexpr std::array kind_names<Positions> = {"learned", "rotary"};

/// "rms" for Norm::rms.
template <class Kind>
constexpr const char* kind_name(Kind kind) {
  return kind_names<Kind>[static_cast<std::size_t>(kind)];
}

/// The kind of that name, or nothing.
template <class Kind>
std::optional<Kind> kind_named(std::string_view name) {
  for (std::size_t i = 0; i < kind_names<Kind>.size(); ++i) {
    if (kind_names<Kind>[i] == name) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

}  // namespace holo
