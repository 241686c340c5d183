// json_object.cpp: finds members and compares them with what is known.
#include "gpt/tokenizers/json_object.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "files/json_reader.h"
#include "files/text.h"
#include "holo/check.h"

namespace holo {
namespace {

constexpr std::size_t most_name_bytes = 256, most_brackets = 64;

void check_known(const std::string& name, const std::string& where,
                 std::initializer_list<std::string_view> known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  std::string names;
  for (const std::string_view one : known) names.append(names.empty() ? "" : ", ").append(one);
  throw Error(where, "a member " + quoted_name(name), "none but " + names);
}

}  // namespace

std::map<std::string, std::string_view> members_of(std::string_view text, const std::string& where,
                                                   const char* what,
                                                   std::initializer_list<std::string_view> known) {
  std::map<std::string, std::string_view> members;
  JsonReader reader(text, where);
  reader.open('{', what);
  for (bool first = true; reader.more('}', first);) {
    const std::string name = reader.key(most_name_bytes, "a name");
    check_known(name, where, known);
    if (!members.emplace(name, reader.raw_value(most_brackets)).second) {
      reader.fail(quoted_name(name) + " twice", "each name once");
    }
  }
  reader.end();
  for (auto member = members.begin(); member != members.end();) {
    member = member->second == "null" ? members.erase(member) : std::next(member);
  }
  return members;
}

void check_members(const Json& object, const std::string& where,
                   std::initializer_list<std::string_view> known) {
  if (object.kind() != Json::Kind::object) throw Error(where, "no object", "an object");
  for (const auto& member : object.members()) check_known(member.first, where, known);
}

const Json& member_of(const Json& object, const std::string& where, std::string_view name,
                      Json::Kind kind) {
  const Json* const member = object.kind() == Json::Kind::object ? object.find(name) : nullptr;
  if (member != nullptr && member->kind() == kind) return *member;
  static constexpr const char* kinds[] = {"null",   "true or false", "a number",
                                          "a text", "an array",      "an object"};
  throw Error(where,
              member == nullptr ? fmt::format("no \"{}\"", name)
                                : fmt::format("another kind of \"{}\"", name),
              kinds[static_cast<int>(kind)]);
}

bool yes_of(const Json& object, const std::string& where, std::string_view name, bool preset) {
  const Json* const member = object.find(name);
  if (member == nullptr || member->is_null()) return preset;
  return member_of(object, where, name, Json::Kind::boolean).boolean();
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
