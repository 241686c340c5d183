// live_model.h: a GPT that is trained a few steps at a time and answers questions in between, as a
// page of the book asks them. Answers are JSON. A question is its name and what belongs to it:
//
//   {"gpt", SEED, TEXT}   the GPT of chapter 17 on a text of at most 100,000 bytes, a document a
//                         line; without TEXT on the names
//   {"about"}             parameters, documents, held_out, and the letters, "." for BOS
//   {"steps", N}          N training steps; the loss of each, and of the documents held out
//   {"names", N, T}       N documents that it writes at temperature T
//   {"next", TEXT}        the probability of each letter after TEXT
//   {"attention", TEXT}   of each head, row by row, how much each position takes of each
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace holo {

using Question = std::vector<std::string>;

class LiveGPT;

/// "gpt" begins a new model, and answers "about"; any other question is for the one that was begun.
/// A question that fails is {"error": "..."} and changes nothing.
class LiveSession {
 public:
  LiveSession();
  ~LiveSession();
  std::string ask(const Question& question);

 private:
  std::unique_ptr<LiveGPT> model_;
};

}  // namespace holo
