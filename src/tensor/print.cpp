// print.cpp: the layout of a printed tensor. Only the numbers that are shown are fetched.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "holo/tensor_print.h"
#include "label.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

constexpr Index most_shown_whole = 1000;  // elements
constexpr Index edge = 3;                 // first and last ones shown of a long dimension
constexpr std::size_t line_width = 80;
constexpr std::string_view opening = "tensor(";

// How all numbers of a tensor are written.
struct Style {
  bool scientific = false;
  std::size_t before = 0, after = 0;  // characters in front of the point, and with it and behind
  std::size_t width() const { return before + after; }
};

// "0.25" without more digits than tell a real from its neighbours, and at most 4 decimals; whole
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

// Writes the brackets; walks the dimensions by recursion, at most max_ndim deep.
class Layout {
 public:
  explicit Layout(const Tensor& x) : x_(x), cut_(x.numel() > most_shown_whole) {
    collect(0, 0);
    style_ = style_of(shown_);
    write(0);
  }
  const std::string& text() const { return text_; }

 private:
  // True when only the edges of dimension d are shown.
  bool is_cut(int d) const { return cut_ && x_.shape()[d] > 2 * edge; }

  // Calls visit(i) for each index of dimension d that is shown, gap() between the edges.
  template <class Visit, class Gap>
  void walk(int d, Visit visit, Gap gap) const {
    const Index size = x_.shape()[d];
    for (Index i = 0; i < size; ++i) {
      if (is_cut(d) && i == edge) {
        gap();
        i = size - edge;
      }
      visit(i);
    }
  }

  void collect(int d, Index before) {
    if (x_.numel() == 0) return;
    if (d == x_.ndim()) {
      real value = 0;
      x_.backend().download(&value, x_.data() + before, 1);
      shown_.push_back(value);
      return;
    }
    walk(
        d, [&](Index i) { collect(d + 1, before * x_.shape()[d] + i); }, [] {});
  }

  // One number or "...", behind a comma; on a new line when this one is full.
  void item(const std::string& text, int d) {
    const bool first = text_.ends_with('[') || text_.empty();
    const std::size_t width = text_.size() - (text_.rfind('\n') + 1) +
                              (text_.find('\n') == std::string::npos ? opening.size() : 0);
    if (!first) text_ += ',';
    if (!first && width + text.size() + 2 > line_width) {
      new_line(d);
    } else if (!first) {
      text_ += ' ';
    }
    text_ += text;
  }

  void new_line(int brackets) {
    text_ += '\n';
    text_.append(opening.size() + static_cast<std::size_t>(brackets), ' ');
  }

  void number() {
    std::string text = text_of(shown_[next_++], style_);
    const std::size_t point = text.find('.');  // NaN and infinity have none: they end the column
    if (point != std::string::npos) text.insert(0, style_.before - point, ' ');
    if (point == std::string::npos) text.insert(0, style_.width() - text.size(), ' ');
    text.append(style_.width() - text.size(), ' ');
    item(text, x_.ndim());
  }

  void write(int d) {
    if (d == x_.ndim()) {
      number();
      return;
    }
    const bool rows = d + 1 < x_.ndim();
    bool first = true;
    // Rows stand below each other, and planes with an empty line between them.
    const auto next = [&] {
      if (!first && rows) {
        text_ += ',';
        text_.append(static_cast<std::size_t>(x_.ndim() - d - 2), '\n');
        new_line(d + 1);
      }
      first = false;
    };
    text_ += '[';
    if (x_.numel() > 0) {
      walk(
          d,
          [&](Index) {
            next();
            write(d + 1);
          },
          [&] {
            next();
            rows ? void(text_ += "...") : item("...", d + 1);
          });
    }
    text_ += ']';
  }

  const Tensor& x_;
  bool cut_;
  std::vector<real> shown_;
  std::size_t next_ = 0;  // of shown_
  Style style_;
  std::string text_;
};

}  // namespace

std::string to_string(const Tensor& x) {
  if (!x.defined()) return "tensor(empty)";
  const Node& node = x.node();
  std::string text(opening);
  text += Layout(x).text();
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

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
