// markdown.cpp: reads a page line by line. The lines of a point of a list are a page of their own.
#include "teaching/markdown.h"

#include <algorithm>

#include "teaching/anchor.h"
#include "teaching/inline_text.h"
#include "teaching/markdown_line.h"

namespace holo {
namespace {

constexpr int deepest = 40;  // lists in lists and folds in folds; what is deeper is text

class MarkdownReader {
 public:
  MarkdownReader(std::vector<std::string> lines, int first_line, int depth = 0)
      : lines_(std::move(lines)), first_line_(first_line), depth_(depth) {}

  // To the end, or within a fold to the end of that.
  MarkdownBlocks read(bool in_fold = false) {
    MarkdownBlocks blocks;
    while (at_ < lines_.size()) {
      const std::string line = trimmed(lines_[at_]);
      if (line.empty()) {
        ++at_;
      } else if (line.starts_with("<!--")) {
        read_comment();
      } else if (line.starts_with("</details>")) {
        ++at_;
        if (in_fold) break;
      } else {
        read_block(line, blocks);
        comment_.clear();
      }
    }
    return blocks;
  }

 private:
  void read_block(const std::string& line, MarkdownBlocks& blocks) {
    std::size_t content = 0;
    if (!code_fence(line).empty()) {
      blocks.push_back(code());
    } else if (line.starts_with("<details") && depth_ < deepest) {
      blocks.push_back(fold());
    } else if (const int level = heading_level(line); level > 0) {
      MarkdownBlock block = begin(BlockKind::heading);
      block.level = level;
      block.text = trimmed(line.substr(static_cast<std::size_t>(level)));
      ++at_;
      blocks.push_back(block);
    } else if (line[0] == '|' && at_ + 1 < lines_.size() && is_table_rule(lines_[at_ + 1])) {
      blocks.push_back(table());
    } else if (line.size() > 2 && line.find_first_not_of('-') == std::string::npos) {
      blocks.push_back(begin(BlockKind::rule));
      ++at_;
    } else if (depth_ < deepest && !list_marker(lines_[at_], content).empty()) {
      blocks.push_back(list());
    } else {
      blocks.push_back(paragraph());
    }
  }

  MarkdownBlock begin(BlockKind kind) const {
    MarkdownBlock block;
    block.kind = kind;
    block.line = first_line_ + static_cast<int>(at_);
    return block;
  }

  // A comment binds the block that follows it; one of numbers, which binds none, is left out.
  void read_comment() {
    std::string text;
    for (bool more = true; more && at_ < lines_.size(); ++at_) {
      text += (text.empty() ? "" : " ") + trimmed(lines_[at_]);
      more = text.find("-->") == std::string::npos;
    }
    comment_ = trimmed(text.substr(4, std::min(text.find("-->"), text.size()) - 4));
    if (comment_.starts_with("numbers:")) comment_.clear();
  }

  MarkdownBlock code() {
    MarkdownBlock block = begin(BlockKind::code);
    const std::string fence = code_fence(lines_[at_]);
    const std::size_t indent = indent_of(lines_[at_]);
    block.language = trimmed(trimmed(lines_[at_]).substr(fence.size()));
    block.comment = comment_;
    for (++at_; at_ < lines_.size(); ++at_) {
      const std::string text = trimmed(lines_[at_]);
      if (text.starts_with(fence) && text.find_first_not_of(fence[0]) == std::string::npos) break;
      block.text += without_spaces(lines_[at_], indent) + '\n';
    }
    ++at_;
    return block;
  }

  MarkdownBlock fold() {
    MarkdownBlock block = begin(BlockKind::fold);
    if (lines_[at_].find("<summary>") == std::string::npos) ++at_;
    const std::string end = "</summary>";
    if (at_ < lines_.size()) {
      const std::string& line = lines_[at_];
      const std::size_t from = line.find("<summary>"), to = line.find(end);
      if (from != std::string::npos) {
        block.text = trimmed(line.substr(from + 9, std::min(to, line.size()) - from - 9));
        ++at_;
      }
    }
    ++depth_;
    block.items.push_back(read(true));
    --depth_;
    return block;
  }

  MarkdownBlock table() {
    MarkdownBlock block = begin(BlockKind::table);
    block.columns = table_columns(lines_[at_ + 1]);
    block.rows.push_back(table_cells(lines_[at_]));
    for (at_ += 2; at_ < lines_.size() && trimmed(lines_[at_]).starts_with('|'); ++at_) {
      block.rows.push_back(table_cells(lines_[at_]));
    }
    for (Cells& row : block.rows) row.resize(block.columns.size());
    return block;
  }

  // Points with markers of one kind, as deep as the first.
  MarkdownBlock list() {
    MarkdownBlock block = begin(BlockKind::list);
    std::size_t content = 0;
    const std::size_t indent = indent_of(lines_[at_]);
    block.marker = list_marker(lines_[at_], content);
    const auto kind = [](const std::string& marker) {
      return marker.find_first_of("-*+") != std::string::npos ? marker : "1";
    };
    const auto goes_on = [&](std::size_t i) {
      if (i >= lines_.size() || indent_of(lines_[i]) >= indent + 2) return false;
      const std::string marker = list_marker(lines_[i], content);
      return !marker.empty() && kind(marker) == kind(block.marker);
    };
    while (goes_on(at_)) {
      block.items.push_back(item(content));
      std::size_t next = at_;
      while (next < lines_.size() && trimmed(lines_[next]).empty()) ++next;
      if (goes_on(next)) at_ = next;
    }
    return block;
  }

  // Its text begins at `content`; what is as deep as that belongs to it, and the rest of a
  // paragraph wherever it begins.
  MarkdownBlocks item(std::size_t content) {
    const int line = first_line_ + static_cast<int>(at_);
    std::vector<std::string> lines = {lines_[at_].substr(content)};
    std::string fence = code_fence(lines[0]);
    for (++at_; at_ < lines_.size(); ++at_) {
      const std::string& next = lines_[at_];
      const bool empty = trimmed(next).empty(), inside = indent_of(next) >= content;
      const bool rest = !trimmed(lines.back()).empty() && !interrupts(next);
      std::size_t unused = 0;
      const bool point = !list_marker(next, unused).empty();
      if (!empty && !inside && !(fence.empty() && rest && !point)) break;
      lines.push_back(without_spaces(next, content));
      const std::string mark = code_fence(next);
      if (fence.empty() || mark == fence) fence = fence.empty() ? mark : "";
    }
    while (at_ > 0 && lines.size() > 1 && trimmed(lines.back()).empty()) {
      lines.pop_back();
      --at_;
    }
    return MarkdownReader(std::move(lines), line, depth_ + 1).read();
  }

  MarkdownBlock paragraph() {
    MarkdownBlock block = begin(BlockKind::text);
    block.text = trimmed(lines_[at_]);
    for (++at_; at_ < lines_.size() && !interrupts(lines_[at_]); ++at_) {
      block.text += ' ' + trimmed(lines_[at_]);
    }
    std::string alt, address;
    if (is_image(block.text, alt, address)) {
      block.kind = BlockKind::figure;
      block.text = alt;
      block.address = address;
    }
    return block;
  }

  std::vector<std::string> lines_;
  int first_line_, depth_;
  std::size_t at_ = 0;
  std::string comment_;
};

}  // namespace

MarkdownBlocks parse_markdown(const std::string& text) {
  MarkdownBlocks blocks = MarkdownReader(lines_of(text), 1).read();
  name_headings(blocks);
  return blocks;
}

}  // namespace holo
