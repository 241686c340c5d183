// training_log.cpp: rows of a training, to and from CSV, and as pictures.
#include "gpt/training_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/parse_number.h"
#include "holo/check.h"
#include "holo/data.h"
#include "support/plots/plot.h"

namespace holo {
namespace {

constexpr const char* header = "step,loss,lr,grad_norm,tokens_per_second,validation_loss\n";
constexpr std::size_t columns = 6;

// "10,2.103400,0.003,0.81,123456,": without a validation loss the last number is missing.
std::string text_of(const LogRow& row) {
  const std::string validation =
      std::isnan(row.validation_loss) ? "" : fmt::format("{:.6f}", row.validation_loss);
  return fmt::format("{},{:.6f},{:.6g},{:.6g},{:.0f},{}", row.step, row.loss, row.learning_rate,
                     row.gradient_norm, row.tokens_per_second, validation);
}

// The row of a line; nothing when a cell is another text than a number. No locale changes it.
std::optional<LogRow> row_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find(',', at), line.size());
    cells.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  if (cells.size() != columns) return std::nullopt;
  const std::optional<std::int64_t> step = parse_integer(cells[0]);
  if (!step) return std::nullopt;
  LogRow row{};
  row.step = static_cast<Index>(*step);
  double* const numbers[] = {&row.loss, &row.learning_rate, &row.gradient_norm,
                             &row.tokens_per_second, &row.validation_loss};
  for (std::size_t i = 0; i + 1 < columns; ++i) {
    const std::string_view cell = cells[i + 1];
    if (i + 2 == columns && cell.empty()) break;  // a step without a validation
    const std::optional<double> number = parse_number(cell);
    if (!number) return std::nullopt;
    *numbers[i] = *number;
  }
  return row;
}

// `parts` equal stretches of the rows: the middle of their steps, and the mean of their losses.
Series means(const std::vector<LogRow>& rows, std::size_t parts) {
  Series result{"training", {}, {}};
  for (std::size_t i = 0; i < parts; ++i) {
    const std::size_t from = i * rows.size() / parts, to = (i + 1) * rows.size() / parts;
    double sum = 0;
    for (std::size_t r = from; r < to; ++r) sum += rows[r].loss;
    result.x.push_back(static_cast<double>(rows[from].step + rows[to - 1].step) / 2);
    result.y.push_back(sum / static_cast<double>(to - from));
  }
  return result;
}

}  // namespace

TrainingLog::TrainingLog(const std::string& path, Index step) : path_(path) {
  if (path_.empty()) return;
  std::error_code none;
  std::size_t end = 0;  // of the rows that stay
  if (step > 0 && std::filesystem::exists(path_, none)) {
    // Cut behind them, not written anew: a crash loses none of them.
    end = read_rows(read_file(path_), step);
    std::error_code problem;
    std::filesystem::resize_file(path_, end, problem);
    if (problem) fail("a file that can be written", problem.value());
  }
  file_.open(path_, std::ios::binary | (end > 0 ? std::ios::app : std::ios::trunc));
  if (end == 0) file_ << header;
  file_.flush();
  if (!file_) fail("a file that can be written", errno);
}

void TrainingLog::fail(const char* expected, int error) const {
  throw Error(path_, std::generic_category().message(error), expected, "another --log FILE");
}

std::size_t TrainingLog::read_rows(const std::string& text, Index step) {
  if (!text.starts_with(header)) {
    throw Error(
        path_,
        fmt::format("begins with '{}'", text.substr(0, std::min<std::size_t>(text.find('\n'), 60))),
        "a log that train_gpt wrote", "another --log FILE");
  }
  std::size_t end = std::string_view(header).size();
  for (std::size_t next; (next = text.find('\n', end)) != text.npos; end = next + 1) {
    const std::optional<LogRow> row = row_of(std::string_view(text).substr(end, next - end));
    if (!row || row->step > step) break;
    if (!rows_.empty() && row->step != rows_.back().step + 1) break;
    rows_.push_back(*row);
  }
  if (rows_.empty() || rows_.back().step != step) {
    throw Error(path_, fmt::format("ends before step {}, the step of the checkpoint", step),
                "the log of that run", "another --log FILE");
  }
  return end;
}

void TrainingLog::add(const LogRow& row) {
  rows_.push_back(row);
  if (path_.empty()) return;
  file_ << text_of(row) << '\n';
  file_.flush();
  if (!file_) fail("room for the log", errno);
}

std::string TrainingLog::curve_svg(const std::string& title) const {
  constexpr std::size_t most_points = 500;
  Series validation{"validation", {}, {}};
  for (const LogRow& row : rows_) {
    if (std::isnan(row.validation_loss)) continue;
    validation.x.push_back(static_cast<double>(row.step));
    validation.y.push_back(row.validation_loss);
  }
  Plot plot(title, "step", "loss, nats a token");
  plot.add(means(rows_, std::min(rows_.size(), most_points)));
  if (!validation.x.empty()) plot.add(validation);
  return plot.to_svg();
}

std::string TrainingLog::sparkline(std::size_t width) const {
  static const char* const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::vector<double> heights = means(rows_, std::min(width, rows_.size())).y;
  if (heights.empty()) return "";
  const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
  std::string line;
  for (const double height : heights) {
    const double part = *high > *low ? (height - *low) / (*high - *low) : 0;
    line += blocks[static_cast<std::size_t>(std::lround(part * 7))];
  }
  return line;
}

}  // namespace holo
