// anchor.cpp: letters, digits and hyphens stay, spaces become hyphens, all else goes.
#include "teaching/anchor.h"

#include <cctype>
#include <map>

#include "teaching/inline_text.h"

namespace holo {
namespace {

void name_headings_of(MarkdownBlocks& blocks, std::map<std::string, int>& used) {
  for (MarkdownBlock& block : blocks) {
    if (block.kind == BlockKind::heading) {
      const std::string anchor = anchor_of(inline_words(block.text));
      const int before = used[anchor]++;
      block.anchor = before == 0 ? anchor : anchor + '-' + std::to_string(before);
    }
    for (MarkdownBlocks& item : block.items) name_headings_of(item, used);
  }
}

}  // namespace

std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) != 0 || c == '_' || c == '-') {
      anchor += byte < 0x80 ? static_cast<char>(std::tolower(byte)) : c;
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

void name_headings(MarkdownBlocks& blocks) {
  std::map<std::string, int> used;
  name_headings_of(blocks, used);
}

}  // namespace holo
