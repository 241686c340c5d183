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

// The format of all numbers of a tensor.
struct Style {
  bool scientific = false;
  std::size_t before = 0, after = 0;  // characters before the point, and from the point on
  std::size_t width() const { return before + after; }
};

// The fewest digits that distinguish a real from its neighbours, at most 4 decimals: "0.25". Whole
// numbers keep their point.
std::string fixed_text(real x) {
  if (std::trunc(x) == x) return fmt::format("{:.0f}.", x);
  std::string text = fmt::format("{}", x);
  if (text.size() - text.find('.') <= 5) return text;
  text = fmt::format("{:.4f}", x);
  return text.substr(0, text.find_last_not_of('0') + 1);
}

std::string text_of(real x, const Style& style) {
  if (std::isnan(x)) return "nan";
  if (std::isinf(x)) return x < 0 ? "-inf" : "inf";
  return style.scientific ? fmt::format("{:.4e}", x) : fixed_text(x);
}

Style style_of(const std::vector<real>& shown) {
  real largest = 0, smallest = INFINITY;
  bool whole = true;
  for (const real x : shown) {
    const real size = std::fabs(x);
    if (!std::isfinite(size)) continue;
    largest = std::max(largest, size);
    if (size > 0) smallest = std::min(smallest, size);
    whole = whole && std::trunc(x) == x;
  }
  Style style;
  style.scientific = largest >= real(whole ? 1e8 : 1e5) || smallest < real(1e-3);
  std::size_t longest = 0;
  for (const real x : shown) {
    const std::string text = text_of(x, style);
    longest = std::max(longest, text.size());
    if (!std::isfinite(x)) continue;
    const std::size_t point = text.find('.');
    style.before = std::max(style.before, point);
    style.after = std::max(style.after, text.size() - point);
  }
  style.before = std::max(style.before, longest - std::min(longest, style.after));
  return style;
}

// Writes numbers and brackets. It recurses over dimensions, so at most max_ndim deep.
class Layout {
 public:
  explicit Layout(const Tensor& x) : x_(x), text_(opening) {
    collect(0, 0);
    style_ = style_of(shown_);
    write(0, true);
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

  void write(int d, bool first) {
    if (d == x_.ndim()) {
      write_in_row(number(), first);
      return;
    }
    const bool rows = d + 1 < x_.ndim();
    text_ += '[';
    bool first_inside = true;
    for (const Index i : indices(d)) {
      if (rows && !first_inside) {  // no empty line between rows, empty lines between planes
        text_ += ',';
        text_.append(static_cast<std::size_t>(x_.ndim() - d - 2), '\n');
        new_line(d + 1);
      }
      if (i != gap) {
        write(d + 1, first_inside);
      } else if (rows) {
        text_ += "...";
      } else {
        write_in_row("...", first_inside);
      }
      first_inside = false;
    }
    text_ += ']';
  }

  // Writes a text after ", ", or on a new line if it does not fit together with a comma.
  void write_in_row(const std::string& text, bool first) {
    const std::size_t line = text_.size() - (text_.rfind('\n') + 1);
    if (!first) text_ += ',';
    if (!first && line + text.size() + 3 > line_width) {
      new_line(x_.ndim());
    } else if (!first) {
      text_ += ' ';
    }
    text_ += text;
  }

  void new_line(int brackets) {
    text_ += '\n';
    text_.append(opening.size() + static_cast<std::size_t>(brackets), ' ');
  }

  // The next shown number, padded to the common width.
  std::string number() {
    std::string text = text_of(shown_[next_++], style_);
    const std::size_t point = text.find('.');
    const bool has_point = point != std::string::npos;  // NaN and infinity go to the right end
    text.insert(0, has_point ? style_.before - point : style_.width() - text.size(), ' ');
    text.append(style_.width() - text.size(), ' ');
    return text;
  }

  const Tensor& x_;
  std::vector<real> shown_;
  std::size_t next_ = 0;  // index into shown_
  Style style_;
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
