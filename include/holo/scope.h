// scope.h: names a part of a program: events that happen inside carry the name in the log.
#pragma once

#include <string>
#include <string_view>

#include "holo/version.h"

namespace holo {

/// The name of a part that knows the names of those it is a part of: "blocks.0.attention". Each
/// Module has one.
struct FullName {
  std::string_view text;
};

/// While it lives, what this thread computes belongs to a scope of this name, inside the one that
/// was there before: "layer0" and in it "attn" are "layer0.attn". It allocates nothing.
/// REQUIRES: the text of `name` lives as long; scopes end in the reverse order of their beginning.
///
///   const Scope scope("layer0.attn");
class Scope {
 public:
  explicit Scope(std::string_view name) : Scope(name, false) {}
  explicit Scope(const char* name) : Scope(std::string_view(name)) {}
  explicit Scope(std::string&& name) = delete;  // it would end before the scope does
  /// The scope of a part: inside that of "blocks.0", the one of "blocks.0.attention" adds
  /// "attention" alone.
  explicit Scope(FullName name) : Scope(name.text, true) {}
  ~Scope() { innermost_ = outer_; }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  /// The innermost scope of this thread, or null.
  static const Scope* innermost() { return innermost_; }
  /// "layer0.attn": all names from the outermost to this one. Scopes without a name are left out.
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
