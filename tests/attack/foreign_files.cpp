// foreign_files.cpp: files of others: metadata that lead astray, tokenizers that explode, files
// that are cut short or damaged.
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>

#include "attack/attack.h"
#include "attack/scene.h"
#include "fuzz/mutate.h"
#include "fuzz/repair.h"
#include "gpt/saved_run.h"
#include "holo/checkpoint.h"
#include "holo/optim.h"

namespace attack {
namespace {

using Metadata = holo::SafetensorsMetadata;

// Runs that read a checkpoint of someone.
Try reader(std::size_t which) {
  Try one;
  one.starts_no_thread = true;
  switch (which) {
    case 0:
      one.program = "train_gpt";
      one.arguments = {"--resume", "evil.safetensors", "--data", "names"};
      one.outputs = {"evil.safetensors"};
      break;
    case 1:
      one.program = "train_gpt";
      one.arguments = {"--resume", "evil.safetensors", "--data", "names",
                       "--out",    "new.safetensors",  "--log",  "new.csv"};
      one.outputs = {"new.safetensors", "new.csv"};
      break;
    case 2:
      one.program = "sample_gpt";
      one.arguments = {"--from", "evil.safetensors", "--samples", "2"};
      break;
    case 3:
      one.program = "export_gpt";
      one.arguments = {"--from", "evil.safetensors", "--out", "new.safetensors"};
      one.outputs = {"new.safetensors"};
      break;
    default:
      one.program = "import_gpt";
      one.arguments = {"--from", "evil.safetensors", "--out", "new.safetensors"};
      one.outputs = {"new.safetensors"};
  }
  return one;
}
constexpr std::size_t readers = 5;

std::function<void(const std::string&)> writing(const std::string& name, const std::string& bytes) {
  return [=](const std::string& folder) {
    std::ofstream(folder + "/" + name, std::ios::binary | std::ios::trunc) << bytes;
  };
}

std::string doubling_tokenizer(int merges) {
  std::string text = "minbpe v1\n\n0\n97 97\n";
  for (int token = 256; token < 255 + merges; ++token) text += fmt::format("{0} {0}\n", token);
  return text;
}

struct Change {
  std::string name, value;
};

// What a file of someone could want: to be written elsewhere, to read something, to use the
// machine.
std::vector<Change> astray() {
  std::vector<Change> all;
  const Words paths = {"bystander", "stolen", "old.csv", "old.model", "/dev/full", "fifo", "a\nb"};
  for (const char* flag : {"out", "log", "plot", "save-tokenizer", "resume", "tokenizer-file",
                           "losses", "data", "device", "progress", "trace"}) {
    for (const std::string& path : paths) all.push_back({std::string("train.") + flag, path});
  }
  for (const char* threads : {"2", "64", "4096", "4097", "-1"}) {
    all.push_back({"train.threads", threads});
  }
  return all;
}

std::vector<Change> lies() {
  std::vector<Change> all;
  const Words values = {
      "0",   "-1", "1048576", "9223372036854775807", "9223372036854775808",   "1e99", "nan",
      "abc", "",   "\x1b[2J", std::string("3\0", 2), std::string(100000, '9')};
  for (const char* name : {"n_layer",
                           "n_head",
                           "n_embd",
                           "block_size",
                           "vocab_size",
                           "hidden",
                           "dropout",
                           "norm",
                           "ffn",
                           "init_std",
                           "step",
                           "data",
                           "tokenizer",
                           "format",
                           "layout",
                           "train.n-layer",
                           "train.n-embd",
                           "train.n-head",
                           "train.block-size",
                           "train.vocab-size",
                           "train.lr",
                           "train.beta1",
                           "train.validation",
                           "train.eval-batches",
                           "train.eval-every",
                           "train.temperature",
                           "train.seed",
                           "train.preset",
                           "train.format",
                           "train.clip",
                           "train.stop-after",
                           "train.no-such-flag",
                           "train.",
                           "train.save-every",
                           "train.samples",
                           "train.sample-length",
                           "train.sample-every",
                           "train.batch"}) {
    for (const std::string& value : values) all.push_back({name, value});
  }
  all.push_back({"tokenizer", doubling_tokenizer(24)});
  all.push_back({"tokenizer", doubling_tokenizer(60)});
  all.push_back({"tokenizer", "holo char v1\n1112064\n"});
  all.push_back({"tokenizer", "holo byte v1\n"});
  return all;
}

// The checkpoint of the scene with other metadata: well-formed, its checksum right.
std::string checkpoint_with(const Attack& attack, const Metadata& metadata) {
  const std::string path = attack.folder + "/evil.safetensors",
                    old = attack.folder + "/old.safetensors";
  writing("old.safetensors", bytes_of(attack.scene, "old.safetensors"))(attack.folder);
  holo::LoadedModel model = holo::load_model(old);
  holo::AdamW optimizer(model.gpt->parameters(), 0.1);
  holo::save_checkpoint(path, *model.gpt, optimizer, metadata);
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Kind metadata(const Attack& attack, const std::string& name, const std::string& about,
              const std::vector<Change>& changes) {
  const auto all = std::make_shared<std::vector<Change>>(changes);
  writing("old.safetensors", bytes_of(attack.scene, "old.safetensors"))(attack.folder);
  const Metadata good = holo::CheckpointFile(attack.folder + "/old.safetensors").metadata();
  return {name, about, all->size() * readers, [=, &attack](std::size_t number) {
            Try one = reader(number % readers);
            const Change& change = (*all)[number / readers];
            Metadata metadata = good;
            metadata[change.name] = change.value;
            std::string bytes;
            try {
              bytes = checkpoint_with(attack, metadata);
            } catch (const std::exception&) {
              metadata = good;
              bytes = checkpoint_with(attack, good);
            }
            one.prepare = [=](const std::string& folder) {
              writing("evil.safetensors", bytes)(folder);
              ::mkfifo((folder + "/fifo").c_str(), 0666);
            };
            return one;
          }};
}

struct Input {
  std::string scenario, file;
};
const std::vector<Input>& inputs() {
  static const std::vector<Input> all = {{"resume", "old.safetensors"},
                                         {"resume", "old.csv"},
                                         {"resume", "names"},
                                         {"sample", "old.safetensors"},
                                         {"sample weights", "weights.safetensors"},
                                         {"sample weights", "old.model"},
                                         {"export", "old.safetensors"},
                                         {"import", "other.safetensors"},
                                         {"train, files that are there", "old.safetensors"},
                                         {"train, files that are there", "old.csv"},
                                         {"train, new files", "names"}};
  return all;
}

// An input that is there, with other bytes. What it was is no measure then.
Try with_bytes(const Attack& attack, const Input& input, const std::string& bytes) {
  Try one = plain_try(attack.scenario(input.scenario));
  one.same_as = nullptr;
  one.prepare = writing(input.file, bytes);
  return one;
}

// Each input without its last bytes, up to `most` of them.
Kind cut_files(const Attack& attack, const std::string& name, const std::string& about,
               std::size_t most) {
  std::vector<std::pair<std::size_t, std::size_t>> cuts;
  for (std::size_t i = 0; i < inputs().size(); ++i) {
    const std::size_t size = bytes_of(attack.scene, inputs()[i].file).size();
    for (std::size_t lost = 1; lost <= std::min(size, most); ++lost) {
      cuts.emplace_back(i, size - lost);
    }
  }
  return {name, about, cuts.size(), [=, &attack](std::size_t number) {
            const Input& input = inputs()[cuts[number].first];
            return with_bytes(attack, input,
                              bytes_of(attack.scene, input.file).substr(0, cuts[number].second));
          }};
}

// Half of them get the checksum that belongs to their bytes.
Kind damaged_files(const Attack& attack) {
  return {"damage", "an input has other bytes", Kind::endless, [&attack](std::size_t number) {
            holo::PythonRandom random(static_cast<std::int64_t>(number));
            const Input& input = inputs()[number % inputs().size()];
            std::string bytes = fuzz::mutated({bytes_of(attack.scene, input.file)}, random);
            if (number / inputs().size() % 2 == 1) {
              bytes = fuzz::with_checksum(fuzz::with_header_length(bytes));
            }
            return with_bytes(attack, input, bytes);
          }};
}

}  // namespace

std::vector<Kind> file_kinds(const Attack& attack) {
  return {metadata(attack, "astray", "a checkpoint names files and threads", astray()),
          metadata(attack, "lies", "a checkpoint has other numbers and texts", lies()),
          cut_files(attack, "ends", "an input lacks its last bytes", 4),
          cut_files(attack, "cuts", "an input ends at any byte", std::size_t(-1)),
          damaged_files(attack)};
}

}  // namespace attack
