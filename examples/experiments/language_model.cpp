// language_model: which feed-forward layer learns text best when all have as many parameters? A
// small GPT of characters, on names and on the pages of this project.
#include <algorithm>
#include <cctype>
#include <filesystem>

#include "experiments/character_model.h"
#include "holo/data.h"
#include "support/command_line.h"

using namespace holo;

struct Settings {
  ModelSizes sizes;
  Index steps;
  Plan plan;
};

// Chapters 1 to 15, when the program runs in the folder of the project. The page that has the
// results is not among them.
std::string pages_text() {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("docs", none)) {
    const std::string name = entry.path().filename().string();
    const bool chapter = name.size() > 3 && std::isdigit(name[0]) != 0 && name < "16";
    if (chapter && entry.path().extension() == ".md") names.push_back(entry.path().string());
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += read_file(name);
  return text;
}

std::vector<Text> all_texts() {
  std::vector<Text> texts = {names_text()};
  if (const std::string pages = pages_text(); !pages.empty()) {
    texts.emplace_back("pages", pages);
  } else {
    fmt::print(stderr, "no docs/ here: names only\n");
  }
  return texts;
}

void experiment(const Text& text, const Settings& settings) {
  const ModelSizes& s = settings.sizes;
  fmt::print("{}: {} characters to train on, {} to measure, {} different ones\n", text.name,
             text.train.size(), text.valid.size(), text.vocab);
  fmt::print("\nas many parameters as HoloGateFlow, {} blocks\n", s.n_layer);
  compare_on(text, compared_names(), s.n_layer * holo_parameters(s.C), s, settings.steps,
             settings.plan);
  fmt::print("\nas many parameters as its light form\n");
  compare_on(text, {"gelu", "relu2", "bilinear", "swiglu", "Lite"},
             s.n_layer * lite_parameters(s.C), s, settings.steps, settings.plan);
  fmt::print("\n");
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Which feed-forward layer learns text best, at equal parameters?");
  const bool quick = cli.flag("--quick", "a few steps of small models: only shows that it works");
  Settings settings;
  settings.steps = cli.integer("--steps", quick ? 20 : 1000, 20, 1'000'000, "of each training");
  settings.plan.seeds =
      static_cast<int>(cli.integer("--seeds", quick ? 2 : 5, 1, 100, "of each layer"));
  cli.finish();
  if (quick) settings.sizes = quick_sizes;
  settings.plan.rates = quick ? std::vector<double>{1e-2} : std::vector<double>{3e-3, 1e-2};
  for (const Text& text : all_texts()) experiment(text, settings);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
