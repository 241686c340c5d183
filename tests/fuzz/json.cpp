// json.cpp: a text of JSON, of anyone, as a tree.
#include "gpt/layouts/json.h"

#include <fmt/format.h>

#include "files/text.h"
#include "fuzz/targets.h"

namespace fuzz {
namespace {

using holo::Json;

std::string in_quotes(const std::string& text) { return '"' + holo::json_text(text) + '"'; }

// The tree as a text. It is at most 64 deep.
std::string written(const Json& value) {
  std::string out;
  switch (value.kind()) {
    case Json::Kind::null:
      return "null";
    case Json::Kind::boolean:
      return value.boolean() ? "true" : "false";
    case Json::Kind::number:
      return fmt::format("{}", value.number());
    case Json::Kind::string:
      return in_quotes(value.text());
    case Json::Kind::array:
      for (const Json& item : value.items()) out += (out.empty() ? "" : ",") + written(item);
      return '[' + out + ']';
    case Json::Kind::object:
      break;
  }
  for (const auto& [name, member] : value.members()) {
    require(value.find(name) == &member, "a member is found by its name");
    out += (out.empty() ? "" : ",") + in_quotes(name) + ':' + written(member);
  }
  return '{' + out + '}';
}

}  // namespace

void json(std::string_view bytes) {
  Json value;
  if (!is_read([&] { value = holo::parse_json(bytes); })) return;
  const std::string text = written(value);
  require(written(holo::parse_json(text)) == text, "a tree survives being written");
}

}  // namespace fuzz
