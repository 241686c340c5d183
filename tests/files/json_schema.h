// json_schema.h: checks a JSON value against a schema, with the keywords that
// docs/trace.schema.json uses. Source: JSON Schema, draft 2020-12.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "gpt/layouts/json.h"

class JsonSchema {
 public:
  explicit JsonSchema(const holo::Json& schema) : root_(schema) {}

  /// The place and the keyword of the first broken rule; empty if there is none.
  std::string problem(const holo::Json& value) const { return problem(value, root_, "$"); }

 private:
  using Json = holo::Json;
  using Kind = Json::Kind;

  static bool equal(const Json& a, const Json& b) {
    if (a.kind() != b.kind()) return false;
    return a.kind() == Kind::string ? a.text() == b.text() : a.number() == b.number();
  }

  static bool is_type(const Json& value, const std::string& type) {
    static constexpr const char* names[] = {"null",   "boolean", "number",
                                            "string", "array",   "object"};
    if (type != "integer") return names[static_cast<int>(value.kind())] == type;
    return value.kind() == Kind::number && value.number() == std::floor(value.number());
  }

  std::string problem(const Json& value, const Json& schema, const std::string& at) const {
    for (const auto& [keyword, rule] : schema.members()) {
      const std::string found = broken(value, schema, keyword, rule, at);
      if (!found.empty()) return found;
    }
    return "";
  }

  std::string of_items(const Json& value, const Json& rule, const std::string& at) const {
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      const std::string found = problem(value.items()[i], rule, fmt::format("{}[{}]", at, i));
      if (!found.empty()) return found;
    }
    return "";
  }

  std::string of_members(const Json& value, const Json& rule, const std::string& at) const {
    for (const auto& [name, member] : value.members()) {
      const Json* const schema = rule.find(name);
      const std::string found = schema ? problem(member, *schema, at + "." + name) : "";
      if (!found.empty()) return found;
    }
    return "";
  }

  std::string broken(const Json& value, const Json& schema, const std::string& keyword,
                     const Json& rule, const std::string& at) const {
    const auto holds = [&](bool kept) { return kept ? "" : at + " breaks " + keyword; };
    const bool object = value.kind() == Kind::object, array = value.kind() == Kind::array;
    if (keyword == "type") return holds(is_type(value, rule.text()));
    if (keyword == "const") return holds(equal(value, rule));
    if (keyword == "$ref") return problem(value, root_["$defs"][rule.text().substr(8)], at);
    if (keyword == "minimum") return holds(value.number() >= rule.number());
    if (keyword == "maximum") return holds(value.number() <= rule.number());
    if (keyword == "minItems")
      return holds(value.items().size() >= static_cast<std::size_t>(rule.integer()));
    if (keyword == "maxItems")
      return holds(value.items().size() <= static_cast<std::size_t>(rule.integer()));
    if (keyword == "items") return array ? of_items(value, rule, at) : "";
    if (keyword == "properties") return object ? of_members(value, rule, at) : "";
    const auto is_value = [&](const Json& other) { return equal(value, other); };
    const auto is_kept = [&](const Json& other) { return problem(value, other, at).empty(); };
    const auto is_there = [&](const Json& name) { return value.find(name.text()) != nullptr; };
    const auto is_known = [&](const auto& member) {
      return schema["properties"].find(member.first) != nullptr;
    };
    if (keyword == "enum") {
      return holds(std::any_of(rule.items().begin(), rule.items().end(), is_value));
    }
    if (keyword == "anyOf") {
      return holds(std::any_of(rule.items().begin(), rule.items().end(), is_kept));
    }
    if (keyword == "required") {
      return holds(std::all_of(rule.items().begin(), rule.items().end(), is_there));
    }
    if (keyword == "additionalProperties") {
      return holds(std::all_of(value.members().begin(), value.members().end(), is_known));
    }
    if (keyword == "if") return is_kept(rule) ? problem(value, schema["then"], at) : "";
    constexpr const char* others[] = {"$schema", "$defs", "title", "description", "then"};
    CAPTURE(keyword);
    CHECK(std::find(std::begin(others), std::end(others), keyword) != std::end(others));
    return "";
  }

  const Json& root_;
};
