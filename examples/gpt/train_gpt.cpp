// train_gpt: trains a tiny GPT on the built-in names or on your text, shows how it goes, and prints
// what it writes then. Ctrl-C saves and stops; --resume continues as if nothing had happened.
#include "gpt/training/ranks.h"
#include "support/recorded/command_line.h"

using namespace holo;

namespace {

void program(int argc, char** argv) { train_gpt(argc, argv); }

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
