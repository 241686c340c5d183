// model_config.cpp: reads the members of a config.json, and says which of them is wrong.
#include "gpt/layouts/model_config.h"

#include <fmt/format.h>

#include <cmath>

#include "holo/check.h"

namespace holo {
namespace {

std::string shown(const Json& member) {
  switch (member.kind()) {
    case Json::Kind::boolean:
      return member.boolean() ? "true" : "false";
    case Json::Kind::number:
      return fmt::format("{}", member.number());
    case Json::Kind::string:
      return member.text();
    default:
      return "no single value";
  }
}

}  // namespace

ModelConfig::ModelConfig(const std::string& text, const std::string& where, const char* kind)
    : object_(parse_json(text, where)), where_(where), kind_(kind) {
  if (object_.kind() == Json::Kind::object) return;
  throw Error(where, "no object", "the config.json of " + kind_);
}

const Json* ModelConfig::find(const char* name) const {
  const Json* const member = object_.find(name);
  return member == nullptr || member->is_null() ? nullptr : member;
}

void ModelConfig::wrong(const char* name, const Json& member, const char* expected) const {
  throw Error(where_, fmt::format("\"{}\" is {}", name, shown(member)), expected);
}

Index ModelConfig::size(const char* name) const {
  const Json* const member = find(name);
  if (member == nullptr) {
    throw Error(where_, fmt::format("no \"{}\"", name), "the config.json of " + kind_);
  }
  const double number = member->kind() == Json::Kind::number ? member->number() : 0;
  if (number >= 1 && number <= 0x1p53 && number == std::floor(number)) return member->integer();
  wrong(name, *member, "a whole number from 1 on");
}

double ModelConfig::number(const char* name, double preset) const {
  const Json* const member = find(name);
  if (member == nullptr) return preset;
  if (member->kind() != Json::Kind::number) wrong(name, *member, "a number");
  return member->number();
}

bool ModelConfig::yes(const char* name, bool preset) const {
  const Json* const member = find(name);
  if (member == nullptr) return preset;
  if (member->kind() != Json::Kind::boolean) wrong(name, *member, "true or false");
  return member->boolean();
}

std::string ModelConfig::word(const char* name, const char* preset) const {
  const Json* const member = find(name);
  if (member == nullptr) return preset;
  if (member->kind() != Json::Kind::string) wrong(name, *member, "a text");
  return member->text();
}

ModelConfig ModelConfig::object(const char* name) const {
  const Json& member = *find(name);
  if (member.kind() != Json::Kind::object) wrong(name, member, "an object");
  return {member, fmt::format("{}: \"{}\"", where_, name), kind_};
}

void ModelConfig::check_type(const char* type) const {
  const std::string found = word("model_type", "");
  if (found == type) return;
  throw Error(where_, found.empty() ? "no \"model_type\"" : fmt::format("a model \"{}\"", found),
              fmt::format("\"model_type\": \"{}\"", type));
}

void Differences::check(const std::string& where, const std::string& computed) const {
  if (!found_.empty()) throw Error(where, found_, "what our GPT computes: " + computed);
}

GPTOptions checked_options(const GPTOptions& options, const std::string& where) {
  try {
    check_gpt_options(options);
  } catch (const UsageError& error) {
    throw Error(where, error.found(), error.expected(), error.hint());
  }
  return options;
}

}  // namespace holo
