// json_object.h: objects of JSON of which every member must be known: what a tokenizer has beyond
// that may change its tokens.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "gpt/layouts/json.h"

namespace holo {

/// The members of an object by name, each as its text, which is JSON; one that is null is left out.
/// Throws Error for text that is no JSON object, a name twice, or one that is not among `known`.
/// `where` is for errors, and the object is called `what` there. REQUIRES: UTF-8.
std::map<std::string, std::string_view> members_of(std::string_view text, const std::string& where,
                                                   const char* what,
                                                   std::initializer_list<std::string_view> known);

/// Throws Error when it is no object, or has a member that is not among `known`.
void check_members(const Json& object, const std::string& where,
                   std::initializer_list<std::string_view> known);

/// The member of that name; throws Error when there is none, or one of another kind.
const Json& member_of(const Json& object, const std::string& where, std::string_view name,
                      Json::Kind kind);
/// The same of a boolean; `preset` when there is none.
bool yes_of(const Json& object, const std::string& where, std::string_view name, bool preset);
/// A whole number from 0 to `most`. Throws Error for any other value, called `what`.
int id_of(const Json& value, const std::string& where, const std::string& what, int most);

}  // namespace holo
