// tokenizer_steps.cpp: the steps of tokenizer.json around the model: how a text is cut, what is put
// before it, and how tokens become text. Compares them with those that are computed.
#include "gpt/tokenizers/tokenizer_json.h"

#include <fmt/format.h>

#include <string_view>

#include "files/text.h"
#include "gpt/layouts/json.h"
#include "gpt/tokenizers/token_bytes.h"
#include "holo/check.h"

namespace holo {

// ---- byte-level ----

namespace {

const std::string& type_of(const Json& step, const std::string& where) {
  return member_of(step, where, "type", Json::Kind::string).text();
}

[[noreturn]] void refuse_type(const Json& step, const std::string& where,
                              const std::string& expected) {
  throw Error(where, "the kind " + quoted_name(type_of(step, where)), expected);
}

// Throws Error unless the setting is `wanted`.
void check_setting(const Json& step, const std::string& where, const char* name, bool preset,
                   bool wanted) {
  if (yes_of(step, where, name, preset) == wanted) return;
  throw Error(where, fmt::format("{} with \"{}\": {}", type_of(step, where), name, !wanted),
              fmt::format("\"{}\": {}", name, wanted));
}

void check_byte_level_members(const Json& step, const std::string& where) {
  check_members(step, where, {"type", "add_prefix_space", "trim_offsets", "use_regex"});
}

// Is it ByteLevel that cuts by the pattern of GPT-2? Or one that only names the bytes.
bool byte_level_cuts(const Json& step, const std::string& where) {
  if (type_of(step, where) != "ByteLevel") refuse_type(step, where, "ByteLevel as the last");
  check_byte_level_members(step, where);
  check_setting(step, where, "add_prefix_space", true, false);
  return yes_of(step, where, "use_regex", true);
}

SplitPattern pattern_of_split(const Json& step, const std::string& where) {
  check_members(step, where, {"type", "pattern", "behavior", "invert"});
  check_setting(step, where, "invert", false, false);
  const std::string& behavior = member_of(step, where, "behavior", Json::Kind::string).text();
  if (behavior != "Isolated") {
    throw Error(where, "Split with \"behavior\": " + quoted_name(behavior), "\"Isolated\"");
  }
  const Json& pattern = member_of(step, where, "pattern", Json::Kind::object);
  check_members(pattern, where, {"Regex"});
  const std::string& text = member_of(pattern, where, "Regex", Json::Kind::string).text();
  if (const std::optional<SplitPattern> known = split_pattern_of(text)) return *known;
  throw Error(where, "Split by the pattern " + quoted_name(text),
              "the pattern of GPT-2, Llama 3 or Qwen 2");
}

// The token ids before "A", the text.
std::vector<int> template_ids(const Json& step, const std::string& where, int vocab_size) {
  check_members(step, where, {"type", "single", "pair", "special_tokens"});
  const Json& tokens = member_of(step, where, "special_tokens", Json::Kind::object);
  std::vector<int> before;
  bool has_text = false;
  for (const Json& item : member_of(step, where, "single", Json::Kind::array).items()) {
    check_members(item, where, {"SpecialToken", "Sequence"});
    if (has_text) throw Error(where, "a template that goes on after the text", "one that ends");
    if (item.find("Sequence") != nullptr) {
      has_text = true;
      continue;
    }
    const Json& token = member_of(item, where, "SpecialToken", Json::Kind::object);
    const std::string& name = member_of(token, where, "id", Json::Kind::string).text();
    const Json& meaning = member_of(tokens, where, name, Json::Kind::object);
    for (const Json& id : member_of(meaning, where, "ids", Json::Kind::array).items()) {
      before.push_back(id_of(id, where, "the id of " + quoted_name(name), vocab_size - 1));
    }
  }
  if (!has_text) throw Error(where, "a template without a text", "the sequence A");
  return before;
}

}  // namespace

void read_pre_tokenizer(const Json& step, const std::string& where, TokenizerParts& parts) {
  const std::string known =
      "ByteLevel, alone or after Digits, or after a Split by the pattern of GPT-2, Llama 3 or Qwen "
      "2";
  if (type_of(step, where) != "Sequence") {
    if (type_of(step, where) != "ByteLevel") refuse_type(step, where, known);
    if (!byte_level_cuts(step, where)) {
      throw Error(where, "ByteLevel alone with \"use_regex\": false", "\"use_regex\": true");
    }
    return;
  }
  check_members(step, where, {"type", "pretokenizers"});
  const std::vector<Json>& steps =
      member_of(step, where, "pretokenizers", Json::Kind::array).items();
  if (steps.size() != 2) throw Error(where, fmt::format("{} steps", steps.size()), known);
  const std::string& first = type_of(steps[0], where);
  const bool cuts = byte_level_cuts(steps[1], where);
  if (first == "Digits") {
    check_members(steps[0], where, {"type", "individual_digits"});
    check_setting(steps[0], where, "individual_digits", false, true);
    parts.single_digits = true;
  } else if (first == "Split") {
    parts.pattern = pattern_of_split(steps[0], where);
  } else {
    refuse_type(steps[0], where, known);
  }
  if (cuts != parts.single_digits) {
    throw Error(where, fmt::format("ByteLevel after {} with \"use_regex\": {}", first, cuts),
                fmt::format("\"use_regex\": {}", !cuts));
  }
}

void read_post_processor(const Json& step, const std::string& where, TokenizerParts& parts) {
  const std::string& type = type_of(step, where);
  if (type == "ByteLevel") {
    check_byte_level_members(step, where);
  } else if (type == "TemplateProcessing") {
    if (!parts.before.empty()) throw Error(where, "two templates", "one");
    parts.before = template_ids(step, where, parts.vocab_size());
  } else if (type == "Sequence") {
    check_members(step, where, {"type", "processors"});
    for (const Json& one : member_of(step, where, "processors", Json::Kind::array).items()) {
      read_post_processor(one, where, parts);
    }
  } else {
    refuse_type(step, where, "ByteLevel, TemplateProcessing or a Sequence of them");
  }
}

void check_decoder(const Json& step, const std::string& where) {
  if (type_of(step, where) != "ByteLevel") refuse_type(step, where, "ByteLevel");
  check_byte_level_members(step, where);
}

// ---- SentencePiece's ----

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
