// models.cpp: the files of a model, of anyone: a .safetensors file, also as a checkpoint of a
// training run, and texts of JSON, such as the config.json of a GPT-2 or a Llama.
#include <fmt/format.h>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>

#include "base/hash.h"
#include "files/safetensors_format.h"
#include "files/text.h"
#include "fuzz/targets.h"
#include "gpt/layouts/json.h"
#include "gpt/layouts/layout.h"
#include "gpt/layouts/own_model.h"
#include "gpt/saved_run.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "holo/check.h"
#include "holo/checkpoint.h"
#include "holo/optim.h"
#include "holo/safetensors.h"

namespace fuzz {

using holo::Json;
using holo::NamedIndices;
using holo::NamedTensor;
using holo::real;
using holo::SafetensorsFile;

// ---- repairs: a mutation nearly always breaks the length of the header and the checksum, so each
// input is tried once more with these repaired ----

namespace {

constexpr std::size_t length_bytes = 8;  // little-endian, in front of the header

// Sets the length of the header so that it ends with the last '}'.
std::string with_header_length(std::string_view bytes) {
  std::string repaired(bytes);
  const std::size_t brace = bytes.rfind('}');
  if (brace == std::string_view::npos || brace < length_bytes) return repaired;
  const std::uint64_t length = brace + 1 - length_bytes;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    repaired[i] = static_cast<char>(length >> (8 * i) & 0xFF);
  }
  return repaired;
}

// Sets the checksum of a checkpoint, if there is one, to match its bytes.
std::string with_checksum(std::string_view bytes) {
  std::string repaired(bytes);
  if (bytes.size() < length_bytes) return repaired;
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    length |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  if (length > bytes.size() - length_bytes) return repaired;
  const std::string_view header = bytes.substr(length_bytes, static_cast<std::size_t>(length));
  const std::size_t digits = holo::checksum_position(header);
  if (digits == std::string_view::npos) return repaired;
  repaired.replace(length_bytes + digits, holo::no_checksum.size(), holo::no_checksum);
  holo::Fnv1a hash;
  hash.add(repaired);
  repaired.replace(length_bytes + digits, holo::no_checksum.size(), hash.hex());
  return repaired;
}

// ---- tensors ----

// Nothing when the reader refuses.
template <class Load>
auto loaded(Load load) -> std::optional<decltype(load())> {
  try {
    return load();
  } catch (const holo::Error&) {
    return std::nullopt;
  }
}

bool same_bits(const holo::Tensor& a, const holo::Tensor& b) {
  const std::vector<real> x = a.to_vector(), y = b.to_vector();
  return a.shape() == b.shape() &&
         (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(real)) == 0);
}

void read_safetensors(const std::string& bytes) {
  const auto file = loaded([&] { return SafetensorsFile::from_bytes(bytes, "fuzz"); });
  if (!file) return;
  std::vector<NamedTensor> tensors;
  std::vector<NamedIndices> indices;
  for (const std::string& name : file->names()) {
    require(file->contains(name), "a name of the file is in the file");
    const auto tensor = loaded([&] { return file->load(name); });
    const auto numbers = loaded([&] { return file->load_indices(name); });
    require(!tensor || !numbers, "a tensor holds real numbers or indices");
    if (tensor) tensors.push_back({name, *tensor});
    if (numbers) indices.push_back({name, *numbers});
  }

  holo::SafetensorsMetadata metadata = file->metadata();
  const SafetensorsFile again = SafetensorsFile::from_bytes(
      holo::safetensors_bytes(tensors, metadata, indices), "fuzz, written again");
  metadata.emplace("format", "pt");
  require(again.metadata() == metadata, "metadata survive");
  require(again.names().size() == tensors.size() + indices.size(), "all tensors survive");
  for (const NamedTensor& tensor : tensors) {
    require(same_bits(again.load(tensor.name), tensor.tensor), "numbers survive");
  }
  for (const NamedIndices& named : indices) {
    const holo::Indices found = again.load_indices(named.name);
    require(found.shape() == named.indices.shape() && found.values() == named.indices.values(),
            "indices survive");
  }
}

// ---- checkpoints ----

// A model that costs a moment.
bool is_small(const holo::GPTOptions& options) {
  constexpr holo::Index most_numbers = 4096, most_positions = 1024, most_layers = 8;
  return options.n_layer <= most_layers && options.block_size <= most_positions &&
         holo::gpt_parameter_count(options) <= most_numbers;
}

void load(const holo::CheckpointFile& file, const holo::SavedRun& run) {
  if (!run.tokenizer.empty()) {
    holo::check_tokenizer(*holo::tokenizer_from_text(run.tokenizer, "fuzz"), run.model, "fuzz");
  }
  if (!is_small(run.model)) return;
  holo::PythonRandom random(1);
  holo::GPT model(run.model, random);
  file.load_into(model);
  holo::AdamW optimizer(model.parameters(), 0.1);
  file.load_into(model, optimizer);
  optimizer.zero_grad();
  const holo::Index bos = run.model.vocab_size - 1;
  model.loss(holo::Indices({1, 1}, {bos}), holo::Indices({1, 1}, {bos})).backward();
  optimizer.step();  // may refuse a gradient that is not finite
}

void read_checkpoint(const std::string& bytes) {
  try {
    const holo::CheckpointFile file(holo::SafetensorsFile::from_bytes(bytes, "fuzz"));
    require(with_checksum(bytes) == bytes, "a checkpoint has the checksum of its bytes");
    const holo::SavedRun run = holo::saved_run_of(file.metadata(), "fuzz");
    load(file, run);
  } catch (const holo::Error&) {
  }
}

}  // namespace

void safetensors(std::string_view bytes) {
  read_safetensors(std::string(bytes));
  const std::string repaired = with_header_length(bytes);
  if (repaired != bytes) read_safetensors(repaired);
}

void checkpoint(std::string_view bytes) {
  read_checkpoint(std::string(bytes));
  const std::string repaired = with_checksum(with_header_length(bytes));
  if (repaired != bytes) read_checkpoint(repaired);
}

// ---- texts of JSON ----

namespace {

std::string in_quotes(const std::string& text) { return '"' + holo::json_text(text) + '"'; }

// The tree as a text. It is at most 64 deep.
std::string written(const Json& value) {
  std::string out;
  switch (value.kind()) {
    case Json::Kind::null:
      return "null";
    case Json::Kind::boolean:
      return value.boolean() ? "true" : "false";
    case Json::Kind::number:
      return fmt::format("{}", value.number());
    case Json::Kind::string:
      return in_quotes(value.text());
    case Json::Kind::array:
      for (const Json& item : value.items()) out += (out.empty() ? "" : ",") + written(item);
      return '[' + out + ']';
    case Json::Kind::object:
      break;
  }
  for (const auto& [name, member] : value.members()) {
    require(value.find(name) == &member, "a member is found by its name");
    out += (out.empty() ? "" : ",") + in_quotes(name) + ':' + written(member);
  }
  return '{' + out + '}';
}

}  // namespace

void json(std::string_view bytes) {
  Json value;
  if (!is_read([&] { value = holo::parse_json(bytes); })) return;
  const std::string text = written(value);
  require(written(holo::parse_json(text)) == text, "a tree survives being written");
}

void config(std::string_view bytes) {
  const std::string text(bytes);
  holo::GPTOptions options;
  const bool is_gpt2 =
      is_read([&] { options = holo::options_of_config(text, "fuzz", holo::Layout::hf_gpt2); });
  const bool is_llama =
      is_read([&] { options = holo::options_of_config(text, "fuzz", holo::Layout::hf_llama); });
  require(!is_gpt2 || !is_llama, "a model is of one kind");
  is_read([&] { holo::text_marks_of_config(text, "fuzz", options.vocab_size); });
}

// Whatever the index says, it names no file outside of its folder.
void index(std::string_view bytes) {
  std::set<std::string> files;
  if (!is_read([&] { files = holo::files_of_index(std::string(bytes), "fuzz"); })) return;
  require(!files.empty(), "a model has a file");
  for (const std::string& file : files) {
    require(file.size() > 12 && file.substr(file.size() - 12) == ".safetensors", "what it is");
    require(file.find('/') == file.npos && file.find('\\') == file.npos, "and where");
    require(file.find('\0') == file.npos, "the whole name");
  }
}

}  // namespace fuzz
