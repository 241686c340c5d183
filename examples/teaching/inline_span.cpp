// inline_span.cpp: reads a paragraph from left to right; what is inside of a mark is read alike.
#include "teaching/inline_span.h"

#include <algorithm>
#include <cctype>

#include "teaching/markdown.h"

namespace holo {
namespace {

constexpr std::size_t none = std::string::npos;
constexpr int deepest_mark = 40;

class InlineReader {
 public:
  InlineReader(const std::string& text, int depth) : text_(text), depth_(depth) {}

  Spans read() {
    for (at_ = 0; at_ < text_.size();) {
      if (!escaped() && !code() && !formula() && !picture() && !link() && !address() &&
          !emphasis("**", SpanKind::strong) && !emphasis("*", SpanKind::slanted)) {
        words_ += text_[at_++];
      }
    }
    end_words();
    return std::move(spans_);
  }

 private:
  bool next_is(const char* mark, std::size_t i) const {
    return text_.compare(i, std::string(mark).size(), mark) == 0;
  }

  void end_words() {
    if (!words_.empty()) spans_.push_back({SpanKind::words, words_});
    words_.clear();
  }
  bool add(Span span, std::size_t end) {
    end_words();
    spans_.push_back(std::move(span));
    at_ = end;
    return true;
  }

  bool is_escape(std::size_t i) const {
    return text_[i] == '\\' && i + 1 < text_.size() &&
           std::ispunct(static_cast<unsigned char>(text_[i + 1])) != 0;
  }
  bool escaped() {
    if (!is_escape(at_)) return false;
    words_ += text_[at_ + 1];
    at_ += 2;
    return true;
  }

  // As many ` as it begins with end it.
  std::size_t end_of_code(std::size_t i, std::size_t& inside) const {
    if (text_[i] != '`') return none;
    inside = std::min(text_.find_first_not_of('`', i), text_.size());
    for (std::size_t end = inside; (end = text_.find('`', end)) != none;) {
      const std::size_t behind = std::min(text_.find_first_not_of('`', end), text_.size());
      if (behind - end == inside - i) return behind;
      end = behind;
    }
    return none;
  }
  bool code() {
    std::size_t inside = 0;
    const std::size_t end = end_of_code(at_, inside);
    if (end == none) {  // then all of these ` stand for themselves
      while (at_ < text_.size() && text_[at_] == '`') words_ += text_[at_++];
      return inside > 0;
    }
    std::string code = text_.substr(inside, end - inside - (inside - at_));
    const bool spaces = code.size() > 2 && code.front() == ' ' && code.back() == ' ';
    if (spaces) code = code.substr(1, code.size() - 2);
    return add({SpanKind::code, code}, end);
  }

  std::size_t end_of_formula(std::size_t i, std::size_t& inside, std::size_t& close) const {
    if (text_[i] != '$') return none;
    const bool quoted = next_is("$`", i);
    inside = i + (quoted ? 2 : 1);
    if (inside >= text_.size() || text_[inside] == ' ') return none;
    close = text_.find(quoted ? "`$" : "$", inside);
    if (close == none || close == inside || text_[close - 1] == ' ') return none;
    return close + (quoted ? 2 : 1);
  }
  bool formula() {
    std::size_t inside = 0, close = 0;
    const std::size_t end = end_of_formula(at_, inside, close);
    if (end == none) return false;
    return add({SpanKind::formula, text_.substr(inside, close - inside)}, end);
  }

  // Behind what is at `i` and has marks of its own in it; `i` itself for anything else.
  std::size_t behind(std::size_t i) const {
    if (is_escape(i)) return i + 2;
    std::size_t inside = 0, close = 0;
    if (const std::size_t end = end_of_code(i, inside); end != none) return end;
    if (const std::size_t end = end_of_formula(i, inside, close); end != none) return end;
    return i;
  }

  // The bracket that closes the one at `i`.
  std::size_t closing(std::size_t i, char open, char close) const {
    int depth = 0;
    for (; i < text_.size(); ++i) {
      if (const std::size_t end = behind(i); end > i && open == '[') {
        i = end - 1;
      } else if (text_[i] == open) {
        ++depth;
      } else if (text_[i] == close && --depth == 0) {
        return i;
      }
    }
    return none;
  }

  // [words](address), from the bracket at `i`; `span` gets both.
  std::size_t end_of_link(std::size_t i, Span& span) const {
    if (text_[i] != '[' || depth_ >= deepest_mark) return none;
    const std::size_t words_end = closing(i, '[', ']');
    if (words_end == none || !next_is("(", words_end + 1)) return none;
    const std::size_t end = closing(words_end + 1, '(', ')');
    if (end == none) return none;
    span.text = text_.substr(i + 1, words_end - i - 1);
    span.address = trimmed(text_.substr(words_end + 2, end - words_end - 2));
    span.address = span.address.substr(0, span.address.find(' '));  // a title follows
    return span.text.empty() && span.kind == SpanKind::link ? none : end + 1;
  }
  bool picture() {
    Span span{SpanKind::image};
    const std::size_t end = next_is("![", at_) ? end_of_link(at_ + 1, span) : none;
    return end != none && add(std::move(span), end);
  }
  bool link() {
    Span span{SpanKind::link};
    const std::size_t end = end_of_link(at_, span);
    if (end == none) return false;
    span.inside = InlineReader(span.text, depth_ + 1).read();
    span.text.clear();
    return add(std::move(span), end);
  }

  // A bare https://..., or one in < and >.
  bool address() {
    const bool bracket = text_[at_] == '<';
    const std::size_t begin = at_ + (bracket ? 1 : 0);
    if (!next_is("https://", begin) && !next_is("http://", begin)) return false;
    std::size_t end = std::min(text_.find_first_of(" <>\"`|", begin), text_.size());
    if (bracket && (end == text_.size() || text_[end] != '>')) return false;
    while (!bracket && std::string(".,:;!?)'*").find(text_[end - 1]) != none) --end;
    const std::string text = text_.substr(begin, end - begin);
    return add({SpanKind::link, "", text, {{SpanKind::words, text}}}, end + (bracket ? 1 : 0));
  }

  bool emphasis(const char* mark, SpanKind kind) {
    const std::size_t size = std::string(mark).size(), inside = at_ + size;
    if (!next_is(mark, at_) || inside >= text_.size() || text_[inside] == ' ') return false;
    if (depth_ >= deepest_mark) return false;
    for (std::size_t i = inside; i < text_.size();) {
      if (const std::size_t end = behind(i); end > i) {
        i = end;
      } else if (size == 1 && next_is("**", i)) {
        i += 2;
      } else if (size == 2 && text_[inside] == '*' && next_is("***", i)) {
        ++i;  // what is slanted ends first
      } else if (next_is(mark, i) && i > inside && text_[i - 1] != ' ') {
        return add(
            {kind, "", "", InlineReader(text_.substr(inside, i - inside), depth_ + 1).read()},
            i + size);
      } else {
        ++i;
      }
    }
    return false;
  }

  std::string text_;
  int depth_;
  std::size_t at_ = 0;
  std::string words_;
  Spans spans_;
};

}  // namespace

Spans parse_inline(const std::string& text) { return InlineReader(text, 0).read(); }

}  // namespace holo
