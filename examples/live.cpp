// live: a model that is trained a few steps at a time and asked in between: what a page of the book
// does when a reader trains in it. A line of words is a question, its answer a line of JSON.
#include <fmt/format.h>

#include <iostream>
#include <sstream>
#include <string>

#include "support/command_line.h"
#include "support/live/live_model.h"

using namespace holo;

void program(int argc, char** argv) {
  CommandLine cli(argc, argv,
                  "Answers questions, a line each: gpt 42, steps 100, names 5 0.8, next emm, "
                  "attention emma, weight e 0 1.5; product bilinear 1, steps 100, kernel.");
  cli.finish();
  LiveSession session;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    Question question;
    for (std::string word; words >> word;) question.push_back(word);
    if (question.empty()) continue;
    fmt::print("{}\n", session.ask(question));
    flush_output();
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
