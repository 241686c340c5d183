// load_progress.cpp: a line of progress.
#include "gpt/loading/load_progress.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "base/terminal.h"
#include "gpt/printable.h"

namespace holo {

std::uint64_t bytes_of_file(const std::string& path) {
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
  return unknown ? 0 : bytes;
}

LoadProgress::LoadProgress(const std::string& path, std::uint64_t bytes, ProgressMode mode,
                           std::FILE* out)
    : path_(printable(path)), megabytes_(bytes / 1'000'000), out_(out) {
  constexpr std::uint64_t large = 64;
  if (megabytes_ < large || mode == ProgressMode::off) return;
  rewrites_ = mode == ProgressMode::bar || (mode == ProgressMode::automatic && is_terminal(out));
  if (!rewrites_) fmt::print(out, "{}: reading {} MB\n", path_, megabytes_);
}

LoadProgress::~LoadProgress() {
  if (line_open_) std::fputc('\n', out_);
}

void LoadProgress::operator()(Index done, Index all) {
  if (!rewrites_ || all == 0) return;
  const double share = static_cast<double>(done) / static_cast<double>(all);
  fmt::print(out_, "\r{}: {:.0f} of {} MB read", path_, share * static_cast<double>(megabytes_),
             megabytes_);
  std::fflush(out_);
  line_open_ = true;
}

}  // namespace holo
