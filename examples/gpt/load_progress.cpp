// load_progress.cpp: a line of progress on stderr.
#include "gpt/load_progress.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "base/terminal.h"

namespace holo {

LoadProgress::LoadProgress(std::string path, std::uint64_t bytes)
    : path_(std::move(path)), megabytes_(bytes / 1'000'000) {
  constexpr std::uint64_t large = 64;
  const ProgressMode mode = progress_mode_from_environment();
  if (megabytes_ < large || mode == ProgressMode::off) return;
  rewrites_ = mode == ProgressMode::bar || (mode == ProgressMode::automatic && is_terminal(stderr));
  if (!rewrites_) fmt::print(stderr, "{}: reading {} MB\n", path_, megabytes_);
}

LoadProgress::~LoadProgress() {
  if (line_open_) std::fputc('\n', stderr);
}

void LoadProgress::operator()(Index done, Index all) {
  if (!rewrites_ || all == 0) return;
  const double share = static_cast<double>(done) / static_cast<double>(all);
  fmt::print(stderr, "\r{}: {:.0f} of {} MB read", path_, share * static_cast<double>(megabytes_),
             megabytes_);
  std::fflush(stderr);
  line_open_ = true;
}

}  // namespace holo
