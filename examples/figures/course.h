// course.h: the pages of the course, what each of them needs, and the paths through them.
// tests/docs/docs_paths_test.cpp compares the pages with it, figures_test.cpp the figure of the
// paths.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace holo {

/// Whose path a page is on: pages of `trunk` are on both, those of `side` on none.
enum class CoursePath { trunk, language_model, gates, side };

struct PathPage {
  std::string file, number, idea;
  std::vector<std::string> needs;  ///< numbers of pages, without those that these need themselves
  CoursePath path = CoursePath::trunk;
};

/// In the order of their numbers.
inline const std::vector<PathPage>& course_pages() {
  using enum CoursePath;
  static const std::vector<PathPage> pages = {
      {"01_value.md", "1", "derivatives", {}, trunk},
      {"02_neuron.md", "2", "training", {"1"}, trunk},
      {"03_bigram_counts.md", "3", "letter pairs", {"2"}, trunk},
      {"04_bigram_gradients.md", "4", "softmax", {"3"}, trunk},
      {"05_mlp.md", "5", "a network", {"4"}, trunk},
      {"06_attention.md", "6.1", "attention", {"5"}, trunk},
      {"06_residual.md", "6.2", "residuals", {"6.1"}, trunk},
      {"06_earlier_positions.md", "6.3", "the cache", {"6.2"}, trunk},
      {"07_heads.md", "7.1", "heads, layers", {"6.2"}, trunk},
      {"07_adam.md", "7.2", "Adam", {"7.1"}, trunk},
      {"07_microgpt.md", "7.3", "microgpt", {"7.2"}, trunk},
      {"08_tensor.md", "8", "tensors", {"5"}, trunk},
      {"09_broadcasting.md", "9", "broadcasting", {"8"}, trunk},
      {"10_matmul.md", "10", "fast products", {"8"}, side},
      {"11_mlp.md", "11", "the MLP", {"7.1", "9"}, gates},
      {"12_squared_relu.md", "12", "squared ReLU", {"11"}, gates},
      {"13_gated_mlp.md", "13", "the gate", {"12"}, gates},
      {"14_kernel_view.md", "14.1", "kernels", {"13"}, gates},
      {"14_trained_gates.md", "14.2", "trained gates", {"14.1"}, gates},
      {"15_holo_gate_flow.md", "15", "HoloGateFlow", {"13"}, gates},
      {"16_which_layer.md", "16", "comparing", {"7.2", "14.2", "15"}, side},
      {"17_name_batch.md", "17.1", "a batch", {"6.2", "9"}, language_model},
      {"17_training_loop.md", "17.2", "the loop", {"7.2", "17.1"}, language_model},
      {"17_tiny_gpt.md", "17.3", "the tiny GPT", {"7.3", "17.2"}, language_model},
      {"17_demo.md", "17.4", "the demo", {"17.3"}, side},
      {"18_training_well.md", "18", "training well", {"17.3"}, language_model},
      {"19_files.md", "19", "files", {"9"}, side},
      {"20_two_moons.md", "20", "your problem", {"17.2"}, side}};
  return pages;
}

inline const PathPage* course_page(const std::string& number) {
  const auto& pages = course_pages();
  const auto found = std::find_if(pages.begin(), pages.end(),
                                  [&](const PathPage& page) { return page.number == number; });
  return found == pages.end() ? nullptr : &*found;
}

/// The pages of the trunk and of one path, or of the trunk alone, in the order of reading.
inline std::vector<PathPage> pages_on(CoursePath path) {
  std::vector<PathPage> pages;
  for (const PathPage& page : course_pages()) {
    if (page.path == CoursePath::trunk || page.path == path) pages.push_back(page);
  }
  return pages;
}

}  // namespace holo
