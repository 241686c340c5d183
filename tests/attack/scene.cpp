// scene.cpp: small files of each kind that the programs read and write, and runs that use them.
#include "attack/scene.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "attack/process.h"

namespace attack {
namespace {

namespace fs = std::filesystem;

// A model of some hundred numbers.
const Words tiny = {"--preset",  "microgpt", "--n-embd", "4",    "--n-head",        "2",
                    "--data",    "names",    "--steps",  "4",    "--sample-length", "4",
                    "--samples", "2",        "--ffn",    "reglu"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Runs it in the scene, which has its files from then on.
void add(Attack& attack, const std::string& program, const Words& arguments) {
  const std::string folder = attack.folder + "/scene";
  Try one;
  one.program = program;
  one.arguments = arguments;
  const Result result = run(attack, folder, one);
  if (result.exit_code == 0) return;
  throw std::runtime_error(
      fmt::format("{}: exit code {}: {}", program, result.exit_code, result.err));
}

void add_scenario(Attack& attack, const std::string& name, const std::string& program,
                  const Words& arguments, const std::set<std::string>& outputs) {
  Scenario scenario{name, program, arguments, outputs, {}, {}};
  const std::string folder = attack.folder + "/scene";
  fill(folder, attack.scene);
  const Result result = run(attack, folder, plain_try(scenario));
  if (result.exit_code != 0) {
    throw std::runtime_error(
        fmt::format("{}: exit code {}: {}", name, result.exit_code, result.err));
  }
  scenario.clean = look(folder);
  scenario.calls = result.calls;
  attack.scenarios.push_back(scenario);
}

}  // namespace

Snapshot look(const std::string& folder) {
  Snapshot snapshot;
  std::error_code none;
  for (fs::recursive_directory_iterator at(folder, none), end; at != end; at.increment(none)) {
    struct stat status {};
    const std::string path = at->path().string(), name = path.substr(folder.size() + 1);
    if (::lstat(path.c_str(), &status) != 0) continue;
    std::string entry = fmt::format("{:o}\n", status.st_mode);
    if (S_ISLNK(status.st_mode)) entry += fs::read_symlink(path).string();
    if (S_ISREG(status.st_mode)) entry += read(path);
    snapshot[name] = entry;
  }
  return snapshot;
}

bool is_file(const Snapshot& snapshot, const std::string& path) {
  const auto entry = snapshot.find(path);
  return entry != snapshot.end() && entry->second.rfind("100", 0) == 0;
}

std::string bytes_of(const Snapshot& snapshot, const std::string& path) {
  if (!is_file(snapshot, path)) return "";
  const std::string& entry = snapshot.at(path);
  return entry.substr(entry.find('\n') + 1);
}

void fill(const std::string& folder, const Snapshot& files) {
  std::error_code none;
  // Out of a folder that is read-only nothing can be removed.
  for (const auto& entry : fs::recursive_directory_iterator(folder, none)) {
    if (fs::is_directory(entry.symlink_status())) fs::permissions(entry, fs::perms::owner_all);
  }
  fs::remove_all(folder);
  fs::create_directory(folder);
  for (const auto& [path, entry] : files) {
    const fs::path place = fs::path(folder) / path;
    if (!is_file(files, path)) {
      fs::create_directories(place);
    } else {
      std::ofstream(place, std::ios::binary) << bytes_of(files, path);
    }
  }
}

Try plain_try(const Scenario& scenario) {
  Try one;
  one.program = scenario.program;
  one.arguments = scenario.arguments;
  one.outputs = scenario.outputs;
  one.same_as = &scenario;
  return one;
}

Kind listed(const std::string& name, const std::string& about, std::vector<Try> tries) {
  const std::size_t count = tries.size();
  return {name, about, count, [tries = std::move(tries)](std::size_t i) { return tries.at(i); }};
}

const Scenario& Attack::scenario(const std::string& name) const {
  return *std::find_if(scenarios.begin(), scenarios.end(),
                       [&](const Scenario& scenario) { return scenario.name == name; });
}

void make_scene(Attack& attack) {
  const std::string folder = attack.folder + "/scene";
  fill(folder, {});
  std::ofstream(folder + "/names") << "anna\nbob\ncleo\ndora\nemil\nfrida\ngustav\nhanna\n";
  std::ofstream(folder + "/settings") << "n-layer = 1\nsteps = 4\n";
  std::ofstream ids(folder + "/ids");
  for (int i = 0; i < 80; ++i) ids << i % 7 << '\n';
  ids.close();
  std::ofstream(folder + "/bystander") << "touched by nobody\n";
  // Stopped after two of four steps, so that it can go on.
  add(attack, "train_gpt",
      with(tiny, {"--stop-after", "2", "--out", "old.safetensors", "--log", "old.csv", "--plot",
                  "old.svg", "--save-tokenizer", "old.model"}));
  add(attack, "export_gpt", {"--from", "old.safetensors", "--out", "other.safetensors"});
  add(attack, "import_gpt", {"--from", "other.safetensors", "--out", "weights.safetensors"});
  attack.scene = look(folder);

  attack.scenarios.reserve(16);
  add_scenario(attack, "train, new files", "train_gpt",
               with(tiny, {"--out", "new.safetensors", "--log", "new.csv", "--plot", "new.svg",
                           "--save-tokenizer", "new.model", "--save-every", "2", "--keep-best",
                           "--validation", "0.25", "--eval-every", "1"}),
               {"new.safetensors", "new.best.safetensors", "new.csv", "new.svg", "new.model"});
  add_scenario(attack, "train, files that are there", "train_gpt",
               with(tiny, {"--out", "old.safetensors", "--log", "old.csv", "--plot", "old.svg",
                           "--save-tokenizer", "old.model", "--save-every", "2"}),
               {"old.safetensors", "old.csv", "old.svg", "old.model"});
  add_scenario(attack, "resume", "train_gpt",
               {"--resume", "old.safetensors", "--data", "names", "--log", "old.csv", "--plot",
                "old.svg", "--save-tokenizer", "old.model"},
               {"old.safetensors", "old.csv", "old.svg", "old.model"});
  add_scenario(attack, "begin", "train_gpt",
               {"--init-from", "old.safetensors", "--data", "names", "--steps", "2", "--samples",
                "1", "--sample-length", "4", "--out", "new.safetensors"},
               {"new.safetensors"});
  add_scenario(attack, "sample", "sample_gpt",
               {"--from", "old.safetensors", "--samples", "2", "--sample-length", "4"}, {});
  add_scenario(attack, "sample weights", "sample_gpt",
               {"--from", "weights.safetensors", "--tokenizer-file", "old.model", "--samples", "1",
                "--sample-length", "4", "--probabilities"},
               {});
  add_scenario(attack, "export", "export_gpt",
               {"--from", "old.safetensors", "--out", "other.safetensors"}, {"other.safetensors"});
  add_scenario(attack, "import", "import_gpt",
               {"--from", "other.safetensors", "--tokenizer-file", "old.model", "--out",
                "weights.safetensors"},
               {"weights.safetensors"});
  add_scenario(attack, "explain", "explain_gate",
               {"--from", "old.safetensors", "--tokens", "ids", "--tokenizer-file", "old.model",
                "--csv", "new.units", "--plot", "new.svg"},
               {"new.units", "new.svg"});
  add_scenario(attack, "microgpt", "07_microgpt",
               {"--data", "names", "--steps", "2", "--n-embd", "4", "--n-head", "2", "--samples",
                "1", "--losses", "losses"},
               {"losses"});
  add_scenario(attack, "demo", "17_demo",
               {"--data", "names", "--steps", "2", "--out", "new.safetensors"},
               {"new.safetensors", "new.svg"});
}

}  // namespace attack
