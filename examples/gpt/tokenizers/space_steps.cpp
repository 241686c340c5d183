// space_steps.cpp: compares the steps with those that are computed.
#include "gpt/tokenizers/space_steps.h"

#include <fmt/format.h>

#include <string_view>

#include "files/text.h"
#include "gpt/tokenizers/byte_fallback.h"
#include "gpt/tokenizers/json_object.h"
#include "holo/check.h"

namespace holo {
namespace {

// The steps of a Sequence. Throws Error for another kind, or for other steps than these kinds; the
// last `optional` ones may be missing.
const std::vector<Json>& steps_of(const Json& step, const std::string& where, const char* member,
                                  const std::vector<std::string>& kinds, std::size_t optional) {
  std::string found, expected;
  for (const std::string& kind : kinds) expected += (expected.empty() ? "" : ", ") + kind;
  const auto type = [&](const Json& one) {
    return member_of(one, where, "type", Json::Kind::string).text();
  };
  if (type(step) != "Sequence") {
    throw Error(where, "the kind " + quoted_name(type(step)), "a Sequence of " + expected);
  }
  check_members(step, where, {"type", member});
  const std::vector<Json>& steps = member_of(step, where, member, Json::Kind::array).items();
  for (const Json& one : steps) found += (found.empty() ? "" : ", ") + type(one);
  bool same = steps.size() <= kinds.size() && steps.size() + optional >= kinds.size();
  for (std::size_t i = 0; same && i < steps.size(); ++i) same = type(steps[i]) == kinds[i];
  if (!same) throw Error(where, "the steps " + quoted_name(found), expected);
  return steps;
}

// Throws Error unless the text of that name is `wanted`.
void check_text(const Json& step, const std::string& where, const char* name,
                std::string_view wanted) {
  const std::string& found = member_of(step, where, name, Json::Kind::string).text();
  if (found != wanted)
    throw Error(where, fmt::format("{} {}", name, quoted_name(found)), std::string(wanted));
}

void check_replace(const Json& step, const std::string& where, std::string_view old_part,
                   std::string_view new_part) {
  check_members(step, where, {"type", "pattern", "content"});
  const Json& pattern = member_of(step, where, "pattern", Json::Kind::object);
  check_members(pattern, where, {"String"});
  check_text(pattern, where, "String", old_part);
  check_text(step, where, "content", new_part);
}

}  // namespace

void read_space_normalizer(const Json& step, const std::string& where, TokenizerParts& parts) {
  const std::vector<Json>& steps = steps_of(step, where, "normalizers", {"Prepend", "Replace"}, 0);
  check_members(steps[0], where, {"type", "prepend"});
  check_text(steps[0], where, "prepend", space_mark);
  check_replace(steps[1], where, " ", space_mark);
  parts.space_before = SpaceBefore::prepend;
}

void read_metaspace(const Json& step, const std::string& where, TokenizerParts& parts) {
  const std::string& type = member_of(step, where, "type", Json::Kind::string).text();
  if (type != "Metaspace") throw Error(where, "the kind " + quoted_name(type), "Metaspace");
  check_members(step, where, {"type", "replacement", "prepend_scheme", "split"});
  check_text(step, where, "replacement", space_mark);
  if (yes_of(step, where, "split", true)) {
    throw Error(where, "Metaspace with \"split\": true", "\"split\": false");
  }
  const std::string& scheme = member_of(step, where, "prepend_scheme", Json::Kind::string).text();
  if (scheme == "first") {
    parts.space_before = SpaceBefore::first;
  } else if (scheme == "always") {
    parts.space_before = SpaceBefore::always;
  } else if (scheme == "never") {
    parts.space_before = SpaceBefore::never;
  } else {
    throw Error(where, "\"prepend_scheme\": " + quoted_name(scheme), "first, always or never");
  }
}

void read_space_decoder(const Json& step, const std::string& where, TokenizerParts& parts) {
  const std::vector<Json>& steps =
      steps_of(step, where, "decoders", {"Replace", "ByteFallback", "Fuse", "Strip"}, 1);
  check_replace(steps[0], where, space_mark, " ");
  check_members(steps[1], where, {"type"});
  check_members(steps[2], where, {"type"});
  if (steps.size() < 4) return;
  check_members(steps[3], where, {"type", "content", "start", "stop"});
  check_text(steps[3], where, "content", " ");
  const auto count = [&](const char* name) {
    return id_of(member_of(steps[3], where, name, Json::Kind::number), where, name, 1 << 20);
  };
  if (count("start") != 1 || count("stop") != 0) {
    throw Error(where, fmt::format("Strip of {} and {}", count("start"), count("stop")),
                "of 1 and 0");
  }
  parts.strips_space = true;
}

}  // namespace holo
