// dataset.cpp: texts to tokens, with the checks that a user should see before step 1.
#include "gpt/dataset.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shortened.h"
#include "gpt/dataset_texts.h"
#include "holo/byte_pair.h"
#include "holo/check.h"

namespace holo {
namespace {

constexpr Index most_of_a_size = Index{1} << 20, most_tokens_of_a_batch = Index{1} << 27;
constexpr Index long_document = 1024;  // a longer block needs much memory: its square

std::shared_ptr<const Tokenizer> new_tokenizer(const DatasetSettings& settings,
                                               const DatasetTexts& texts) {
  if (settings.tokenizer == "byte") return std::make_shared<ByteTokenizer>();
  if (settings.tokenizer == "bpe") {
    return std::make_shared<BytePairTokenizer>(
        BytePairTokenizer::train(texts.train, settings.vocab_size));
  }
  std::vector<std::string> all = texts.train;
  all.insert(all.end(), texts.validation.begin(), texts.validation.end());
  return std::make_shared<CharTokenizer>(all);
}

void check_size(const char* flag, Index size) {
  if (size >= 1 && size <= most_of_a_size) return;
  throw UsageError(flag, fmt::format("{}", size), fmt::format("1 to {}", most_of_a_size));
}

}  // namespace

Dataset::Dataset(const DatasetSettings& settings, std::shared_ptr<const Tokenizer> tokenizer)
    : settings_(settings), tokenizer_(std::move(tokenizer)) {
  check_settings(tokenizer_ == nullptr);
  const bool characters = tokenizer_ == nullptr ? settings_.tokenizer == "char"
                                                : tokenizer_->kind() == std::string("char");
  DatasetTexts texts = read_texts(settings_, characters ? Encoding::utf8 : Encoding::any);
  hash_ = texts.hash;
  warnings_ = texts.warnings;
  if (tokenizer_ == nullptr) {
    tokenizer_ = new_tokenizer(settings_, texts);
  } else {
    settings_.tokenizer = tokenizer_->kind();
  }
  settings_.vocab_size = tokenizer_->vocab_size();

  for (const std::string& text : texts.train) append(train_, text, texts.name, true);
  for (std::size_t i = 0; i < texts.validation.size(); ++i) {
    append(validation_, texts.validation[i], texts.name, i > 0 || !texts.validation_goes_on);
  }
  if (settings_.form == TextForm::documents) {
    for (Part* const part : {&train_, &validation_}) {
      if (part->starts.empty()) continue;
      part->starts.push_back(static_cast<Index>(part->tokens.size()));
      part->tokens.push_back(tokenizer_->bos());
    }
    train_documents_.insert(texts.train.begin(), texts.train.end());
  }
  check_sizes(texts.name);
  find_warnings();
}

void Dataset::check_settings(bool new_tokenizer) const {
  check_size("--block-size", settings_.block_size);
  check_size("--batch", settings_.batch_size);
  if (settings_.block_size * settings_.batch_size > most_tokens_of_a_batch) {
    throw UsageError(
        "--batch", fmt::format("{} rows of {} tokens", settings_.batch_size, settings_.block_size),
        fmt::format("at most {} tokens in a batch", most_tokens_of_a_batch));
  }
  if (!(settings_.validation >= 0 && settings_.validation < 1)) {
    throw UsageError("--validation", fmt::format("{}", settings_.validation), "0 <= part < 1",
                     "0.1");
  }
  const std::string& kind = settings_.tokenizer;
  if (new_tokenizer && kind != "char" && kind != "byte" && kind != "bpe") {
    throw UsageError("--tokenizer", in_quotes(kind), "char, byte or bpe");
  }
}

void Dataset::append(Part& part, const std::string& text, const std::string& name,
                     bool is_start) const {
  if (is_start) {
    part.starts.push_back(static_cast<Index>(part.tokens.size()));
    part.tokens.push_back(tokenizer_->bos());
  }
  try {
    const std::vector<int> ids = tokenizer_->encode(text);
    part.tokens.insert(part.tokens.end(), ids.begin(), ids.end());
  } catch (const Error& error) {
    throw Error(name, error.found(), error.expected(), "the data that the tokenizer was made for");
  }
}

void Dataset::check_sizes(const std::string& name) const {
  if (settings_.form == TextForm::documents) return;
  const Index needed = settings_.block_size + 1;
  const auto fail = [&](const char* part, Index tokens, Index most, const char* other_way) {
    const std::string smaller = most < 1 ? "" : fmt::format("--block-size {} or ", most);
    throw Error(name, fmt::format("{} part has {} tokens", part, tokens),
                fmt::format("at least {} for --block-size {}", needed, settings_.block_size),
                fmt::format("{}{}more text", smaller, other_way));
  };
  const bool validated = settings_.validation > 0;
  const Index most =
      (validated ? std::min(train_tokens(), validation_tokens()) : train_tokens()) - 1;
  if (train_tokens() < needed) fail("the training", train_tokens(), most, "");
  if (validated && validation_tokens() < needed) {
    fail("the validation", validation_tokens(), most, "--validation 0 or ");
  }
}

void Dataset::find_warnings() {
  const int bos = tokenizer_->bos();
  int only = bos;  // the one token, as far as there is one
  bool several = false;
  for (const int id : train_.tokens) {
    if (id == bos || id == only) continue;
    several = several || only != bos;
    only = id;
  }
  if (!several) {
    warnings_.push_back(
        fmt::format("a vocabulary of 1: every token is '{}', only lengths can be "
                    "learnt",
                    tokenizer_->token_text(only)));
  }
  if (settings_.form == TextForm::running) return;
  Index cut = 0, longest = 0;
  for (const Part* const part : {&train_, &validation_}) {
    for (std::size_t i = 0; i + 1 < part->starts.size(); ++i) {
      const Index size = part->starts[i + 1] - part->starts[i];
      cut += size > settings_.block_size;
      longest = std::max(longest, size);
    }
  }
  if (cut == 0) return;
  warnings_.push_back(fmt::format(
      "of {} documents {} longer than the block of {} and cut. Try: train_gpt {}",
      train_rows() + validation_rows(), cut == 1 ? "1 is" : fmt::format("{} are", cut),
      settings_.block_size,
      longest > long_document ? "--format text" : fmt::format("--block-size {}", longest)));
}

bool Dataset::is_in_training(const std::string& document) const {
  return train_documents_.count(document) > 0;
}

}  // namespace holo
