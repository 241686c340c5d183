// scope.h: names the parts of a program, so that the log can show in which part an event happened.
#pragma once

#include <string>
#include <string_view>

#include "holo/version.h"

namespace holo {

/// A module's full path, such as "blocks.0.attention".
struct FullName {
  std::string_view text;
};

/// While a Scope exists, everything that this thread computes belongs to it. Scopes nest: a scope
/// "attn" inside "layer0" is "layer0.attn". A Scope allocates no memory.
/// REQUIRES: the text of `name` outlives the Scope, and nested Scopes end innermost first.
///
///   const Scope scope("layer0.attn");
class Scope {
 public:
  explicit Scope(std::string_view name) : Scope(name, false) {}
  explicit Scope(const char* name) : Scope(std::string_view(name)) {}
  explicit Scope(std::string&& name) = delete;  // a temporary string would be destroyed too early
  /// A module's scope: inside the scope of "blocks.0", "blocks.0.attention" adds only "attention".
  explicit Scope(FullName name) : Scope(name.text, true) {}
  ~Scope() { innermost_ = outer_; }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  /// The innermost scope of this thread, or null if there is none.
  static const Scope* innermost() { return innermost_; }
  /// The names of all nested scopes, outermost first, like "layer0.attn". Empty names are omitted.
  std::string path() const;

 private:
  Scope(std::string_view name, bool is_full) : name_(name), is_full_(is_full), outer_(innermost_) {
    innermost_ = this;
  }
  std::string_view own_name() const;

  static inline constinit thread_local const Scope* innermost_ = nullptr;
  std::string_view name_;
  bool is_full_;
  const Scope* outer_;
};

}  // namespace holo
