// figures.cpp: writes the plots of the chapters into a folder.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "figures/chapter_figures.h"
#include "support/command_line.h"
#include "support/plots/plot.h"

using namespace holo;

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Draws the plots of the chapters.");
  const std::string folder = cli.text("--plots", "docs/figures", "DIR", "where they go");
  const bool quick = cli.flag("--quick", "without those that train for long");
  const auto steps =
      static_cast<int>(cli.integer("--steps", 4000, 40, 1'000'000, "training steps"));
  const auto seeds = static_cast<int>(cli.integer("--seeds", 10, 1, 1000, "trainings of a layer"));
  cli.finish();
  std::error_code ignored;  // write_file says what is wrong
  std::filesystem::create_directories(folder, ignored);
  const auto write = [&folder](const std::vector<Figure>& figures) {
    for (const Figure& figure : figures) {
      write_file(folder + "/" + figure.file, figure.svg);
      fmt::print("drawn: {}/{}\n", folder, figure.file);
    }
  };
  write({overfitting_figure()});
  if (quick) return;
  write({sine_figure(), mlp_loss_figure()});
  write({attention_figure(), residual_loss_figure(), adam_figure()});
  write(training_figures(steps, seeds));
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
