// tensor_print.cpp: lays out a tensor as text. It copies only the numbers that it shows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "base/words.h"
#include "holo/tensor_print.h"

namespace holo {
namespace {

constexpr Index most_shown_whole = 1000;  // elements
constexpr Index shown_at_ends = 3;        // shown at each end of a long dimension
constexpr std::size_t line_width = 80;
constexpr std::string_view opening = "tensor(";

// The fewest digits that distinguish a real from its neighbours, at most 4 decimals: "0.25". Whole
// numbers keep their point.
std::string fixed_text(real x) {
  if (std::trunc(x) == x) return fmt::format("{:.0f}.", x);
  std::string text = fmt::format("{}", x);
  if (text.size() - text.find('.') <= 5) return text;
  text = fmt::format("{:.4f}", x);
  return text.substr(0, text.find_last_not_of('0') + 1);
}

std::string text_of(real x, bool scientific) {
  if (std::isnan(x)) return "nan";
  if (std::isinf(x)) return x < 0 ? "-inf" : "inf";
  return scientific ? fmt::format("{:.4e}", x) : fixed_text(x);
}

bool need_scientific(const std::vector<real>& numbers) {
  real largest = 0, smallest = INFINITY;
  bool whole = true;
  for (const real x : numbers) {
    const real size = std::fabs(x);
    if (!std::isfinite(size)) continue;
    largest = std::max(largest, size);
    if (size > 0) smallest = std::min(smallest, size);
    whole = whole && std::trunc(x) == x;
  }
  return largest >= real(whole ? 1e8 : 1e5) || smallest < real(1e-3);
}

// The numbers as texts of one width, with their points below each other. NaN and infinity, which
// have no point, are at the right end.
std::vector<std::string> aligned(const std::vector<real>& numbers) {
  const bool scientific = need_scientific(numbers);
  std::vector<std::string> texts;
  std::size_t before = 0, after = 0, longest = 0;  // before the point, from it on, and of all
  for (const real x : numbers) {
    const std::string& text = texts.emplace_back(text_of(x, scientific));
    longest = std::max(longest, text.size());
    const std::size_t point = text.find('.');
    if (point == text.npos) continue;
    before = std::max(before, point);
    after = std::max(after, text.size() - point);
  }
  const std::size_t width = std::max(before + after, longest);
  for (std::string& text : texts) {
    const std::size_t point = text.find('.');
    const std::size_t rest = point == text.npos ? 0 : after - (text.size() - point);
    text = fmt::format("{:>{}}{:{}}", text, width - rest, "", rest);
  }
  return texts;
}

// Writes numbers and brackets. It recurses over dimensions, so at most max_ndim deep.
class Layout {
 public:
  explicit Layout(const Tensor& x) : x_(x), text_(opening) {
    collect(0, 0);
    numbers_ = aligned(shown_);
    write(0);
  }
  const std::string& text() const { return text_; }

 private:
  static constexpr Index gap = -1;

  // The indices of dimension d that are shown. A gap replaces the indices between the edges.
  std::vector<Index> indices(int d) const {
    std::vector<Index> list;
    const Index size = x_.numel() == 0 ? 0 : x_.shape()[d];
    const bool cut = x_.numel() > most_shown_whole && size > 2 * shown_at_ends;
    for (Index i = 0; i < size; ++i) {
      if (cut && i == shown_at_ends) {
        list.push_back(gap);
        i = size - shown_at_ends;
      }
      list.push_back(i);
    }
    return list;
  }

  // Fetches the numbers to show from dimension d on; `before` is the index before dimension d.
  void collect(int d, Index before) {
    if (d < x_.ndim()) {
      for (const Index i : indices(d)) {
        if (i != gap) collect(d + 1, before * x_.shape()[d] + i);
      }
      return;
    }
    real value = 0;
    x_.backend().download(&value, x_.data() + before, sizeof value);
    shown_.push_back(value);
  }

  // Writes dimension d, from the next number on.
  void write(int d) {
    if (d == x_.ndim()) {
      text_ += numbers_[next_++];
      return;
    }
    const std::size_t begin = (text_ += '[').size();
    for (const Index i : indices(d)) {
      if (text_.size() > begin) separate(d, i == gap ? 3 : numbers_[next_].size());
      if (i == gap) {
        text_ += "...";
      } else {
        write(d + 1);
      }
    }
    text_ += ']';
  }

  // Writes a comma between two parts of dimension d. A row begins a new line, with empty lines
  // between planes. So does a number of `width` characters that does not fit with its comma.
  void separate(int d, std::size_t width) {
    text_ += ',';
    const std::size_t line = text_.size() - (text_.rfind('\n') + 1);
    const int inner = x_.ndim() - d - 1;  // dimensions inside of a part
    if (inner == 0 && line + width + 2 <= line_width) {
      text_ += ' ';
    } else {
      text_.append(static_cast<std::size_t>(std::max(inner, 1)), '\n');
      text_.append(opening.size() + static_cast<std::size_t>(d + 1), ' ');
    }
  }

  const Tensor& x_;
  std::vector<real> shown_;
  std::vector<std::string> numbers_;  // as texts
  std::size_t next_ = 0;              // index into numbers_
  std::string text_;
};

}  // namespace

std::string to_string(const Tensor& x) {
  if (!x.defined()) return "tensor(empty)";
  const Node& node = x.node();
  std::string text = Layout(x).text();
  text += fmt::format(", shape={}, f{}, {}", x.shape().to_string(), 8 * sizeof(real),
                      device_name(x.device()));
  if (node.label != nullptr) text += ", label=" + plain_label(*node.label);
  if (std::string_view(node.op) != "leaf") text += fmt::format(", op={}", node.op);
  if (node.requires_grad) text += ", requires_grad";
  if (node.grad != nullptr) text += ", grad";
  return text + ")";
}

void print(const Tensor& x) {
  const std::string text = to_string(x) + "\n";
  std::fputs(text.c_str(), stdout);
}

}  // namespace holo
