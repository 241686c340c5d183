// A scope: a name that ends with its block, whatever ends the block.
#include "holo/scope.h"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <type_traits>

namespace scope_test {

using namespace holo;

// A text that ends before the scope is refused when the program is compiled.
static_assert(!std::is_constructible_v<Scope, std::string>);
static_assert(std::is_constructible_v<Scope, const std::string&>);
static_assert(std::is_constructible_v<Scope, const char*>);
static_assert(std::is_constructible_v<Scope, std::string_view>);

TEST_CASE("scope: an exception ends it") {
  const std::string name = "layer" + std::to_string(3);
  const Scope outer(name);
  try {
    const Scope inner("inner");
    CHECK(Scope::innermost()->path() == "layer3.inner");
    throw std::runtime_error("out of the scope");
  } catch (const std::runtime_error&) {
  }
  CHECK(Scope::innermost()->path() == "layer3");
}

}  // namespace scope_test
