// output_files.cpp: how kinds of files are distinguished, and a place is tried.
#include "support/output/output_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "base/regular_file.h"
#include "files/atomic_file.h"
#include "holo/check.h"
#include "holo/safetensors.h"

namespace holo {
namespace {

namespace fs = std::filesystem;

// What a file of each kind begins with, in the order of FileKind. A model is what SafetensorsFile
// reads.
struct KindOfFile {
  const char* name;
  std::string_view begin = "";
};
constexpr KindOfFile kinds[] = {{"model"}, {"log of train_gpt", "step,loss,"}, {"plot", "<svg "}};

const KindOfFile& about(FileKind kind) { return kinds[static_cast<std::size_t>(kind)]; }

bool is_model(const std::string& path) {
  try {
    const SafetensorsFile file(path);
    return true;
  } catch (const Error&) {
    return false;
  }
}

bool is_of_kind(const std::string& path, FileKind kind) {
  if (kind == FileKind::model) return is_model(path);
  std::array<char, 64> bytes{};
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), bytes.size());
  const std::string_view text(bytes.data(), static_cast<std::size_t>(file.gcount()));
  return text.starts_with(about(kind).begin);
}

std::string another(const char* flag) { return fmt::format("another {} FILE", flag); }

// A regular file, or a name that is free. What is printed would come between what is written.
void check_place(const std::string& path, const char* flag) {
  struct stat there {};
  if (::stat(path.c_str(), &there) != 0) return;
  if (const char* const problem = why_not_regular(there)) {
    throw Error(path, problem, "a regular file, or a name that is free", another(flag));
  }
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat printed {};
    if (::fstat(descriptor, &printed) != 0) continue;
    if (printed.st_dev != there.st_dev || printed.st_ino != there.st_ino) continue;
    throw Error(path,
                fmt::format("is where {} goes", descriptor == STDOUT_FILENO ? "stdout" : "stderr"),
                "a file of its own", another(flag));
  }
}

// Opens it as for writing, without waiting for a reader, and leaves everything as it was.
void check_writable(const std::string& path, const char* flag) {
  const std::string target = output_target(path);
  std::error_code none;
  const bool is_new = !fs::exists(target, none);
  const int file =
      ::open(target.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0666);
  if (file < 0) {
    throw Error(path, std::generic_category().message(errno), "a file that can be written",
                another(flag));
  }
  ::close(file);
  if (is_new) ::unlink(target.c_str());
}

// The file itself, also when a link names one that is not there yet.
fs::path file_behind(const std::string& path) {
  std::error_code problem;
  const bool is_new = !fs::exists(path, problem);
  const fs::path file = fs::absolute(is_new ? output_target(path) : path, problem);
  const fs::path canonical = fs::weakly_canonical(file, problem);
  return problem ? file.lexically_normal() : canonical;
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code none;
  return fs::equivalent(a, b, none) || file_behind(a) == file_behind(b);
}

}  // namespace

void check_output(const std::string& path, FileKind kind, const char* flag) {
  if (path.empty()) return;
  check_place(path, flag);
  std::error_code none;
  const bool is_file = fs::is_regular_file(path, none);
  if (is_file && fs::file_size(path, none) > 0 && !is_of_kind(path, kind)) {
    throw Error(path, fmt::format("exists and is not a {}", about(kind).name),
                "a name that is free, or such a file, which is replaced", another(flag));
  }
  if (kind == FileKind::log) {
    check_writable(path, flag);
  } else if (kind != FileKind::model) {  // which is tried by its own writer
    AtomicFile tried(path);
  }
}

void check_apart(const std::vector<FlagFile>& outputs, const std::vector<FlagFile>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    std::vector<FlagFile> others(outputs.begin(), outputs.begin() + static_cast<long>(i));
    others.insert(others.end(), inputs.begin(), inputs.end());
    for (const FlagFile& other : others) {
      if (outputs[i].path.empty() || other.path.empty()) continue;
      if (!same_file(outputs[i].path, other.path)) continue;
      throw UsageError(outputs[i].flag,
                       fmt::format("{} is the file of {}", outputs[i].path, other.flag),
                       "another file, since this one would be lost");
    }
  }
}

}  // namespace holo
