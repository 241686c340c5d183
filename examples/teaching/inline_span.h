// inline_span.h: a paragraph taken apart: words, code, formulas, emphasis, links and pictures.
#pragma once

#include <string>
#include <vector>

namespace holo {

enum class SpanKind { words, code, formula, strong, slanted, link, image };

/// `text` is what it says: words, code, LaTeX; of a picture what it shows. The spans of strong and
/// slanted text and of a link are `inside`.
struct Span {
  SpanKind kind = SpanKind::words;
  std::string text = "", address = "";
  std::vector<Span> inside = {};
};
using Spans = std::vector<Span>;

/// A mark that is never closed stands for itself.
Spans parse_inline(const std::string& text);

}  // namespace holo
