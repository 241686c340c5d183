// 19_files: what is in a file of numbers: a .safetensors file made and read by hand, a checkpoint,
// a byte of it damaged, and a file that is replaced as a whole or not at all.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include "holo/check.h"
#include "holo/checkpoint.h"
#include "holo/creation.h"
#include "holo/nn/layers.h"
#include "holo/ops.h"
#include "support/recorded/command_line.h"

using namespace holo;

// 8 bytes: a number of 64 bits, the lowest byte first.
std::string bytes_of(std::uint64_t number) {
  std::string bytes;
  for (int shift = 0; shift < 64; shift += 8) {
    bytes.push_back(static_cast<char>((number >> shift) & 0xff));
  }
  return bytes;
}

std::uint64_t number_of(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    number = number << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return number;
}

// [2,3] numbers of 4 bytes. On all machines that this library runs on they lie in memory so.
std::string make_file() {
  const float x[] = {1, -0.5, 3, 0, 256, 1.25};
  std::string header = R"({"x":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}})";
  while (header.size() % 8 != 0) header.push_back(' ');
  std::string data(sizeof x, '\0');
  std::memcpy(data.data(), x, sizeof x);
  return bytes_of(header.size()) + header + data;
}

void dump(std::string_view bytes) {
  for (std::size_t line = 0; line < bytes.size(); line += 16) {
    std::string hex, text;
    for (const char c : bytes.substr(line, 16)) {
      hex += fmt::format("{:02x} ", static_cast<unsigned char>(c));
      text.push_back(c >= ' ' && c <= '~' ? c : '.');
    }
    fmt::print("{:4}  {:<48} {}\n", line, hex, text);
  }
}

// What the library says, with the name of the file in place of its path.
std::string refusal(const std::function<void()>& action, const std::string& path = "") {
  try {
    action();
  } catch (const Error& error) {
    std::string text = error.what();
    const std::size_t at = path.empty() ? std::string::npos : text.find(path);
    if (at != std::string::npos) text.replace(at, path.rfind('/') + 1, "");
    return text;
  }
  return "accepted";
}

void by_hand() {
  const std::string file = make_file();
  fmt::print("1. a file of {} bytes\n", file.size());
  dump(file);
  const auto header = static_cast<std::size_t>(number_of(file.substr(0, 8)));
  const std::size_t at = 8 + header + 4 * (1 * 3 + 2);
  float number = 0;
  std::memcpy(&number, file.data() + at, sizeof number);
  fmt::print("\n2. x[1][2] by hand: byte 8 + {} + 20 = {}, {:08x}, that is {}\n", header, at,
             number_of(file.substr(at, 4)), number);
  const Tensor x = SafetensorsFile::from_bytes(file).load("x");
  fmt::print("by the library: {}, sum {}\n", x.at({1, 2}), sum(x).item());

  fmt::print("\n3. refused\n");
  const auto attempt = [](const std::string& bytes) {
    fmt::print("{}\n", refusal([&] { SafetensorsFile::from_bytes(bytes, "x.safetensors"); }));
  };
  attempt(file.substr(0, 90));
  attempt(bytes_of(std::uint64_t{1} << 60) + file.substr(8));
  std::string wrong = file;
  wrong.replace(wrong.find("[2,3]"), 5, "[2,4]");
  attempt(wrong);
}

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

void write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

void checkpoint(const std::string& folder, std::int64_t byte) {
  const std::string path = folder + "/run.safetensors";
  PythonRandom random(42);
  Linear model(3, 2, random);
  AdamW optimizer(weight_decay_groups(model, 0.1), 0.01);
  sum(model(full({1, 3}, 1))).backward();
  optimizer.step();
  save_checkpoint(path, model, optimizer, {{"step", "1"}, {"note", "a linear layer"}});

  fmt::print("\n4. a checkpoint\n");
  const SafetensorsFile file(path);
  for (const std::string& name : file.names()) {
    fmt::print("{:<20}", name);
    for (const Index size : file.sizes(name)) fmt::print(" {}", size);
    fmt::print("\n");
  }
  for (const auto& [name, value] : file.metadata()) {
    fmt::print("{:<20} {}\n", name, name == "holo.checksum" ? "16 digits" : value);
  }

  const std::string good = read(path);
  std::string damaged = good;
  const std::size_t last = good.size() - 1,
                    at = byte < 0 ? last : std::min(last, static_cast<std::size_t>(byte));
  damaged[at] = static_cast<char>(damaged[at] ^ 1);
  write(path, damaged);
  fmt::print("\n5. one bit of {} is flipped\n",
             at == last ? "its last byte" : fmt::format("byte {}", at));
  const std::string why = refusal([&] { CheckpointFile file_again(path); }, path);
  fmt::print("as a checkpoint: {} ...\n", why.substr(0, why.find(" is ", why.find("checksum"))));
  fmt::print("as tensors alone: {}\n", refusal([&] { SafetensorsFile file_again(path); }, path));
  std::size_t refused = 0;
  for (std::size_t i = 0; i < good.size(); ++i) {
    damaged = good;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    write(path, damaged);
    if (refusal([&] { CheckpointFile file_again(path); }) != "accepted") ++refused;
  }
  fmt::print("of each byte in turn: {}\n",
             refused == good.size() ? "always refused" : "not always");
  write(path, good);

  fmt::print("\n6. whole or not at all\n");
  const auto save = [&](const std::string& to, const SafetensorsMetadata& metadata) {
    return refusal([&] { save_checkpoint(to, model, optimizer, metadata); }, to);
  };
  fmt::print("{}\n", save(folder + "/missing/run.safetensors", {}));
  fmt::print("{}\n", save(path, {{"note", "\xff"}}));
  fmt::print("the old file after that: {}\n", read(path) == good ? "as it was" : "changed");
  fmt::print("with another note: {}\n", save(path, {{"note", "new"}}));
  fmt::print("the file then says: {}\n", CheckpointFile(path).metadata().at("note"));
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files += entry.exists();
  fmt::print("files in the folder: {}\n", files);
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "What is in a file of numbers, by hand and by the library.");
  const std::int64_t byte =
      cli.integer("--byte", -1, -1, 1'000'000, "which one is damaged in part 5; -1: the last one");
  cli.finish();
  by_hand();
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("19_files.{}", getpid());
  std::filesystem::create_directory(folder);
  checkpoint(folder.string(), byte);
  std::filesystem::remove_all(folder);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
