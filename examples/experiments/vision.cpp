// vision: which feed-forward layer sees best? A small vision transformer: an image is cut into 16
// patches, which look at one another without a mask (Dosovitskiy et al. 2020, arXiv 2010.11929).
#include <algorithm>

#include "experiments/images.h"
#include "experiments/trial.h"
#include "holo/nn/embedding.h"
#include "support/command_line.h"

using namespace holo;

constexpr Index patches_a_side = 4, T = 16, B = 32;

struct VisionModel : Module {
  Linear patches;
  Tensor positions;  // [T, C]
  std::unique_ptr<BlockStack> blocks;
  Linear head;

  VisionModel(const Images& images, const ModelSizes& sizes, Layers layers, PythonRandom& random)
      : patches(images.side * images.side / T, sizes.C, random),
        positions(normal({T, sizes.C}, random, 0, 0.02)),
        blocks(make_blocks(sizes, std::move(layers), false, random)),
        head(sizes.C, images.classes, random) {
    register_module("patches", patches);
    register_parameter("positions", positions);
    register_module("blocks", *blocks);
    register_module("head", head);
  }

  // [B, side, side] to [B, classes]: the mean over all patches is what the head sees.
  Tensor operator()(const Tensor& x) {
    const Index n = x.size(0), p = x.size(1) / patches_a_side;
    const Tensor grid = reshape(x, {n, patches_a_side, p, patches_a_side, p});
    const Tensor cut = reshape(permute(grid, {0, 1, 3, 2, 4}), {n, T, p * p});
    return head(mean((*blocks)(patches(cut) + positions), 1));
  }
};

struct Batch {
  Tensor x;
  Indices y;
};

Batch batch_of(const Images& images, const std::vector<Index>& chosen) {
  const Index area = images.side * images.side;
  std::vector<float> pixels;
  std::vector<Index> labels;
  for (const Index i : chosen) {
    const auto from = images.pixels.begin() + i * area;
    pixels.insert(pixels.end(), from, from + area);
    labels.push_back(images.labels[static_cast<std::size_t>(i)]);
  }
  const auto n = static_cast<Index>(chosen.size());
  return {from_values({n, images.side, images.side}, std::span<const float>(pixels)),
          Indices({n}, std::move(labels))};
}

// Percent of the images that are taken for another class.
double errors(VisionModel& model, const Images& images) {
  const NoGrad no_grad;
  Index wrong = 0;
  for (Index start = 0; start < images.count(); start += 100) {
    std::vector<Index> chosen;
    for (Index i = start; i < std::min(start + 100, images.count()); ++i) chosen.push_back(i);
    const Batch batch = batch_of(images, chosen);
    const Indices found = argmax(model(batch.x), -1);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      wrong += found.values()[i] != batch.y.values()[i] ? 1 : 0;
    }
  }
  return 100 * static_cast<double>(wrong) / static_cast<double>(images.count());
}

// Every fifth image of a file is for the test.
void divide(const Images& all, Images& train_set, Images& test_set) {
  train_set = test_set = {all.side, all.classes, {}, {}};
  const Index area = all.side * all.side;
  for (Index i = 0; i < all.count(); ++i) {
    Images& part = i % 5 == 4 ? test_set : train_set;
    part.pixels.insert(part.pixels.end(), all.pixels.begin() + i * area,
                       all.pixels.begin() + (i + 1) * area);
    part.labels.push_back(all.labels[static_cast<std::size_t>(i)]);
  }
  if (test_set.count() == 0) throw UsageError("images", "fewer than 5", "5 or more");
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Which feed-forward layer sees best, at equal parameters?");
  const bool quick = cli.flag("--quick", "a few steps of small models: only shows that it works");
  const Index steps = cli.integer("--steps", quick ? 20 : 2000, 20, 1'000'000, "of each training");
  const int seeds =
      static_cast<int>(cli.integer("--seeds", quick ? 2 : 5, 1, 1000, "of each layer"));
  const double noise = cli.number("--noise", 0.1, between(0, 10), "on the drawn shapes");
  const std::string csv = cli.text("--csv", "", "FILE", "images in place of the drawn ones");
  const std::string label =
      cli.choice("--label", {"last", "first"}, "where a line of it has the class");
  const std::string idx = cli.text("--idx", "", "FILE", "images in the format of MNIST");
  const std::string idx_labels = cli.text("--idx-labels", "", "FILE", "their classes");
  const std::string only = cli.text("--only", "", "NAME", "this layer alone");
  const std::string plots = cli.text("--plots", "", "DIR", "a folder for the SVG plot");
  cli.finish();
  if (idx.empty() != idx_labels.empty() || (!idx.empty() && !csv.empty())) {
    throw UsageError("--idx", "alone or with --csv", "--idx with --idx-labels, or --csv");
  }

  const ModelSizes sizes = quick ? ModelSizes{.C = 16, .n_layer = 3, .n_head = 2} : ModelSizes{};
  const std::vector<double> rates =
      quick ? std::vector<double>{3e-3} : std::vector<double>{3e-4, 1e-3, 3e-3};
  Images train_set, test_set;
  const bool drawn = csv.empty() && idx.empty();
  if (drawn) {
    PythonRandom random(0);
    test_set = draw_shapes(quick ? 200 : 2000, noise, random);
    fmt::print("shapes of 16 x 16 pixels, drawn anew for each step, noise {}; {} for the test\n",
               noise, test_set.count());
  } else {
    divide(csv.empty() ? read_idx(idx, idx_labels) : read_csv(csv, label == "first"), train_set,
           test_set);
    fmt::print("{} images of {} x {} pixels, {} classes; {} for the test\n",
               train_set.count() + test_set.count(), test_set.side, test_set.side, test_set.classes,
               test_set.count());
  }

  const Index parameters = sizes.n_layer * holo_parameters(sizes.C);
  const RunOf run = [&](const std::string& name, double rate, std::uint64_t seed) {
    PythonRandom layer_random(seed), random(seed + 1000), order(seed + 2000);
    VisionModel model(test_set, sizes,
                      feed_forwards(name, sizes.C, sizes.n_layer, parameters, layer_random),
                      random);
    std::vector<double> curve = train(model, {steps, rate}, [&] {
      std::vector<Index> chosen;
      const Images fresh = drawn ? draw_shapes(B, noise, order) : Images();
      for (Index b = 0; b < B; ++b) {
        const auto count = static_cast<std::uint64_t>(train_set.count());
        chosen.push_back(drawn ? b : static_cast<Index>(order.randbelow(count)));
      }
      const Batch batch = batch_of(drawn ? fresh : train_set, chosen);
      return cross_entropy(model(batch.x), batch.y);
    });
    return Run{errors(model, test_set), std::move(curve)};
  };
  std::vector<std::string> names = plain_names;
  names.insert(names.end(), gated_names.begin(), gated_names.end());
  names.push_back("HoloGateFlow");
  if (!only.empty()) names = {only};
  std::vector<Row> rows;
  for (const std::string& name : names) {
    rows.push_back(tuned_row(name, parameters, rates, seeds, run));
    fmt::print(stderr, ".");
  }
  fmt::print(stderr, "\n");
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return mean_of(a.values).value < mean_of(b.values).value;
  });
  fmt::print("{:<20} {:>10} {:>7}   {:<18} {}\n", "layer", "parameters", "rate", "right, percent",
             "beside the best");
  for (const Row& row : rows) {
    const Mean mean = mean_of(row.values);
    fmt::print("{:<20} {:>10} {:>7}   {:>6.2f} +- {:<8.2f} {}\n", row.name, row.parameters,
               row.learning_rate, 100 - mean.value, mean.error,
               beside(row, rows.front(), "-{:.2f}"));
  }
  if (!plots.empty()) {
    draw_rows(rows, "Images taken for another class", "percent", plots + "/vision.svg");
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
