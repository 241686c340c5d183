// text_marks.cpp: where a text begins and ends.
#include "gpt/tokenizers/text_marks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "gpt/tokenizers/json_object.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "holo/check.h"

namespace holo {

TextMarks text_marks_of_config(const std::string& text, const std::string& where,
                               Index vocab_size) {
  const Json config = parse_json(text, where);
  if (config.kind() != Json::Kind::object) throw Error(where, "no object", "a config.json");
  TextMarks marks;
  const auto mark = [&](const Json& id, const char* name, auto set) {
    const int number = id_of(id, where, name, std::numeric_limits<int>::max());
    if (number < vocab_size) set(number);
  };
  const Json* const bos = config.find("bos_token_id");
  if (bos != nullptr && !bos->is_null()) {
    mark(*bos, "bos_token_id", [&](int id) { marks.bos = id; });
  }
  const Json* const eos = config.find("eos_token_id");
  if (eos == nullptr || eos->is_null()) return marks;
  const bool several = eos->kind() == Json::Kind::array;
  const std::vector<Json> ids = several ? eos->items() : std::vector<Json>{*eos};
  if (ids.size() > most_stops) {
    throw Error(where, fmt::format("{} tokens in eos_token_id", ids.size()),
                fmt::format("at most {}", most_stops));
  }
  for (const Json& id : ids) {
    mark(id, "eos_token_id", [&](int stop) { marks.stops.push_back(stop); });
  }
  return marks;
}

std::string bos_json(const TextMarks& marks) {
  return marks.bos ? std::to_string(*marks.bos) : "null";
}

std::string stops_json(const TextMarks& marks) {
  if (marks.stops.empty()) return "null";
  if (marks.stops.size() == 1) return std::to_string(marks.stops[0]);
  return fmt::format("[{}]", fmt::join(marks.stops, ", "));
}

TextMarks text_marks_of(const Tokenizer* tokenizer) {
  if (tokenizer == nullptr) return {};
  const auto* const pretrained = dynamic_cast<const PretrainedTokenizer*>(tokenizer);
  if (pretrained != nullptr) return pretrained->parts().marks;
  return own_marks(tokenizer->vocab_size());
}

std::vector<Index> prompt_tokens(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<Index> tokens;
  const auto* const pretrained = dynamic_cast<const PretrainedTokenizer*>(&tokenizer);
  if (pretrained == nullptr) {
    tokens = {tokenizer.bos()};
  } else {
    const std::vector<int>& before = pretrained->parts().before;
    tokens.assign(before.begin(), before.end());
  }
  for (const int id : tokenizer.encode(text)) tokens.push_back(id);
  if (!tokens.empty()) return tokens;
  if (tokenizer.bos() >= 0) return {tokenizer.bos()};
  throw Error("prompt", "an empty text", "a text: no token of this model begins one");
}

std::string whole_text(const Tokenizer& tokenizer, const std::string& prompt, std::string text) {
  const auto* const pretrained = dynamic_cast<const PretrainedTokenizer*>(&tokenizer);
  const bool strips = pretrained != nullptr && pretrained->parts().strips_space;
  if (strips && prompt.empty() && text.rfind(' ', 0) == 0) text.erase(0, 1);
  return prompt + text;
}

std::vector<Index> before_stop(std::vector<Index> tokens, const TextMarks& marks) {
  const auto end =
      std::find_first_of(tokens.begin(), tokens.end(), marks.stops.begin(), marks.stops.end());
  tokens.erase(end, tokens.end());
  return tokens;
}

}  // namespace holo
