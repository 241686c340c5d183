// vision: which feed-forward layer sees best? A small vision transformer: an image is cut into 16
// patches, which look at one another without a mask (Dosovitskiy et al. 2020, arXiv 2010.11929).
#include <algorithm>

#include "experiments/blocks.h"
#include "experiments/comparison.h"
#include "experiments/feed_forward.h"
#include "experiments/images.h"
#include "holo/creation.h"
#include "support/command_line.h"

using namespace holo;

constexpr Index patches_a_side = 4, T = 16, B = 32;
constexpr double noise = 0.1;  // its standard deviation, on the drawn shapes

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
  return {tensor(pixels, {n, images.side, images.side}), Indices({n}, std::move(labels))};
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

// What the rate is chosen by, and what is counted in the table; each batch is drawn anew.
struct Data {
  Images choice, test;
};

Data drawn_shapes(Index count) {
  PythonRandom choice(1), test(2);
  fmt::print("shapes of 16 x 16 pixels, drawn anew for each step, noise {}; {} for the table\n",
             noise, count);
  return {draw_shapes(count, noise, choice), draw_shapes(count, noise, test)};
}

Batch next_batch(PythonRandom& random) {
  std::vector<Index> chosen;
  for (Index b = 0; b < B; ++b) chosen.push_back(b);
  return batch_of(draw_shapes(B, noise, random), chosen);
}

RunResult run_once(const Data& data, const ModelSizes& sizes, const std::string& name,
                   const Training& training, std::uint64_t seed) {
  PythonRandom layer_random(seed), random(seed + 1000), order(seed + 2000);
  Layers layers = feed_forwards(name, sizes.C, sizes.n_layer,
                                sizes.n_layer * holo_parameters(sizes.C), layer_random);
  const Index counted = parameters_of(layers);
  VisionModel model(data.test, sizes, std::move(layers), random);
  train(model, training, [&] {
    const Batch batch = next_batch(order);
    return cross_entropy(model(batch.x), batch.y);
  });
  return {errors(model, data.choice), errors(model, data.test), counted};
}

void print_table(const std::vector<TableRow>& rows) {
  fmt::print("{:<20} {:>10} {:>7}   {:<18} {}\n", "layer", "parameters", "rate", "right, percent",
             "behind the best");
  const std::vector<std::string> behind = verdicts(rows, "-{:.2f}");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Mean mean = mean_of(rows[i].values);
    fmt::print("{:<20} {:>10} {:>7}   {:>6.2f} +- {:<8.2f} {}\n", rows[i].name, rows[i].parameters,
               rows[i].learning_rate, 100 - mean.value, mean.error, behind[i]);
  }
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Which feed-forward layer sees best, at equal parameters?");
  const bool quick = cli.flag("--quick", "a few steps of small models: only shows that it works");
  const Index steps = cli.integer("--steps", quick ? 20 : 2000, 20, 1'000'000, "of each training");
  const int seeds =
      static_cast<int>(cli.integer("--seeds", quick ? 2 : 5, 1, 100, "of each layer"));
  cli.finish();

  const ModelSizes sizes = quick ? quick_sizes : ModelSizes{};
  const Plan plan{quick ? std::vector<double>{3e-3} : std::vector<double>{1e-3, 3e-3}, seeds};
  const Data data = drawn_shapes(quick ? 200 : 2000);
  print_table(compare(compared_names(), plan,
                      [&](const std::string& name, double rate, std::uint64_t seed) {
                        return run_once(data, sizes, name, {steps, rate}, seed);
                      }));
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
