// settings.cpp: what train_gpt is told, by anyone: the words of its command line, a file of
// settings, and the metadata of a checkpoint, as --resume takes them. Whatever they say, files and
// threads are those of the command line, and the texts of a tokenizer end. No file is opened.
#include <vector>

#include "fuzz/targets.h"
#include "gpt/saved_run.h"
#include "gpt/terminal.h"
#include "gpt/training/train_settings.h"
#include "holo/check.h"
#include "holo/device.h"
#include "support/command_line.h"

namespace fuzz {

using holo::SavedRun;

// ---- a command line, and a file of settings ----

namespace {

using Words = std::vector<std::string>;
using Values = std::map<std::string, std::string>;

bool opens_a_file(const std::string& word) { return word.rfind("--resume", 0) == 0; }

// As they come in argv: a NUL ends a word.
Words words_of(std::string_view text) {
  Words words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string word(std::string(text.substr(0, end)).c_str());
    if (!opens_a_file(word)) words.push_back(word);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

holo::TrainSettings read(Words words) {
  words.insert(words.begin(), "train_gpt");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  return holo::read_train_settings(static_cast<int>(argv.size()), argv.data());
}

// Whether a flag would change nothing beside the other values: then it is refused.
bool is_idle(const std::string& name, const Values& values) {
  const auto is = [&](const char* other, const char* value) {
    const auto found = values.find(other);
    return found != values.end() && found->second == value;
  };
  if (name == "vocab-size") return !is("tokenizer", "bpe") || !is("tokenizer-file", "");
  if (name == "tokenizer") return !is("tokenizer-file", "");
  return name == "min-lr" && is("schedule", "constant");
}

// Flags that give these values; empty ones were not given, and cannot be.
Words words_of(const Values& values) {
  Words words;
  for (const auto& [name, value] : values) {
    if (value.empty() || is_idle(name, values)) continue;
    const std::string flag = "--" + name;
    if (opens_a_file(flag)) continue;
    if (name != "data" || value.find('\n') == std::string::npos) {
      words.push_back(flag + "=" + value);
      continue;
    }
    words.push_back(flag);
    Parts parts{{}, value};
    while (!parts.second.empty()) {
      parts = parts_of(parts.second, "\n");
      words.emplace_back(parts.first);
    }
  }
  return words;
}

// What the values say is read again as what they were: a checkpoint holds them so.
void try_words(const Words& words) {
  holo::TrainSettings settings;
  try {
    settings = read(words);
  } catch (const holo::Error&) {
    return;
  } catch (const holo::HelpRequested& help) {
    require(help.text.find("--steps") != std::string::npos, "the help lists the flags");
    return;
  }
  Words words_again = words_of(settings.values);
  words_again.push_back("--out=fuzz");  // values leave it out, --save-every wants one
  const Values again = read(words_again).values;
  require(again == settings.values, "settings survive as text");
}

// Of lines "name = value"; a name that comes again gets another line.
Values values_of(std::string_view text) {
  Values values;
  while (!text.empty()) {
    const auto [line, rest] = parts_of(text, "\n");
    const auto [name, value] = parts_of(line, " = ");
    const auto [entry, is_new] = values.emplace(name, value);
    if (!is_new) entry->second.append("\n").append(value);
    text = rest;
  }
  return values;
}

// A flag of each kind; what they have come to.
Values declared(Words words, const Values& file) {
  words.insert(words.begin(), "program");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  holo::CommandLine cli(static_cast<int>(argv.size()), argv.data(), "about");
  cli.fall_back(file, "fuzz");
  const std::string out = cli.text("--out", "", "FILE", "a file");
  const Words data = cli.texts("--data", "FILE", "files");
  const std::int64_t steps = cli.integer("--steps", 10, -5, 1000, "steps");
  const double rate = cli.number("--lr", 0.5, holo::between(-1, 1e300), "a rate");
  const std::string choice = cli.choice("--ffn", {"gelu", "relu2", "swiglu"}, "a kind");
  cli.flag("--allow-config-change", "or not");
  cli.finish();
  require(steps >= -5 && steps <= 1000 && rate >= -1 && rate <= 1e300, "numbers are in range");
  require(!choice.empty(), "a choice is one of its names");
  for (const std::string& text : data) require(!text.empty(), "no text is empty");
  require(cli.values().at("out") == out, "values are what was read");
  Values values = cli.values();  // those that a checkpoint gives
  values.erase("out");
  values.erase("data");
  return values;
}

// Words before a file; what they come to is taken again as a file, and comes to the same.
void try_file(const Words& words, std::string_view text) {
  Values values;
  try {
    values = declared(words, values_of(text));
  } catch (const holo::Error&) {
    return;
  } catch (const holo::HelpRequested&) {
    return;
  }
  require(declared({}, values) == values, "values survive as a file");
}

}  // namespace

void settings(std::string_view bytes) {
  const auto [lines, file] = parts_of(bytes, "\n----\n");
  const Words words = words_of(lines);
  try_words(words);
  try_file(words, file);
}

// ---- the metadata of a checkpoint ----

namespace {

// Entries "name=value" with a line "--" between them.
holo::SafetensorsMetadata entries_of(std::string_view bytes) {
  holo::SafetensorsMetadata metadata;
  while (!bytes.empty()) {
    const auto [entry, rest] = parts_of(bytes, "\n--\n");
    const auto [name, value] = parts_of(entry, "=");
    metadata.emplace(name, value);
    bytes = rest;
  }
  return metadata;
}

void check_tokenizer(const std::string& text) {
  std::unique_ptr<holo::Tokenizer> tokenizer;
  if (!is_read([&] { tokenizer = holo::tokenizer_from_text(text, "fuzz"); })) return;
  if (tokenizer->bos() == 0) return;
  constexpr std::size_t most = 4096, mark = 80;
  const std::vector<holo::Index> last(50, tokenizer->bos() - 1);
  require(holo::sampled_text(*tokenizer, last, 50).size() <= most + mark, "a text ends");
  require(tokenizer->token_text(tokenizer->bos() - 1).size() <= most, "so does a token");
}

// A resumed run writes and opens what its command line says, whatever the checkpoint holds.
void try_kept(const SavedRun& run) {
  static SavedRun kept;  // what the checkpoint of --resume holds
  kept = run;
  char words[][14] = {"train_gpt", "--resume=fuzz", "--data=ours"};
  char* argv[] = {words[0], words[1], words[2], nullptr};
  const holo::Device usual_device = holo::default_device();
  try {
    const holo::TrainSettings s =
        holo::read_train_settings(3, argv, [](const std::string&) { return kept; });
    require(s.out == "fuzz" && s.resume == "fuzz", "a checkpoint does not say where to write");
    require((s.log + s.plot + s.tokenizer_file).empty(), "a checkpoint names no files");
    require(s.data.files == std::vector<std::string>{"ours"},
            "a checkpoint does not say which text to open");
    require(s.threads == 0 && s.stop_after == 0, "a checkpoint does not say how long to run");
  } catch (const holo::Error&) {
  }
  require(holo::default_device() == usual_device, "a checkpoint does not choose the device");
}

void check_survives(const SavedRun& run) {
  const holo::SafetensorsMetadata written = holo::metadata_of(run);
  SavedRun again;
  require(is_read([&] { again = holo::saved_run_of(written, "fuzz"); }) &&
              holo::metadata_of(again) == written,
          "a saved run survives");
}

}  // namespace

void metadata(std::string_view bytes) {
  const holo::SafetensorsMetadata entries = entries_of(bytes);
  SavedRun run;
  if (is_read([&] { run = holo::saved_run_of(entries, "fuzz"); })) check_survives(run);
  for (const auto& [name, value] : entries) {
    constexpr std::string_view prefix = "train.";
    if (name.rfind(prefix, 0) == 0) run.settings[name.substr(prefix.size())] = value;
    if (name == "tokenizer") run.tokenizer = value;
  }
  try_kept(run);
  check_tokenizer(run.tokenizer);
}

}  // namespace fuzz
