// json.cpp: builds the tree of a JSON text, finds its values by name, and compares them with what
// is known.
#include "gpt/layouts/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.h"
#include "files/json_reader.h"
#include "files/text.h"
#include "holo/check.h"

namespace holo {
namespace {

constexpr int most_depth = 64;

// The members by name, to find one that comes twice: there may be as many as the text has bytes.
void check_names(const JsonReader& reader, const Json::Members& members) {
  std::vector<std::string_view> names;
  for (const auto& member : members) names.push_back(member.first);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return;
  reader.fail("an object has " + quoted_name(*twice) + " twice", "each name once");
}

}  // namespace

Json Json::read(JsonReader& reader, std::size_t max_bytes, int depth) {
  Json value;
  const char next = reader.next();
  if ((next == '{' || next == '[') && depth == most_depth) {
    reader.fail_here(fmt::format("at most {} brackets inside each other", most_depth));
  }
  if (next == '{') {
    value.kind_ = Kind::object;
    reader.open('{', "an object");
    for (bool first = true; reader.more('}', first);) {
      std::string name = reader.key(max_bytes, "a name");
      value.members_.emplace_back(std::move(name), read(reader, max_bytes, depth + 1));
    }
    check_names(reader, value.members_);
  } else if (next == '[') {
    value.kind_ = Kind::array;
    reader.open('[', "an array");
    for (bool first = true; reader.more(']', first);) {
      value.items_.push_back(read(reader, max_bytes, depth + 1));
    }
  } else if (next == '"') {
    value.kind_ = Kind::string;
    value.text_ = reader.string(max_bytes, "a text");
  } else if (next == '-' || (next >= '0' && next <= '9')) {
    value.kind_ = Kind::number;
    value.number_ = reader.number();
  } else if (reader.word("true")) {
    value.kind_ = Kind::boolean;
    value.boolean_ = true;
  } else if (reader.word("false")) {
    value.kind_ = Kind::boolean;
  } else if (!reader.word("null")) {
    reader.fail_here("a value");
  }
  return value;
}

Json parse_json(std::string_view text, const std::string& where, std::size_t most) {
  if (text.size() > most) {
    throw Error(where, fmt::format("a text of {} bytes", text.size()),
                fmt::format("JSON of at most {}", most));
  }
  check_utf8(where, "the text", text);
  JsonReader reader(text, where);
  Json value = Json::read(reader, text.size(), 0);
  reader.end();
  return value;
}

namespace {

const char* name_of(Json::Kind kind) {
  static constexpr const char* names[] = {"null",   "true or false", "a number",
                                          "a text", "an array",      "an object"};
  return names[static_cast<int>(kind)];
}

}  // namespace

const Json& Json::as(Kind kind) const {
  if (kind_ != kind) throw Error("json", name_of(kind_), name_of(kind));
  return *this;
}

std::int64_t Json::integer() const {
  number();
  if (!(std::fabs(number_) <= 0x1p53) || number_ != std::floor(number_)) {
    throw Error("json", fmt::format("{}", number_), "a whole number");
  }
  return static_cast<std::int64_t>(number_);
}
std::string Json::to_text() const {
  const auto quoted = [](const std::string& text) { return '"' + json_text(text) + '"'; };
  std::string text;
  switch (kind_) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return boolean_ ? "true" : "false";
    case Kind::number:
      return fmt::format("{}", number_);
    case Kind::string:
      return quoted(text_);
    case Kind::array:
      for (const Json& item : items_) text += (text.empty() ? "" : ", ") + item.to_text();
      return '[' + text + ']';
    case Kind::object:
      for (const auto& [name, value] : members_) {
        text += (text.empty() ? "" : ", ") + quoted(name) + ": " + value.to_text();
      }
  }
  return '{' + text + '}';
}

const Json* Json::find(std::string_view name) const {
  for (const auto& member : members()) {
    if (member.first == name) return &member.second;
  }
  return nullptr;
}
const Json& Json::operator[](std::string_view name) const {
  if (const Json* const value = find(name)) return *value;
  throw Error("json", fmt::format("no member {}", name), "one of that name");
}

// ---- objects ----

namespace {

void check_known(const std::string& name, const std::string& where,
                 std::initializer_list<std::string_view> known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  std::string names;
  for (const std::string_view one : known) names.append(names.empty() ? "" : ", ").append(one);
  throw Error(where, "a member " + quoted_name(name), "none but " + names);
}

}  // namespace

JsonObject::JsonObject(const Json& json, std::string where, std::string what)
    : json_(&json), where_(std::move(where)), what_(std::move(what)) {
  if (json.kind() != Json::Kind::object) throw Error(where_, "no object", what_);
}

const Json* JsonObject::find(std::string_view name) const {
  const Json* const member = json_->find(name);
  return member == nullptr || member->is_null() ? nullptr : member;
}

void JsonObject::check_members(std::initializer_list<std::string_view> known) const {
  for (const auto& member : json_->members()) check_known(member.first, where_, known);
}

const Json& JsonObject::member(std::string_view name, Json::Kind kind) const {
  const char* const expected = name_of(kind);
  const Json* const member = find(name);
  if (member == nullptr) throw Error(where_, fmt::format("no \"{}\"", name), expected);
  if (member->kind() != kind) wrong(name, *member, expected);
  return *member;
}

const std::string& JsonObject::text(std::string_view name) const {
  return member(name, Json::Kind::string).text();
}
const std::vector<Json>& JsonObject::items(std::string_view name) const {
  return member(name, Json::Kind::array).items();
}
JsonObject JsonObject::object(std::string_view name) const {
  return JsonObject(member(name, Json::Kind::object), where_);
}

std::int64_t JsonObject::size(std::string_view name) const {
  const Json* const member = find(name);
  if (member == nullptr) throw Error(where_, fmt::format("no \"{}\"", name), what_);
  const double number = member->kind() == Json::Kind::number ? member->number() : 0;
  if (number >= 1 && number <= 0x1p53 && number == std::floor(number)) return member->integer();
  wrong(name, *member, "a whole number from 1 on");
}

std::int64_t JsonObject::size_or(std::string_view name, std::int64_t otherwise) const {
  return has(name) ? size(name) : otherwise;
}
double JsonObject::number_or(std::string_view name, double otherwise) const {
  return has(name) ? member(name, Json::Kind::number).number() : otherwise;
}
bool JsonObject::yes_or(std::string_view name, bool otherwise) const {
  return has(name) ? member(name, Json::Kind::boolean).boolean() : otherwise;
}
std::string JsonObject::text_or(std::string_view name, const std::string& otherwise) const {
  return has(name) ? text(name) : otherwise;
}

void JsonObject::wrong(std::string_view name, const Json& member, const char* expected) const {
  std::string shown = "no single value";
  if (member.kind() == Json::Kind::boolean) shown = member.boolean() ? "true" : "false";
  if (member.kind() == Json::Kind::number) shown = fmt::format("{}", member.number());
  if (member.kind() == Json::Kind::string) shown = shortened(member.text());
  throw Error(where_, fmt::format("\"{}\" is {}", name, shown), expected);
}

int id_of(const Json& value, const std::string& where, const std::string& what, int most) {
  const double number = value.kind() == Json::Kind::number ? value.number() : -1;
  if (number >= 0 && number <= most && number == static_cast<int>(number)) {
    return static_cast<int>(number);
  }
  throw Error(where,
              value.kind() == Json::Kind::number ? fmt::format("{} {}", what, number)
                                                 : what + " is no number",
              fmt::format("a whole number from 0 to {}", most));
}

}  // namespace holo
