// dataset.cpp: files to texts, texts to tokens, with the checks that a user should see before step
// 1; then which rows a step gets.
#include "gpt/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/hash.h"
#include "base/words.h"
#include "holo/byte_pair.h"
#include "holo/check.h"
#include "holo/data.h"
#include "holo/random.h"
#include "support/corpus.h"

namespace holo {
namespace {

// ---- files to texts, and where training ends and validation begins ----

struct DatasetTexts {
  std::string name;  // of the data, for errors
  std::string hash;
  // Documents, or pieces of running text; the first piece of the validation may be the rest of the
  // last one of the training.
  std::vector<std::string> train, validation;
  bool validation_goes_on = false;
  std::vector<std::string> warnings = {};  // what was changed in which file
};

struct File {
  std::string name, bytes;
};

std::vector<File> read_files(const DatasetSettings& settings) {
  std::vector<File> files;
  for (const std::string& path : settings.files) files.push_back({path, read_file(path)});
  if (files.empty()) {
    files.push_back({"built-in names", std::string(embedded_names, embedded_names_size)});
  }
  return files;
}

std::string name_of(const std::vector<File>& files) {
  if (files.size() == 1) return files[0].name;
  return fmt::format("{} and {} more", files[0].name, files.size() - 1);
}

std::string hash_of(const std::vector<File>& files) {
  Fnv1a hash;
  for (const File& file : files) {
    hash.add(file.bytes);
    hash.add(fmt::format("\n{}\n", file.bytes.size()));
  }
  return hash.hex();
}

// "\n" for "\r\n" and "\r", as Python reads a text. False: there is none to change.
bool make_newlines(std::string& text) {
  if (text.find('\r') == std::string::npos) return false;
  std::string changed;
  changed.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    changed += text[i] == '\r' ? '\n' : text[i];
  }
  text = std::move(changed);
  return true;
}

// How many of `all` are for validation: that part, rounded down.
std::size_t part_of(std::size_t all, double part) {
  return static_cast<std::size_t>(static_cast<double>(all) * part);
}

void split_documents_of(const std::vector<File>& files, const DatasetSettings& settings,
                        Encoding encoding, DatasetTexts& texts) {
  for (const File& file : files) {
    for (std::string& document : split_documents(file.bytes, file.name, encoding)) {
      texts.train.push_back(std::move(document));
    }
  }
  PythonRandom(settings.seed).shuffle(texts.train);
  if (settings.validation == 0) return;

  const std::size_t size = texts.train.size();
  const std::size_t kept = size - std::max<std::size_t>(part_of(size, settings.validation), 1);
  const std::unordered_set<std::string> known(
      texts.train.begin(), texts.train.begin() + static_cast<std::ptrdiff_t>(kept));
  std::vector<std::string> rest(texts.train.begin() + static_cast<std::ptrdiff_t>(kept),
                                texts.train.end());
  texts.train.resize(kept);
  for (std::string& document : rest) {
    (known.count(document) > 0 ? texts.train : texts.validation).push_back(std::move(document));
  }
  if (texts.train.empty() || texts.validation.empty()) {
    throw Error(
        texts.name,
        fmt::format("{} training and {} validation documents, of {}", texts.train.size(),
                    texts.validation.size(), size),
        "at least one of each, and different ones",
        "more documents, or train_gpt with --format text for running text or --validation 0");
  }
}

// At most three bytes on, so that no character of UTF-8 is cut.
std::size_t next_character(std::string_view text, std::size_t at) {
  for (int i = 0; i < 3 && at < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) break;
    ++at;
  }
  return at;
}

void split_running(std::vector<File> files, const DatasetSettings& settings, Encoding encoding,
                   DatasetTexts& texts) {
  std::size_t size = 0;
  for (File& file : files) {
    check_text(file.bytes, file.name, encoding);
    if (make_newlines(file.bytes)) {
      texts.warnings.push_back(file.name + ": its line ends, CR LF or CR, are read as LF");
    }
    size += file.bytes.size();
  }
  std::size_t left = size - part_of(size, settings.validation);  // to train on
  for (File& file : files) {
    if (left >= file.bytes.size()) {
      left -= file.bytes.size();
      texts.train.push_back(std::move(file.bytes));
      continue;
    }
    const std::size_t cut = left == 0 ? 0 : next_character(file.bytes, left);
    left = 0;
    if (cut > 0) {
      texts.train.push_back(file.bytes.substr(0, cut));
      texts.validation_goes_on = true;
    }
    texts.validation.push_back(file.bytes.substr(cut));
  }
}

// Reads, splits and shuffles as Dataset says, with its errors.
DatasetTexts read_texts(const DatasetSettings& settings, Encoding encoding) {
  std::vector<File> files = read_files(settings);
  DatasetTexts texts;
  texts.name = name_of(files);
  texts.hash = hash_of(files);
  for (File& file : files) {
    if (!drop_byte_order_mark(file.bytes)) continue;
    texts.warnings.push_back(file.name + ": its byte order mark is dropped");
  }
  if (settings.form == TextForm::documents) {
    split_documents_of(files, settings, encoding, texts);
  } else {
    split_running(std::move(files), settings, encoding, texts);
  }
  return texts;
}

// ---- texts to tokens ----

constexpr Index most_tokens_of_a_batch = Index{1} << 27;
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

}  // namespace

Dataset::Dataset(const DatasetSettings& settings, std::shared_ptr<const Tokenizer> tokenizer)
    : settings_(settings), tokenizer_(std::move(tokenizer)) {
  if (settings_.block_size * settings_.batch_size > most_tokens_of_a_batch) {
    throw UsageError(
        "--batch", fmt::format("{} rows of {} tokens", settings_.batch_size, settings_.block_size),
        fmt::format("at most {} tokens in a batch", most_tokens_of_a_batch));
  }
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

// ---- batches ----

namespace {

constexpr Index ignored = -100;  // cross_entropy's ignore_index

// Streams of CounterRandom(seed) that belong to the data: one for each epoch, one for windows.
constexpr std::uint64_t epoch_stream = 0xDA7A000000000000, window_stream = 0xDA7B000000000000;

}  // namespace

Index Dataset::rows(const Part& part) const {
  if (part.tokens.empty()) return 0;
  if (settings_.form == TextForm::documents) return static_cast<Index>(part.starts.size()) - 1;
  return (static_cast<Index>(part.tokens.size()) - 1) / settings_.block_size;
}

Dataset::Row Dataset::row(const Part& part, Index number) const {
  if (settings_.form == TextForm::running) {
    return {number * settings_.block_size, settings_.block_size};
  }
  const Index* const start = part.starts.data() + number;
  return {start[0], std::min(start[1] - start[0], settings_.block_size)};
}

// Row `number` of all rows of a run.
Dataset::Row Dataset::train_row(std::uint64_t number) const {
  const auto seed = static_cast<std::uint64_t>(settings_.seed);
  const auto count = static_cast<std::uint64_t>(train_rows());
  if (!settings_.shuffle) return row(train_, static_cast<Index>(number % count));
  if (settings_.form == TextForm::running) {
    const auto places = static_cast<std::uint64_t>(train_tokens() - settings_.block_size);
    const std::uint64_t start = CounterRandom(seed, window_stream).bits(number) % places;
    return {static_cast<Index>(start), settings_.block_size};
  }
  const auto epoch = static_cast<Index>(number / count);
  if (epoch != epoch_) {
    order_.resize(static_cast<std::size_t>(count));
    std::iota(order_.begin(), order_.end(), Index{0});
    const CounterRandom random(seed, epoch_stream + static_cast<std::uint64_t>(epoch));
    for (std::size_t i = order_.size(); i-- > 1;) {
      std::swap(order_[i], order_[static_cast<std::size_t>(random.bits(i) % (i + 1))]);
    }
    epoch_ = epoch;
  }
  return row(train_, order_[static_cast<std::size_t>(number % count)]);
}

TokenBatch Dataset::batch_of(const Part& part, const std::vector<Row>& rows) const {
  Index longest = 0, target_count = 0;
  for (const Row& one : rows) {
    longest = std::max(longest, one.size);
    target_count += one.size;
  }
  const auto B = static_cast<Index>(rows.size()), T = longest;
  const auto numel = static_cast<std::size_t>(B * T);
  std::vector<Index> tokens(numel, tokenizer_->bos()), targets(numel, ignored);
  for (Index b = 0; b < B; ++b) {
    const auto [start, size] = rows[static_cast<std::size_t>(b)];
    const int* const from = part.tokens.data() + start;
    std::copy(from, from + size, tokens.data() + b * T);
    std::copy(from + 1, from + 1 + size, targets.data() + b * T);
  }
  return {Indices({B, T}, std::move(tokens)), Indices({B, T}, std::move(targets)), target_count};
}

// Of the batch of a step.
std::vector<Dataset::Row> Dataset::train_rows_of(Index step, Index first, Index count) const {
  const auto B = static_cast<std::uint64_t>(settings_.batch_size);
  std::vector<Row> rows;
  for (Index b = first; b < first + count; ++b) {
    rows.push_back(train_row(static_cast<std::uint64_t>(step) * B + static_cast<std::uint64_t>(b)));
  }
  return rows;
}

PythonRandom Dataset::weight_generator(std::int64_t seed) const {
  PythonRandom random(seed);
  std::vector<Index> documents(static_cast<std::size_t>(train_rows()));
  random.shuffle(documents);
  return random;
}

TokenBatch Dataset::batch(Index step, Index shard, Index shards) const {
  const Index count = settings_.batch_size / shards;
  return batch_of(train_, train_rows_of(step, shard * count, count));
}

Index Dataset::target_count(Index step) const {
  Index count = 0;
  for (const Row& row : train_rows_of(step, 0, settings_.batch_size)) count += row.size;
  return count;
}

std::vector<TokenBatch> Dataset::validation_batches(Index most) const {
  const Index all = validation_rows(), B = settings_.batch_size;
  const Index count = most > all / B ? all : most * B;
  std::vector<TokenBatch> batches;
  for (Index first = 0; first < count; first += B) {
    std::vector<Row> rows;
    for (Index i = first; i < std::min(first + B, count); ++i) {
      rows.push_back(row(validation_, i * all / count));
    }
    batches.push_back(batch_of(validation_, rows));
  }
  return batches;
}

}  // namespace holo
