// dataset_test.cpp: batches are functions of (data, settings, step): each document once an epoch,
// windows inside of their part, the order of microgpt.py; the two parts share nothing; data that
// are too short or cannot be read are refused before the first step.
#include "gpt/dataset.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "helpers.h"
#include "holo/byte_pair.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "support/corpus.h"
#include "text/texts.h"

namespace dataset_test {
namespace {

using holo::Dataset;
using holo::DatasetSettings;
using holo::Index;
using holo::TextForm;
using holo::TokenBatch;
using texts::contains;
using texts::message_of;
using Ids = std::vector<int>;

bool same(const TokenBatch& a, const TokenBatch& b) {
  return a.tokens.shape() == b.tokens.shape() && a.tokens.values() == b.tokens.values() &&
         a.targets.values() == b.targets.values() && a.target_count == b.target_count;
}

// The rows without their padding; CHECKs that targets are the tokens one place later.
std::vector<Ids> rows_of(const TokenBatch& batch, const Dataset& data) {
  const Index B = batch.tokens.shape()[0], T = batch.tokens.shape()[1];
  REQUIRE(batch.targets.shape() == batch.tokens.shape());
  std::vector<Ids> rows;
  Index count = 0, longest = 0;
  for (Index b = 0; b < B; ++b) {
    const auto at = [&](const holo::Indices& all, Index t) {
      return static_cast<int>(all.values()[static_cast<std::size_t>(b * T + t)]);
    };
    Ids row;
    Index t = 0;
    for (; t < T && at(batch.targets, t) != -100; ++t) {
      if (t > 0) REQUIRE(at(batch.targets, t - 1) == at(batch.tokens, t));
      row.push_back(at(batch.tokens, t));
    }
    count += t;
    longest = std::max(longest, t);
    row.push_back(at(batch.targets, t - 1));
    for (; t < T; ++t) {
      REQUIRE(at(batch.targets, t) == -100);
      REQUIRE(at(batch.tokens, t) == data.tokenizer().bos());
    }
    rows.push_back(row);
  }
  CHECK(count == batch.target_count);
  CHECK(longest == T);
  return rows;
}

// A row of documents that is not cut: the document.
std::string document_of(const Ids& row, const Dataset& data) {
  REQUIRE(row.size() >= 2);
  REQUIRE(row.front() == data.tokenizer().bos());
  REQUIRE(row.back() == data.tokenizer().bos());
  return data.tokenizer().decode(Ids(row.begin() + 1, row.end() - 1));
}

std::vector<std::string> train_documents(const Dataset& data, Index first_step, Index steps) {
  std::vector<std::string> documents;
  for (Index step = first_step; step < first_step + steps; ++step) {
    for (const Ids& row : rows_of(data.batch(step), data)) {
      documents.push_back(document_of(row, data));
    }
  }
  return documents;
}

std::string numbers_text(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format("n{}\n", i);
  return text;
}

}  // namespace

TEST_CASE("an epoch takes each document once, each epoch in another order, seeds differ") {
  const TemporaryFolder folder;
  DatasetSettings settings{.files = {folder.write("n", numbers_text(100))}, .batch_size = 7};
  settings.validation = 0.3;
  const Dataset data(settings);
  CHECK(data.train_rows() == 70);
  CHECK(data.validation_rows() == 30);
  const auto first = train_documents(data, 0, 10), second = train_documents(data, 10, 10);
  const std::set<std::string> all(first.begin(), first.end());
  CHECK(all.size() == 70);
  CHECK(std::set<std::string>(second.begin(), second.end()) == all);
  CHECK(first != second);
  std::set<std::string> kept;
  for (const TokenBatch& batch : data.validation_batches(100)) {
    for (const Ids& row : rows_of(batch, data)) kept.insert(document_of(row, data));
  }
  CHECK(kept.size() == 30);
  for (const std::string& document : kept) CHECK(all.count(document) == 0);
  for (int i = 0; i < 100; ++i) {
    const std::string document = fmt::format("n{}", i);
    CHECK(data.is_in_training(document) == (all.count(document) > 0));
  }
  CHECK_FALSE(data.is_in_training("n"));
  settings.seed = 43;
  CHECK(train_documents(Dataset(settings), 0, 10) != first);
}

TEST_CASE("a batch depends on nothing but its number: any order, any object, epochs in one batch") {
  for (const TextForm form : {TextForm::documents, TextForm::running}) {
    for (const bool shuffle : {true, false}) {
      for (const Index batch_size : {3, 50}) {
        const TemporaryFolder folder;
        DatasetSettings settings{.files = {folder.write("n", numbers_text(20))}, .form = form};
        settings.batch_size = batch_size;
        settings.block_size = 5;
        settings.shuffle = shuffle;
        const Dataset data(settings), again(settings);
        std::vector<TokenBatch> batches;
        for (Index step = 0; step < 12; ++step) batches.push_back(data.batch(step));
        for (const Index step : {11, 3, 0, 7, 7, 1}) {
          CHECK(same(again.batch(step), batches[static_cast<std::size_t>(step)]));
        }
        // Rows do not depend on how they are put into batches.
        settings.batch_size = 1;
        const Dataset one(settings);
        for (Index row = 0; row < batch_size; ++row) {
          CHECK(rows_of(one.batch(batch_size + row), one)[0] ==
                rows_of(batches[1], data)[static_cast<std::size_t>(row)]);
        }
        data.batch(Index{1} << 40);
      }
    }
  }
}

TEST_CASE("the batches of a seed stay as they are: checkpoints of today go on tomorrow") {
  const TemporaryFolder folder;
  DatasetSettings settings{.files = {folder.write("n", numbers_text(10))}, .batch_size = 9};
  std::string documents, windows;
  for (const std::string& document : train_documents(Dataset(settings), 2, 1)) {
    documents += document + " ";
  }
  CHECK(documents == "n7 n4 n6 n5 n0 n3 n2 n9 n8 ");
  settings.form = TextForm::running;
  settings.validation = 0;
  settings.block_size = 4;
  settings.batch_size = 5;
  const Dataset running(settings);
  for (const Ids& row : rows_of(running.batch(5), running)) {
    for (const int id : row) windows += id == 0 ? "/" : running.tokenizer().token_text(id);
    windows += " ";
  }
  CHECK(windows == "n4/n5 /n5/n /n8/n /n1/n 3/n4/ ");
  CHECK(running.hash() == "b501fd42fd0ce0cd");
}

TEST_CASE("documents are padded to the longest of their batch, and cut to the block") {
  const TemporaryFolder folder;
  DatasetSettings settings{.files = {folder.write("n", "a\nabcdefgh\nabc\n")}, .batch_size = 3};
  settings.validation = 0;
  settings.block_size = 20;
  const Dataset whole(settings);
  CHECK(whole.batch(0).tokens.shape() == holo::Shape({3, 9}));
  CHECK(whole.batch(0).target_count == 2 + 9 + 4);
  CHECK(whole.warnings().empty());
  settings.block_size = 4;
  const Dataset cut(settings);
  const TokenBatch batch = cut.batch(0);
  CHECK(batch.tokens.shape() == holo::Shape({3, 4}));
  CHECK(batch.target_count == 2 + 4 + 4);
  std::vector<Ids> rows = rows_of(batch, cut);
  std::sort(rows.begin(), rows.end());
  CHECK(rows == std::vector<Ids>{{8, 0, 1, 2, 3}, {8, 0, 1, 2, 8}, {8, 0, 8}});
  CHECK(cut.warnings() == std::vector<std::string>{"of 3 documents 1 is longer than the block of 4 "
                                                   "and cut. Try: train_gpt --block-size "
                                                   "9"});
  // cross_entropy takes a batch as it is.
  const holo::Tensor logits = holo::zeros(holo::Shape({3, 4, 9}));
  CHECK(holo::cross_entropy(logits, batch.targets).item() == doctest::Approx(std::log(9.0)));
}

TEST_CASE("windows of running text: each place can come, none crosses from part to part") {
  const TemporaryFolder folder;
  std::string text;
  for (char c = 33; c < 123; ++c) text += c;  // 90 characters, each once: a window tells its place
  DatasetSettings settings{.files = {folder.write("t", text)}, .form = TextForm::running};
  settings.validation = 0.2;
  settings.block_size = 5;
  const Dataset data(settings);
  CHECK(data.train_tokens() == 73);  // BOS and 72
  CHECK(data.validation_tokens() == 18);
  CHECK(data.train_rows() == 14);
  CHECK(data.validation_rows() == 3);
  std::map<int, int> starts;
  for (Index step = 0; step < 100; ++step) {
    for (const Ids& row : rows_of(data.batch(step), data)) {
      REQUIRE(row.size() == 6);
      ++starts[row[0]];
      for (std::size_t i = 1; i < row.size(); ++i) {
        REQUIRE(row[i] == (row[i - 1] == 90 ? 0 : row[i - 1] + 1));
        REQUIRE(row[i] < 72);
      }
    }
  }
  CHECK(starts.size() == 68);  // 3200 draws of 73 - 5 places
  for (const auto& [start, count] : starts) CHECK((count > 15 && count < 95));
  CHECK(starts.count(90) == 1);
  CHECK(starts.count(66) == 1);
  std::vector<Ids> windows;
  for (const TokenBatch& batch : data.validation_batches(9)) {
    for (const Ids& row : rows_of(batch, data)) windows.push_back(row);
  }
  CHECK(windows == std::vector<Ids>{{72, 73, 74, 75, 76, 77},
                                    {77, 78, 79, 80, 81, 82},
                                    {82, 83, 84, 85, 86, 87}});
  CHECK_FALSE(data.is_in_training(text.substr(70, 2)));
}

TEST_CASE("running text without shuffle: window after window, then from the start") {
  const TemporaryFolder folder;
  DatasetSettings settings{.files = {folder.write("t", "abcdefghij")}, .form = TextForm::running};
  settings.validation = 0;
  settings.shuffle = false;
  settings.block_size = 3;
  settings.batch_size = 2;
  const Dataset data(settings);  // BOS abcdefghij: 3 windows
  CHECK(rows_of(data.batch(0), data) == std::vector<Ids>{{10, 0, 1, 2}, {2, 3, 4, 5}});
  CHECK(rows_of(data.batch(1), data) == std::vector<Ids>{{5, 6, 7, 8}, {10, 0, 1, 2}});
}

TEST_CASE(
    "several files: BOS before each, the cut may be inside of one, never inside a character") {
  const TemporaryFolder folder;
  const std::string one = folder.write("one", "abc"),
                    two = folder.write("two", "\xC3\xA9\xC3\xA9z");
  DatasetSettings settings{.files = {one, two}, .form = TextForm::running};
  settings.block_size = 1;
  settings.validation = 0.5;  // 4 bytes of 8 to train on, and one more for the character
  settings.tokenizer = "byte";
  const Dataset data(settings);
  CHECK(data.train_tokens() == 7);       // BOS abc BOS é
  CHECK(data.validation_tokens() == 3);  // é z
  settings.validation = 0.625;           // exactly the first file
  const Dataset between(settings);
  CHECK(between.train_tokens() == 4);
  CHECK(between.validation_tokens() == 6);  // BOS é é z
  settings.form = TextForm::documents;
  settings.block_size = 8;
  settings.validation = 0;
  CHECK(Dataset(settings).train_rows() == 2);
  const std::string hash = Dataset(settings).hash();
  settings.files = {two, one};
  CHECK(Dataset(settings).hash() != hash);
  settings.files = {folder.write("both", "abc\xC3\xA9\xC3\xA9z")};
  CHECK(Dataset(settings).hash() != hash);
  settings.files = {folder.write("1", "abc"), folder.write("2", "\xC3\xA9\xC3\xA9z")};
  CHECK(Dataset(settings).hash() == hash);
  CHECK(hash.size() == 16);
}

TEST_CASE("a document that is there twice is never in both parts") {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 40; ++i) text += fmt::format("n{}\n", i % 20);
  DatasetSettings settings{.files = {folder.write("n", text)}, .validation = 0.5, .batch_size = 1};
  const Dataset data(settings);
  CHECK(data.train_rows() + data.validation_rows() == 40);
  CHECK(data.validation_rows() > 0);
  for (const TokenBatch& batch : data.validation_batches(100)) {
    CHECK_FALSE(data.is_in_training(document_of(rows_of(batch, data)[0], data)));
  }
  settings.files = {folder.write("same", "a\na\na\n")};
  CHECK(contains(message_of([&] { Dataset{settings}; }),
                 "same: 3 training and 0 validation documents, of 3; expected"));
}

TEST_CASE("validation batches: always the same, as many as asked for, evenly spread") {
  DatasetSettings settings{.batch_size = 10};
  const Dataset data(settings);
  CHECK(data.validation_rows() == 1515);
  const auto some = data.validation_batches(3), all = data.validation_batches(1000000);
  REQUIRE(some.size() == 3);
  CHECK(all.size() == 152);
  CHECK(all.back().tokens.shape()[0] == 5);
  std::vector<Ids> rows;
  for (const TokenBatch& batch : all) {
    for (const Ids& row : rows_of(batch, data)) rows.push_back(row);
  }
  CHECK(rows.size() == 1515);
  for (std::size_t i = 0; i < 30; ++i) {
    CHECK(rows_of(some[i / 10], data)[i % 10] == rows[i * 1515 / 30]);
  }
  CHECK(same(data.validation_batches(3)[2], some[2]));
}

TEST_CASE("tokenizers: of all data, of the training part, or the given one") {
  const TemporaryFolder folder;
  DatasetSettings settings{.tokenizer = "bpe", .vocab_size = 300};
  const Dataset pairs(settings);
  CHECK(pairs.tokenizer().vocab_size() == 300);
  CHECK(std::string(pairs.tokenizer().kind()) == "bpe");
  CHECK(pairs.train_tokens() < Dataset({.tokenizer = "byte"}).train_tokens());
  std::vector<std::string> all = holo::load_documents("");
  CHECK(pairs.tokenizer().to_text() !=
        holo::BytePairTokenizer::train(all, 300).to_text());  // validation is not learnt from
  const std::shared_ptr<const holo::Tokenizer> given =
      holo::tokenizer_from_text(pairs.tokenizer().to_text(), "t");
  const Dataset again({}, given);
  CHECK(&again.tokenizer() == given.get());
  CHECK(again.settings().tokenizer == "bpe");
  CHECK(again.settings().vocab_size == 300);
  CHECK(same(again.batch(4), pairs.batch(4)));
  CHECK(Dataset({}).settings().vocab_size == 27);

  settings.files = {folder.write("n", "anna\nb\xC3\xA9\n")};
  const auto names = std::make_shared<holo::CharTokenizer>(all);
  CHECK(contains(message_of([&] { Dataset(settings, names); }),
                 "n: 'é' (U+00E9) at offset 1 is not in the vocabulary; expected one of its 26 "
                 "characters (vocabulary size 27). Try: the data that the tokenizer was made for"));
}

TEST_CASE("bytes that are not UTF-8 are an error for characters alone, NUL is one like others") {
  const TemporaryFolder folder;
  for (const TextForm form : {TextForm::documents, TextForm::running}) {
    for (const char* tokenizer : {"char", "byte", "bpe"}) {
      DatasetSettings settings{.form = form, .tokenizer = tokenizer};
      settings.block_size = 2;
      settings.validation = 0.4;
      settings.files = {folder.write("m", std::string("a\0\nb\nc\nd", 8))};
      CHECK(message_of([&] { Dataset{settings}; }) == "");
      settings.files = {folder.write("t", "abc\nd\xE9t\nefg\n")};
      const std::string message = message_of([&] { Dataset{settings}; });
      CHECK(message.empty() == (settings.tokenizer != "char"));
      CHECK(
          (message.empty() || contains(message, "t: byte 0xE9 at offset 5, line 2, is not UTF-8")));
    }
  }
}

TEST_CASE("a byte order mark, and line ends of other systems, are no tokens, and a warning") {
  const TemporaryFolder folder;
  const std::string mark = "\xEF\xBB\xBF", plain = "ab\n\ncd\nab\n";
  DatasetSettings settings{.files = {folder.write("t", plain)}, .form = TextForm::running};
  settings.block_size = 2;
  settings.validation = 0.4;
  settings.shuffle = false;
  for (const char* tokenizer : {"char", "byte", "bpe"}) {
    settings.tokenizer = tokenizer;
    settings.files = {folder.write("t", plain)};
    const Dataset unix(settings);
    CHECK(unix.warnings().empty());
    for (const std::string text :
         {"ab\r\n\r\ncd\r\nab\r\n", "ab\r\rcd\rab\r", "ab\r\n\rcd\nab\r"}) {
      CAPTURE(text);
      settings.files = {folder.write("t", mark + text)};
      const Dataset other(settings);
      CHECK(other.tokenizer().to_text() == unix.tokenizer().to_text());
      CHECK(other.train_tokens() == unix.train_tokens());
      CHECK(rows_of(other.batch(0), other) == rows_of(unix.batch(0), unix));
      CHECK(other.hash() != unix.hash());  // of the file as it is: an older run knows it again
      REQUIRE(other.warnings().size() == 2);
      CHECK(other.warnings()[0] == settings.files[0] + ": its byte order mark is dropped");
      CHECK(other.warnings()[1] ==
            settings.files[0] + ": its line ends, CR LF or CR, are read as LF");
    }
  }
  settings.form = TextForm::documents;
  settings.block_size = 8;
  settings.tokenizer = "char";
  settings.files = {folder.write("d", mark + "ab\r\ncd\ref\n\u2028\n\n" + mark + "g\n")};
  const Dataset documents(settings);
  CHECK(documents.tokenizer().vocab_size() == 9);  // a to g, a mark that is in the middle, and BOS
  CHECK(documents.warnings().size() == 1);
}

TEST_CASE("data that are too short: what was found, what is needed, what to do; and warnings") {
  constexpr TextForm documents = TextForm::documents, running = TextForm::running;
  struct Row {
    std::string text;
    Index block_size;
    double validation;
    TextForm form;
    std::string said;  // in an error, or as the one warning
  };
  std::string line;
  for (int i = 0; i < 3000; ++i) line += fmt::format("{} ", i);
  const std::string few =
      "0 training and 1 validation documents, of 1; expected at least one of each, "
      "and different ones. Try: more documents, or train_gpt with --format text for running text "
      "or --validation 0";
  const TemporaryFolder folder;
  for (const Row& row : std::vector<Row>{
           {"abcd", 64, 0, running,
            "the training part has 5 tokens; expected at least 65 for --block-size 64. Try: "
            "--block-size 4 or more text"},
           {"abcd", 4, 0, running, ""},
           {"abcdefghij", 3, 0.3, running,
            "the validation part has 3 tokens; expected at least 4 for --block-size 3. Try: "
            "--block-size 2 or --validation 0 or more text"},
           {"abcdefghij", 4, 0.05, running,
            "the validation part has 0 tokens; expected at least 5 for --block-size 4. Try: "
            "--validation 0 or more text"},
           {"one\n", 8, 0.1, documents, few},
           {line, 16, 0.1, documents, few},
           {line, 16, 0, documents,
            "of 1 documents 1 is longer than the block of 16 and cut. Try: train_gpt --format "
            "text"},
           {std::string(512, 'a') + std::string(511, 'b'), 16, 0, documents,
            "Try: train_gpt --block-size 1024"},
           {line, 16, 0, running, ""},
           {"aaaa\nab\n", 16, 0, documents, ""}}) {
    CAPTURE(row.said);
    std::string said;
    const std::string message = message_of([&] {
      const Dataset data({.files = {folder.write("t", row.text)},
                          .form = row.form,
                          .validation = row.validation,
                          .block_size = row.block_size});
      for (const std::string& warning : data.warnings()) said += warning;
    });
    if (!message.empty()) said = message.substr(message.find("t: ") + 3);
    CHECK(said.empty() == row.said.empty());
    CHECK(contains(said, row.said));
  }
}

TEST_CASE("a batch of too many tokens is refused") {
  CHECK(message_of([] { Dataset({.block_size = 1 << 20, .batch_size = 129}); }) ==
        "UsageError: --batch: 129 rows of 1048576 tokens; expected at most 134217728 tokens in a "
        "batch");
}

}  // namespace dataset_test
