// json.h: a JSON text as a tree of values, made by the reader of the library, json_reader.h, which
// has none; and objects of which every member must be known: what a file has beyond them may change
// what it means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holo {

class JsonReader;

class Json {
 public:
  enum class Kind { null, boolean, number, string, array, object };
  using Members = std::vector<std::pair<std::string, Json>>;

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::null; }

  // Each of these throws holo::Error when the value is of another kind.
  bool boolean() const { return as(Kind::boolean).boolean_; }
  double number() const { return as(Kind::number).number_; }
  std::int64_t integer() const;  ///< of a number without a fraction, at most 2^53 from 0
  const std::string& text() const { return as(Kind::string).text_; }
  const std::vector<Json>& items() const { return as(Kind::array).items_; }
  /// In the order of the text.
  const Members& members() const { return as(Kind::object).members_; }

  /// As JSON on one line.
  std::string to_text() const;

  /// The member of that name; throws holo::Error when there is none.
  const Json& operator[](std::string_view name) const;
  /// The same, or null.
  const Json* find(std::string_view name) const;
  // The member of that name; what stands for it when there is none, or null.
  double number_or(std::string_view name, double otherwise) const {
    return has(name) ? find(name)->number() : otherwise;
  }
  std::int64_t integer_or(std::string_view name, std::int64_t otherwise) const {
    return has(name) ? find(name)->integer() : otherwise;
  }
  bool boolean_or(std::string_view name, bool otherwise) const {
    return has(name) ? find(name)->boolean() : otherwise;
  }
  std::string text_or(std::string_view name, std::string_view otherwise) const {
    return has(name) ? find(name)->text() : std::string(otherwise);
  }

 private:
  friend Json parse_json(std::string_view text, const std::string& where, std::size_t most);
  static Json read(JsonReader& reader, std::size_t max_bytes, int depth);
  const Json& as(Kind kind) const;
  bool has(std::string_view name) const { return find(name) != nullptr && !find(name)->is_null(); }

  Kind kind_ = Kind::null;
  bool boolean_ = false;
  double number_ = 0;
  std::string text_;
  std::vector<Json> items_;
  Members members_;
};

/// Reads one value. Throws only holo::Error, with `where` and the position: for more than `most`
/// bytes, bytes that are not UTF-8, a broken rule of JSON, a name twice in an object, more than 64
/// arrays and objects inside each other, and anything but white space after the value.
Json parse_json(std::string_view text, const std::string& where = "json",
                std::size_t most = std::size_t{16} << 20);

/// An object of a tree, whose members are read by name; one that is null counts as missing. What is
/// wrong with them throws Error, with `where` in front.
class JsonObject {
 public:
  /// Throws Error, which expects `what`, when it is no object. REQUIRES: `json` lives longer.
  explicit JsonObject(const Json& json, std::string where, std::string what = "an object");

  const std::string& where() const { return where_; }
  /// Null for one that is missing.
  const Json* find(std::string_view name) const;
  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// Throws Error for a member that is not among `known`.
  void check_members(std::initializer_list<std::string_view> known) const;

  // Members that must be there.
  const Json& member(std::string_view name, Json::Kind kind) const;
  const std::string& text(std::string_view name) const;
  const std::vector<Json>& items(std::string_view name) const;
  JsonObject object(std::string_view name) const;
  const Json::Members& members() const { return json_->members(); }
  std::int64_t size(std::string_view name) const;  ///< a whole number from 1 on

  // Members that may be missing.
  std::int64_t size_or(std::string_view name, std::int64_t otherwise) const;
  double number_or(std::string_view name, double otherwise) const;
  bool yes_or(std::string_view name, bool otherwise) const;
  std::string text_or(std::string_view name, const std::string& otherwise) const;

 private:
  [[noreturn]] void wrong(std::string_view name, const Json& member, const char* expected) const;

  const Json* json_;
  std::string where_, what_;
};

/// A whole number from 0 to `most`. Throws Error for any other value, called `what`.
int id_of(const Json& value, const std::string& where, const std::string& what, int most);

}  // namespace holo
