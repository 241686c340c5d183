// train_gpt: trains a tiny GPT on the built-in names or on your text, shows how it goes, and prints
// what it writes then. Ctrl-C saves and stops; --resume continues as if nothing had happened.
#include "gpt/training/ranks.h"
#include "gpt/training/train_run.h"
#include "gpt/training/trainer.h"
#include "support/recorded/command_line.h"

using namespace holo;

namespace {

void train(int argc, char** argv) {
  const TrainStart start(read_train_settings(argc, argv));
  TrainingLog log = start.begin();
  TrainRun run(start.settings, start.dataset, *start.trainer, log);
  const End end = run.train();
  run.print_end(end);
  if (end == End::interrupted) throw Interrupted{run.signal()};
}

void program(int argc, char** argv) {
  if (!trained_with_others(argc, argv)) train(argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
