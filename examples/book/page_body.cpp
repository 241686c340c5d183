// page_body.cpp: block after block; a block in a list or a fold is as any other.
#include "book/page_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "book/code_block.h"
#include "book/svg_size.h"
#include "holo/check.h"
#include "holo/data.h"
#include "teaching/formula_markup.h"

namespace holo {

PageBody::PageBody(const BookPage& page, BookMap& map, const std::vector<GlossaryEntry>& glossary)
    : page_(page),
      map_(map),
      glossary_(glossary),
      terms_(glossary_, std::filesystem::path(page.path).filename().string()) {}

std::string PageBody::html(const MarkdownBlocks& blocks) {
  std::string out;
  for (const MarkdownBlock& block : blocks) out += html_of(block);
  return out;
}

std::string PageBody::inline_of(const std::string& text, bool with_terms) {
  return inline_html(text, marks(with_terms));
}

InlineMarks PageBody::marks(bool with_terms) {
  InlineMarks marks{page_.path};
  marks.link = [this](const std::string& address, const std::string& html) {
    return link(address, html);
  };
  marks.image = [this](const std::string& address, const std::string& alt) {
    return figure(address, alt);
  };
  marks.code = [this](const std::string& code) { return code_span(code); };
  if (with_terms && uses_glossary(page_.path)) {
    marks.words = [this](const std::string& text) { return words(text); };
  }
  return marks;
}

std::string PageBody::html_of(const MarkdownBlock& block) {
  switch (block.kind) {
    case BlockKind::heading:
      return heading(block);
    case BlockKind::text:
      add_words(block.text);
      return paragraph(block.text);
    case BlockKind::list:
      return list(block);
    case BlockKind::table:
      for (const Cells& row : block.rows) {
        for (const std::string& cell : row) add_words(cell);
      }
      return "<div class=\"table\">" + table_html(block, marks(true)) + "</div>\n";
    case BlockKind::figure:
      add_words(block.text);
      return "<figure class=\"picture\">" + figure(block.address, block.text) + "</figure>\n";
    case BlockKind::code:
      if (!sections_.empty() && block.language != "math") sections_.back().code += block.text;
      return code_block_html(block, page_, map_);
    case BlockKind::fold:
      add_words(block.text);
      return fmt::format("<details{}>\n<summary>{}</summary>\n{}</details>\n",
                         block.text == "Reveal" ? " class=\"reveal\"" : "",
                         inline_of(block.text, false), html(block.items.at(0)));
    case BlockKind::rule:
      break;
  }
  return "<hr>\n";
}

// The aim, the time and the needs of a chapter, and the C++ that is new in it, are shown beside
// the text. A question comes before what is folded away until the reader has guessed.
std::string PageBody::paragraph(const std::string& text) {
  const bool chapter = !page_.number.empty();
  const bool needs = chapter && text.starts_with("By the end ");
  const bool words = chapter && text.starts_with("New C++ here: ");
  const std::string about = "New C++ here:";
  const std::string html =
      inline_of(words ? text.substr(about.size() + 1) : text, !needs && !words);
  if (needs) return "<p class=\"needs\">" + html + "</p>\n";
  if (words) {
    return fmt::format("<details class=\"beside\"><summary>{}</summary>\n<p>{}</p>\n</details>\n",
                       about, html);
  }
  if (text.starts_with("**Predict:** ")) return "<p class=\"predict\">" + html + "</p>\n";
  return "<p>" + html + "</p>\n";
}

std::string PageBody::heading(const MarkdownBlock& block) {
  const std::string text = inline_of(block.text, false);
  headings_.push_back({block.level, block.anchor, text});
  const std::string title = inline_words(page_.title);
  const bool first = sections_.empty();
  sections_.push_back({page_.address + (first ? "" : '#' + block.anchor),
                       page_.number.empty() ? title : page_.number + ". " + title,
                       first ? "" : inline_words(block.text), "", ""});
  if (first) {
    const std::string number =
        page_.number.empty() ? "" : fmt::format("<span class=\"number\">{}</span> ", page_.number);
    return fmt::format("<h1 id=\"{}\">{}{}</h1>\n", escape_html(block.anchor), number,
                       inline_of(page_.title, false));
  }
  return fmt::format(
      "<h{0} id=\"{1}\">{2} <a class=\"anchor\" href=\"#{1}\" tabindex=\"-1\" aria-hidden=\"true\">"
      "#</a></h{0}>\n",
      block.level, escape_html(block.anchor), text);
}

std::string PageBody::list(const MarkdownBlock& block) {
  std::string out;
  for (const MarkdownBlocks& one : block.items) out += item(one);
  if (block.marker.find_first_of("-*+") != std::string::npos) return "<ul>\n" + out + "</ul>\n";
  const int first = std::stoi(block.marker);
  return fmt::format("<ol{}>\n{}</ol>\n", first == 1 ? "" : fmt::format(" start=\"{}\"", first),
                     out);
}

// A point that is one paragraph, with points below it perhaps, is written without the element of a
// paragraph.
std::string PageBody::item(const MarkdownBlocks& blocks) {
  const bool plain = std::all_of(blocks.begin(), blocks.end(), [&](const MarkdownBlock& block) {
    return block.kind == BlockKind::list || &block == blocks.data();
  });
  std::string begin = "<li>", out;
  for (const GlossaryEntry& entry : glossary_) {
    const bool is_it = page_.path == "docs/glossary.md" && !blocks.empty() &&
                       blocks[0].text.starts_with("**" + entry.term + "**") &&
                       blocks[0].text.find(entry.definition) != std::string::npos;
    if (is_it) begin = fmt::format("<li id=\"{}\">", escape_html(entry.id));
  }
  for (const MarkdownBlock& block : blocks) {
    if (plain && block.kind == BlockKind::text) {
      add_words(block.text);
      out += inline_of(block.text, true);
    } else {
      out += html_of(block);
    }
  }
  return begin + out + "</li>\n";
}

std::string PageBody::figure(const std::string& address, const std::string& alt) {
  const std::string path = (std::filesystem::path(page_.path).parent_path() / address)
                               .lexically_normal()
                               .generic_string();
  if (!map_.exists(path)) throw UsageError(page_.path, "a picture " + address, "one that is there");
  figures_.insert(path);
  const SvgSize size = svg_size(read_file(map_.root() + "/" + path));
  return fmt::format("<img src=\"figures/{}\" alt=\"{}\" width=\"{}\" height=\"{}\">",
                     escape_html(std::filesystem::path(path).filename().string()), escape_html(alt),
                     size.width, size.height);
}

std::string PageBody::link(const std::string& address, const std::string& html) {
  const std::string to = map_.link(page_.path, address);
  std::string more = is_outside(to) ? " class=\"out\" rel=\"noreferrer\"" : "";
  // What a link to the page of C++ leads to is said here already.
  if (uses_glossary(page_.path) && address.starts_with("cpp.md#")) {
    if (const GlossaryEntry* const entry = terms_.defined_at(address)) {
      more = fmt::format(" class=\"term\" aria-describedby=\"means-{}\"", escape_html(entry->id));
    }
  }
  return fmt::format("<a href=\"{}\"{}>{}</a>", escape_html(to), more, html);
}

// A file or a folder of the project by its path, or a header as it is included.
std::string PageBody::code_span(const std::string& code) {
  const std::string html = "<code>" + escape_html(code) + "</code>";
  const bool is_term = std::any_of(glossary_.begin(), glossary_.end(),
                                   [&](const GlossaryEntry& entry) { return entry.term == code; });
  if (is_term && uses_glossary(page_.path)) return "<code>" + words(code) + "</code>";
  const bool is_path = code.find('/') != std::string::npos &&
                       code.find_first_not_of(
                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                           "0123456789_./-") == std::string::npos &&
                       code.find("..") == std::string::npos && code.size() > 3;
  if (!is_path) return html;
  for (const std::string& path : {code, "include/" + code}) {
    if (!map_.exists(path) || !map_.has_source(path)) continue;
    const auto page = map_.pages().find(path);
    const std::string to = page != map_.pages().end() ? page->second : map_.source_page(path);
    return fmt::format("<a href=\"{}\">{}</a>", escape_html(from_page(page_.address, to)), html);
  }
  return html;
}

std::string PageBody::words(const std::string& text) {
  std::string out;
  std::size_t done = 0;
  for (const TermFinder::Place& place : terms_.find(text)) {
    const std::string id = escape_html(place.entry->id);
    out +=
        escape_html(text.substr(done, place.begin - done)) +
        fmt::format(
            "<a class=\"term\" href=\"glossary.html#{0}\" aria-describedby=\"means-{0}\">{1}</a>",
            id, escape_html(text.substr(place.begin, place.end - place.begin)));
    done = place.end;
  }
  return out + escape_html(text.substr(done));
}

std::string PageBody::definitions() {
  std::string out;
  for (const GlossaryEntry* const entry : terms_.found()) {
    out += fmt::format("<p id=\"means-{}\"><b>{}</b>: {}</p>\n", escape_html(entry->id),
                       escape_html(entry->term), inline_html(entry->definition, {page_.path}));
  }
  return out.empty() ? "" : "<div id=\"book:definitions\" hidden>\n" + out + "</div>\n";
}

void PageBody::add_words(const std::string& text) {
  if (sections_.empty()) return;
  std::string& all = sections_.back().text;
  all += (all.empty() ? "" : " ") + inline_words(text, false);
}

}  // namespace holo
