// json.h: a strict reader of JSON (RFC 8259), as the golden files and the headers of .safetensors
// need it. It writes none. Anything else than JSON throws holo::Error with the position.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace golden {

class Json {
 public:
  enum class Kind { null, boolean, number, string, array, object };
  using Members = std::vector<std::pair<std::string, Json>>;

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::null; }

  // Each of these throws holo::Error when the value is of another kind.
  bool boolean() const;
  double number() const;
  std::int64_t integer() const;  // of a number without a fraction
  const std::string& text() const;
  const std::vector<Json>& items() const;
  const Members& members() const;

  /// The member of that name; throws holo::Error when there is none.
  const Json& operator[](std::string_view name) const;
  /// The same, or null.
  const Json* find(std::string_view name) const;
  /// The member of that name, or what stands for it when there is none, or null.
  double number_or(std::string_view name, double otherwise) const;
  std::int64_t integer_or(std::string_view name, std::int64_t otherwise) const;
  bool boolean_or(std::string_view name, bool otherwise) const;
  std::string text_or(std::string_view name, std::string_view otherwise) const;

 private:
  friend class JsonReader;
  void check(Kind kind, const char* name) const;

  Kind kind_ = Kind::null;
  bool boolean_ = false;
  double number_ = 0;
  std::string text_;
  std::vector<Json> items_;
  Members members_;
};

/// One value and nothing after it but white space. Throws holo::Error: for what is no JSON, for a
/// name that comes twice in an object, and for more than 32 levels.
Json parse_json(std::string_view text);

}  // namespace golden
