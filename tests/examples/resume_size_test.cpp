// resume_size_test.cpp: a checkpoint whose flags speak of another model than its numbers is refused
// before that model is made.
#include <doctest/doctest.h>

#include "gpt/training/train_settings.h"
#include "holo/check.h"

namespace resume_size_test {
namespace {

// What a run of one block of 4 channels and 5 tokens has left, its flags with `n_layer` blocks.
holo::SavedRun saved(const char* n_layer) {
  holo::SavedRun run;
  run.model = holo::microgpt_options(5);
  run.model.n_embd = 4;
  run.model.n_head = 2;
  run.settings = {{"preset", "microgpt"}, {"n-embd", "4"}, {"n-head", "2"}, {"n-layer", n_layer}};
  run.tokenizer = "holo byte v1\n";
  return run;
}

template <class SavedRun>
holo::Index resumed_layers(SavedRun saved_run) {
  char words[][14] = {"train_gpt", "--resume=file"};
  char* argv[] = {words[0], words[1], nullptr};
  return holo::read_train_settings(2, argv, saved_run).model.n_layer;
}

}  // namespace

TEST_CASE("resume: the flags of a checkpoint make the model that it has") {
  CHECK(resumed_layers([](const std::string&) { return saved("1"); }) == 1);
  CHECK_THROWS_AS(resumed_layers([](const std::string&) { return saved("2"); }), holo::Error);
  CHECK_THROWS_AS(resumed_layers([](const std::string&) { return saved("1048576"); }), holo::Error);
}

}  // namespace resume_size_test
