// added_tokens_json.cpp: reads them one by one; each new one gets the next id.
#include "gpt/tokenizers/added_tokens_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "files/text.h"
#include "gpt/tokenizers/json_object.h"
#include "gpt/tokenizers/tokenizer_parts.h"
#include "holo/check.h"

namespace holo {
namespace {

AddedToken added_token_of(const Json& token, const std::string& where) {
  check_members(token, where,
                {"id", "content", "single_word", "lstrip", "rstrip", "normalized", "special"});
  AddedToken added{.id = id_of(member_of(token, where, "id", Json::Kind::number), where, "the id",
                               most_pretrained_tokens - 1),
                   .content = member_of(token, where, "content", Json::Kind::string).text(),
                   .special = yes_of(token, where, "special", false),
                   .normalized = yes_of(token, where, "normalized", false)};
  if (added.content.empty() || added.content.size() > most_added_bytes) {
    throw Error(where, fmt::format("a token of {} bytes", added.content.size()),
                fmt::format("1 to {} bytes", most_added_bytes));
  }
  for (const char* const name : {"single_word", "lstrip", "rstrip"}) {
    if (!yes_of(token, where, name, false)) continue;
    throw Error(where, fmt::format("{} with \"{}\": true", quoted_name(added.content), name),
                "false");
  }
  return added;
}

}  // namespace

std::vector<AddedToken> read_added_tokens(const std::vector<Json>& tokens, const std::string& where,
                                          const Vocab& vocab) {
  std::vector<AddedToken> added;
  std::unordered_set<std::string> contents;
  int next = static_cast<int>(vocab.tokens.size());
  for (const Json& one : tokens) {
    AddedToken token = added_token_of(one, where);
    if (!contents.insert(token.content).second) {
      throw Error(where, quoted_name(token.content) + " twice", "each token once");
    }
    const auto known = vocab.ids.find(token.content);
    const int id = known == vocab.ids.end() ? next++ : known->second;
    if (token.id != id) {
      throw Error(where, fmt::format("id {} of {}", token.id, quoted_name(token.content)),
                  fmt::format("{}, {}", id,
                              known == vocab.ids.end() ? "the next one without a gap"
                                                       : "as in the vocabulary"));
    }
    added.push_back(std::move(token));
  }
  std::sort(added.begin(), added.end(),
            [](const AddedToken& a, const AddedToken& b) { return a.id < b.id; });
  return added;
}

}  // namespace holo
