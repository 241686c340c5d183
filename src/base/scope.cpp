// scope.cpp: a thread's scopes form a linked list, innermost first.
#include "holo/scope.h"

namespace holo {

// The name without the prefix that names the enclosing module: inside "blocks.0",
// "blocks.0.attention" becomes "attention". If the two names are equal, the result is empty.
std::string_view Scope::own_name() const {
  const Scope* around = is_full_ ? outer_ : nullptr;
  while (around != nullptr && !around->is_full_) around = around->outer_;
  if (around == nullptr || !name_.starts_with(around->name_)) return name_;
  const std::string_view rest = name_.substr(around->name_.size());
  if (rest.empty() || around->name_.empty()) return rest;
  return rest[0] == '.' ? rest.substr(1) : name_;
}

std::string Scope::path() const {
  std::string path = outer_ != nullptr ? outer_->path() : "";
  const std::string_view name = own_name();
  if (!path.empty() && !name.empty()) path += '.';
  return path += name;
}

}  // namespace holo
