// dataset.h: texts as batches of tokens, to train a language model on. A batch is a function of
// (settings, files, step) alone, so that a run can go on where it stopped. Not the
// model, and not the command line.
//
//   Dataset data({.files = {"input.txt"}, .form = TextForm::running, .block_size = 64});
//   for (Index step = 0; step < 1000; ++step) train(data.batch(step));
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "holo/random.h"
#include "holo/tensor.h"
#include "holo/tokenizer.h"

namespace holo {

/// Documents: one a line (split_documents in holo/data.h), each learnt from its start to its end.
/// Running text: each file, learnt in windows that may begin anywhere. The byte order mark of a
/// file is dropped, and lines of running text end with "\n", whatever their file has.
enum class TextForm { documents, running };

struct DatasetSettings {
  std::vector<std::string> files = {};  ///< none: the built-in names
  TextForm form = TextForm::documents;
  std::string tokenizer = "char";  ///< or byte, or bpe
  int vocab_size = 512;            ///< of bpe, the 256 bytes and BOS among them
  double validation = 0.1;         ///< the part that is kept from training, in [0, 1); 0: none
  Index block_size = 16;           ///< T: tokens that the model sees at once
  Index batch_size = 32;           ///< B: rows of a batch
  std::int64_t seed = 42;
  bool shuffle = true;  ///< false: rows in the order of the data, again and again
};

/// What the model reads and what it should say: targets[b,t] is the token after tokens[b,t]. Where
/// a row is shorter than the longest, tokens are BOS and targets -100, which cross_entropy ignores.
struct TokenBatch {
  Indices tokens, targets;  ///< [B,T]
  Index target_count;       ///< targets that are not -100: the weight of a mean over this batch
};

/// The data of a run, in two parts that share nothing: one to train on, one to judge by.
///
/// Documents are put into the order of PythonRandom(seed).shuffle, as microgpt.py does; the last
/// ones are for validation, except those that are in the training part too: these go there. A
/// row is BOS and the document, cut to block_size; its targets are the document and BOS.
/// Of running text the last bytes are for validation. BOS comes before each file.
///
/// The vocabulary of "char" is that of all data, the merges of "bpe" are those of the training
/// part.
class Dataset {
 public:
  /// Reads everything. A tokenizer that is given is used instead of a new one: to go on with a run.
  /// REQUIRES: sizes from 1 on, one of these tokenizers, 0 <= validation < 1. UsageError: a
  /// batch of too many tokens. Error: a file that cannot be read; check_text in holo/data.h (for
  /// byte and bpe any bytes are good); a document that the tokenizer does not take; too few
  /// documents, or fewer than block_size + 1 tokens of running text, in a part.
  explicit Dataset(const DatasetSettings& settings,
                   std::shared_ptr<const Tokenizer> tokenizer = nullptr);

  /// As given; with a given tokenizer, its kind and size.
  const DatasetSettings& settings() const { return settings_; }
  const Tokenizer& tokenizer() const { return *tokenizer_; }

  /// Batch `step` of training, B rows; not two at once from several threads. Documents: those
  /// numbered step * B + row, in epochs that take each document once, every epoch in another order.
  /// Running text: B windows, each at any place with the same probability; without `shuffle`, one
  /// after the other. REQUIRES: step >= 0.
  TokenBatch batch(Index step) const { return batch(step, 0, 1); }
  /// Shard `shard` of that batch: of B rows the B / shards from shard B / shards on. REQUIRES:
  /// 0 <= shard < shards, and shards divides B.
  TokenBatch batch(Index step, Index shard, Index shards) const;
  /// How many targets all of that batch has.
  Index target_count(Index step) const;

  /// Batches of the validation part, always the same: all of its rows, or `most` batches of them,
  /// evenly spread; the last one may be smaller. Windows do not overlap. None for validation = 0.
  /// REQUIRES: most >= 1.
  std::vector<TokenBatch> validation_batches(Index most) const;

  /// The generator of the first weights: as in microgpt.py, it has given the training documents an
  /// order before.
  PythonRandom weight_generator(std::int64_t seed) const;

  /// Rows of an epoch (documents, or windows that do not overlap), and tokens with BOS.
  Index train_rows() const { return rows(train_); }
  Index train_tokens() const { return static_cast<Index>(train_.tokens.size()); }
  Index validation_rows() const { return rows(validation_); }
  Index validation_tokens() const { return static_cast<Index>(validation_.tokens.size()); }

  /// Fnv1a::hex() of all files, in their order: the bytes of each and their number. Other data have
  /// another hash.
  const std::string& hash() const { return hash_; }

  /// Is it a document to train on, cut or not? Running text has none.
  bool is_in_training(const std::string& document) const;

  /// What the user should know before a run, each without "warning: ": what was changed in a file,
  /// and documents that are cut.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  /// Texts one after the other. `starts`: of each document, and the place of the BOS after the
  /// last.
  struct Part {
    std::vector<int> tokens;
    std::vector<Index> starts;
  };
  /// Places in Part::tokens: `size` tokens from `start` and the same one place later.
  struct Row {
    Index start, size;
  };

  void append(Part& part, const std::string& text, const std::string& name, bool is_start) const;
  void check_sizes(const std::string& name) const;
  void find_warnings();
  Index rows(const Part& part) const;
  Row row(const Part& part, Index number) const;
  Row train_row(std::uint64_t number) const;
  std::vector<Row> train_rows_of(Index step, Index first, Index count) const;
  TokenBatch batch_of(const Part& part, const std::vector<Row>& rows) const;

  DatasetSettings settings_;
  std::shared_ptr<const Tokenizer> tokenizer_;
  std::string hash_;
  Part train_, validation_;
  std::unordered_set<std::string> train_documents_;
  std::vector<std::string> warnings_;
  mutable Index epoch_ = -1;  // of order_, which is kept for the next step
  mutable std::vector<Index> order_;
};

}  // namespace holo
