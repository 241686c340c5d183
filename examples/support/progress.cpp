// progress.cpp: when to print a progress line, and how.
#include "support/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "base/system.h"
#include "base/words.h"
#include "holo/check.h"

namespace holo {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

ProgressMode resolve(ProgressMode mode, std::FILE* out) {
  if (mode != ProgressMode::automatic) return mode;
  const char* kind = std::getenv("TERM");
  const bool dumb = kind != nullptr && std::string_view(kind) == "dumb";
  return is_terminal(out) && !dumb ? ProgressMode::bar : ProgressMode::plain;
}

// The first step above `step` that is a whole number of tenths of total, rounded up; total at last.
std::int64_t next_tenth(std::int64_t step, std::int64_t total) {
  for (std::int64_t k = 1; k <= 10; ++k) {
    const std::int64_t tenth = total / 10 * k + (total % 10 * k + 9) / 10;
    if (tenth > step) return tenth;
  }
  return never;
}

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

ProgressMode progress_mode_from_environment() {
  const char* const text = std::getenv("HOLO_PROGRESS");
  const std::string word = text == nullptr ? "" : text;
  if (word.empty() || word == "auto") return ProgressMode::automatic;
  if (word == "plain") return ProgressMode::plain;
  if (word == "bar") return ProgressMode::bar;
  if (word == "off") return ProgressMode::off;
  throw UsageError("HOLO_PROGRESS", in_quotes(word), "auto, plain, bar or off");
}

Progress::Progress(std::int64_t total, ProgressMode mode, std::FILE* out, Clock clock)
    : total_(total), out_(out), clock_(clock ? clock : steady_seconds), start_(clock_()) {
  mode = resolve(mode, out);
  bar_ = mode == ProgressMode::bar;
  if (mode == ProgressMode::off) next_step_ = never;
}

Progress::~Progress() { finish(); }

void Progress::show(std::int64_t step, double value) {
  // A very large value would fill the line with digits.
  const bool plain_digits = std::abs(value) < 1e6 || !std::isfinite(value);
  const std::string digits =
      plain_digits ? fmt::format("{:.4f}", value) : fmt::format("{:.4e}", value);
  show(step, fmt::format("loss {}  {}", digits, time_left(step)));
}

void Progress::show(std::int64_t step, std::string_view text) {
  const std::string total = fmt::format("{}", total_);
  const std::string shown =
      fmt::format("step {:>{}}/{}  {}", step, total.size(), total, text).substr(0, 256);
  if (bar_) {
    last_draw_ = clock_();
    rewrite(shown);
  } else {
    std::fwrite(shown.data(), 1, shown.size(), out_);
    std::fputc('\n', out_);
    std::fflush(out_);
    next_step_ = next_tenth(step, total_);
  }
  if (step >= total_) {
    finish();
    next_step_ = never;
  }
}

// Cut to the terminal's width, less the last column, where some terminals wrap.
void Progress::rewrite(std::string_view line) {
  const std::size_t columns = terminal_columns(out_);
  const std::size_t width = (columns > 0 ? columns : 80) - 1;
  std::size_t shown = std::min(line.size(), width);
  while (shown > 0 && shown < line.size() && (line[shown] & 0xC0) == 0x80) --shown;
  const std::string text =
      fmt::format("\r{:<{}}", line.substr(0, shown), std::min(drawn_width_, width));
  drawn_width_ = shown;
  line_open_ = true;
  std::fwrite(text.data(), 1, text.size(), out_);
  std::fflush(out_);
}

std::string Progress::time_left(std::int64_t step, std::int64_t first) const {
  const double a_step = seconds() / static_cast<double>(step - first);
  const auto left = std::llround(a_step * static_cast<double>(total_ - step));
  return fmt::format("{}:{:02} left", left / 60, left % 60);
}

void Progress::finish() {
  if (!line_open_) return;
  line_open_ = false;
  drawn_width_ = 0;
  std::fputc('\n', out_);
  std::fflush(out_);
}

}  // namespace holo
