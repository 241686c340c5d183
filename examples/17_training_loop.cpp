// 17_training_loop: the training loop of today.
#include "support/command_line.h"

int main(int argc, char** argv) {
  return holo::run_program(argc, argv, [](int c, char** v) { holo::CommandLine(c, v, "").finish(); });
}
