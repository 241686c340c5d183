// gate_inputs_test.cpp: a GPT that is walked block by block is the GPT; rows of a text are those
// that it says, and half of the positions are from rows of their own.
#include "gpt/gates/gate_text.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "examples/tiny_pretrained.h"
#include "gpt/gpt_flags.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "helpers.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace gate_inputs_test {
namespace {

using namespace holo;

GPTOptions learned() {
  return {.vocab_size = 11,
          .block_size = 6,
          .n_layer = 2,
          .n_head = 2,
          .n_embd = 8,
          .ffn = "holo_gate_flow",
          .norm = Norm::layer,
          .norm_embedding = true,
          .norm_final = false,
          .tied = true,
          .dropout = 0.5,
          .init_std = 0.5};
}

GPTOptions rotary() {
  return {.vocab_size = 11,
          .block_size = 6,
          .n_layer = 3,
          .n_head = 4,
          .n_embd = 8,
          .n_head_kv = 2,
          .ffn = "swiglu",
          .norm = Norm::rms,
          .positions = Positions::rotary,
          .bias = false,
          .tied = false,
          .init_std = 0.5};
}

double apart(const Tensor& a, const Tensor& b) {
  return static_cast<double>(max(abs(a - b)).item());
}

SavedRun trained(const std::string& data, const std::string& hash) {
  SavedRun run;
  run.settings = {{"data", data}, {"format", "lines"}, {"validation", "0.25"}, {"seed", "7"}};
  run.data_hash = hash;
  return run;
}

// Long enough that no two lines begin with the same letters.
std::string lines() {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += std::string(1, static_cast<char>('a' + i % 20)) + "bcd" +
            std::string(static_cast<std::size_t>(1 + i / 20), 'e') + "\n";
  return text;
}

}  // namespace

TEST_CASE("gate inputs: the GPT, block by block") {
  const NoGrad no_grad;
  for (const GPTOptions& options : {learned(), rotary()}) {
    PythonRandom random(1);
    GPT model(options, random);
    model.eval();
    if (!model.embedding_norm && !model.position_embedding) {  // the first block, by hand
      const Tensor x = model.token_embedding(Indices({1, 2}, {3, 9}));
      const Block& block = *model.blocks[0];
      const Tensor y = x + (*block.attention)(block.attention_norm->forward(x));
      const TokenRows row = {{3, 9}};
      CHECK(apart(GateInputs(model, row).next({{0, 1}}),
                  reshape(slice(block.feed_forward_norm->forward(y), 1, 1, 2), {1, 8})) < 1e-6);
    }
    const TokenRows rows = {{1, 2, 3, 4}, {5, 6, 7, 8, 9, 10}, {0}};
    const std::vector<Position> positions = {{1, 5}, {0, 0}, {2, 0}, {1, 5}};
    GateInputs inputs(model, rows);
    for (std::size_t i = 0; i < model.blocks.size(); ++i) {
      const Tensor x = inputs.next(positions);
      REQUIRE(x.shape() == Shape{4, 8});
      CHECK(apart(slice(x, 0, 0, 1), slice(x, 0, 3, 4)) == 0);
      CHECK(apart(slice(x, 0, 0, 1), slice(x, 0, 1, 2)) > 1e-3);
    }
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const Tensor x = inputs.final_of(row);
      const Tensor logits = model.head ? (*model.head)(x) : linear(x, model.token_embedding.weight);
      const Indices tokens({1, static_cast<Index>(rows[row].size())}, rows[row]);
      CHECK(apart(logits, model(tokens)) < 1e-4);
    }
  }
}

TEST_CASE("gate positions: windows, evenly spread") {
  std::vector<Index> tokens;
  for (Index i = 0; i < 10; ++i) tokens.push_back(i);
  CHECK(windows_of(tokens, 4, 9) == TokenRows{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9}});
  CHECK(windows_of(tokens, 2, 2) == TokenRows{{0, 1}, {4, 5}});
  CHECK(windows_of({}, 4, 3).empty());
}

TEST_CASE("gate positions: fitted to rows with an even number, measured at the others") {
  const TokenRows rows = {{0, 0, 0}, {0}, {0}, {0, 0}};
  const std::vector<Position> all = positions_of(rows, 100);
  REQUIRE(all.size() == 6);
  for (std::size_t n = 0; n < all.size(); ++n) CHECK(all[n].row % 2 == n % 2);
  CHECK(all[2].place == 1);
  CHECK(all[5].row == 3);
  CHECK(positions_of(rows, 5).size() == 4);
  CHECK(positions_of({{1, 2, 3}}, 100).empty());
}

TEST_CASE("gate positions: numbers of tokens") {
  CHECK(token_numbers("5,17 3\n\n0,\t 9\r\n", 18, "ids") == std::vector<Index>{5, 17, 3, 0, 9});
  CHECK(token_numbers("\n", 18, "ids").empty());
  for (const std::string wrong : {"18", "-1", "1.5", "0x1", "abc", "99999999999999999999", "1;2"}) {
    check_error<Error>("ids, line 2: '" + wrong + "'; expected numbers of tokens, from 0 to 17",
                       [&] { token_numbers("1 2\n3 " + wrong + "\n", 18, "ids"); });
  }
}

TEST_CASE("gate text: the validation part of the text that was trained on, all of another one") {
  const TemporaryFolder folder;
  const std::string file = folder.write("lines", lines());
  const DatasetSettings settings = {
      .files = {file}, .validation = 0.25, .block_size = 4, .seed = 7};
  const Dataset data(settings);
  const auto tokenizer =
      std::shared_ptr<const Tokenizer>(tokenizer_from_text(data.tokenizer().to_text(), "it"));
  const GateTextSettings wanted = {.model = "model",
                                   .files = {file},
                                   .form = TextForm::documents,
                                   .block_size = 4,
                                   .positions = 1000};

  const GateText part = gate_text(trained(file, data.hash()), tokenizer, wanted);
  CHECK(part.about == "the validation part of the text");
  TokenRows validation;
  for (const TokenBatch& batch : data.validation_batches(1)) {
    for (Index b = 0; b < batch.tokens.shape()[0]; ++b) {
      const auto first = batch.tokens.values().begin() + b * batch.tokens.shape()[1];
      validation.emplace_back(first, first + batch.tokens.shape()[1]);
    }
  }
  REQUIRE(validation.size() == static_cast<std::size_t>(data.validation_rows()));
  CHECK(part.rows == validation);

  const GateText all = gate_text(trained(file, "another"), tokenizer, wanted);
  CHECK(all.about == "the text");
  CHECK(all.rows.size() == 40);
  CHECK(all.rows[0].front() == tokenizer->bos());
  GateTextSettings few = wanted;
  few.positions = 20;
  const GateText some = gate_text(trained(file, "another"), tokenizer, few);
  CHECK(some.rows.size() >= 5);
  CHECK(some.rows.size() <= 10);
  CHECK(some.rows.back() != all.rows[some.rows.size() - 1]);  // not only the first ones
  few.form = TextForm::running;
  few.positions = 16;
  const GateText running = gate_text(trained(file, ""), std::make_shared<ByteTokenizer>(), few);
  REQUIRE(running.rows.size() == 6);
  CHECK(running.rows[0] == std::vector<Index>{256, 'a', 'b', 'c'});
  for (const auto& row : running.rows) CHECK(row.size() == 4);
  CHECK(gate_tokens(folder.write("ids", "1 2 3 4 5"), 9, 2, 10).rows ==
        TokenRows{{1, 2}, {3, 4}, {5}});
}

TEST_CASE("gate text: without files the built-in names, if they were trained on") {
  const Dataset names(DatasetSettings{});
  const auto tokenizer =
      std::shared_ptr<const Tokenizer>(tokenizer_from_text(names.tokenizer().to_text(), "it"));
  GateTextSettings wanted = {
      .model = "model", .form = TextForm::documents, .block_size = 16, .positions = 100};
  CHECK(gate_text(trained("", names.hash()), tokenizer, wanted).about ==
        "the validation part of the built-in names");
  CHECK(form_of(trained("", "")) == TextForm::documents);
  CHECK(form_of(SavedRun{}) == TextForm::running);
  // The demo says no format: its names are lines.
  SavedRun demo;
  demo.settings = {{"preset", "names"}};
  CHECK(form_of(demo) == TextForm::documents);
  demo.settings["data"] = "a.txt";
  CHECK(form_of(demo) == TextForm::running);
}

TEST_CASE("gate text: a tokenizer of another program may have no BOS") {
  const TemporaryFolder folder;
  const std::string file = folder.write("text", "hello hello he said hello");
  const std::shared_ptr<const Tokenizer> tokenizer =
      stored_tokenizer(tiny_pretrained::Members().text(), "it");
  REQUIRE(tokenizer->bos() == -1);
  GateTextSettings wanted = {.model = "model", .files = {file}, .block_size = 4, .positions = 100};
  for (const TextForm form : {TextForm::running, TextForm::documents}) {
    wanted.form = form;
    const GateText text = gate_text(SavedRun{}, tokenizer, wanted);
    REQUIRE(!text.rows.empty());
    CHECK(text.rows[0][0] == 259);  // hello
    for (const auto& row : text.rows)
      for (const Index token : row) CHECK(token >= 0);
  }
}

}  // namespace gate_inputs_test
