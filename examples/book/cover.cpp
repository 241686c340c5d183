// cover.cpp: the table of chapters as a list in parts, and the figure of the paths as links.
#include "book/cover.h"

#include <fmt/format.h>

#include <algorithm>

#include "book/reading_order.h"
#include "holo/check.h"
#include "teaching/formula_markup.h"
#include "teaching/inline_span.h"

namespace holo {
namespace {

struct Part {
  const char* title;
  const char* first;  // the number of its first chapter
};
constexpr Part parts_of_course[] = {{"From one derivative to a network", "1"},
                                    {"A GPT made of single numbers", "6.1"},
                                    {"Arrays", "8"},
                                    {"The gated layers", "11"},
                                    {"The language model", "17.1"},
                                    {"Files, and a problem of your own", "19"}};

const BookPage& page_of(const std::map<std::string, BookPage>& pages, const PathPage& chapter) {
  const auto page = pages.find("docs/" + chapter.file);
  if (page == pages.end())
    throw UsageError("docs/" + chapter.file, "no page", "one for each chapter");
  return page->second;
}

std::string stop(const std::map<std::string, BookPage>& pages, const PathPage& chapter) {
  return fmt::format("<li><a href=\"{}\"><b>{}</b> <span>{}</span></a></li>\n",
                     escape_html(page_of(pages, chapter).address), escape_html(chapter.number),
                     escape_html(chapter.idea));
}

// A row for both paths, and one for each behind them.
std::string map_of_paths(const std::map<std::string, BookPage>& pages) {
  std::string out;
  for (const CoursePath path :
       {CoursePath::trunk, CoursePath::language_model, CoursePath::gates, CoursePath::side}) {
    std::string stops;
    for (const PathPage& chapter : course_pages()) {
      if (chapter.path == path) stops += stop(pages, chapter);
    }
    out += fmt::format("<div class=\"path {}\">\n<p>{}</p>\n<ol>\n{}</ol>\n</div>\n",
                       class_of_path(path),
                       path == CoursePath::side ? "Side paths" : name_of_path(path), stops);
  }
  return "<div class=\"paths\">\n" + out + "</div>\n";
}

// The rows of the table of chapters: a link with the title, and the new idea.
std::string list_of_chapters(const MarkdownBlock& table, PageBody& body,
                             const std::map<std::string, BookPage>& pages) {
  std::string out;
  for (std::size_t i = 1; i < table.rows.size(); ++i) {
    const Spans spans = parse_inline(table.rows[i].at(0));
    const std::string file = spans.empty() ? "" : spans[0].address;
    const PathPage* const chapter = chapter_of("docs/" + file);
    if (chapter == nullptr)
      throw UsageError("docs/README.md", "a chapter " + file, "one of course.h");
    for (const Part& part : parts_of_course) {
      if (chapter->number != part.first) continue;
      out += fmt::format("{}<section class=\"part\">\n<h3>{}</h3>\n<ol>\n",
                         out.empty() ? "" : "</ol>\n</section>\n", part.title);
    }
    const BookPage& page = page_of(pages, *chapter);
    const std::string& idea = table.rows[i].at(1);
    const std::string side = "a side path: ";
    out += fmt::format(
        "<li class=\"{}\"><span class=\"number\">{}</span> <a href=\"{}\">{}</a> <span "
        "class=\"idea\">{}<span class=\"quiet\">{}</span></span></li>\n",
        class_of_path(chapter->path), escape_html(chapter->number), escape_html(page.address),
        body.inline_of(page.title, false),
        body.inline_of(idea.starts_with(side) ? idea.substr(side.size()) : idea, false),
        chapter->needs.empty() ? "" : " Needs " + escape_html(table.rows[i].at(2)) + ".");
  }
  return "<section id=\"chapters\" class=\"chapters\" aria-label=\"Chapters\">\n" + out +
         "</ol>\n</section>\n</section>\n";
}

// The first paragraph of README.md, and its first whole program with what that prints.
std::string hero(const BookPage& about, PageBody& body, bool engine) {
  std::string program, printed, words;
  for (const MarkdownBlock& block : about.blocks) {
    if (words.empty() && block.kind == BlockKind::text) words = block.text;
    if (program.empty() && block.comment == "program") program = body.html({block});
    if (printed.empty() && block.comment == "output of the program") printed = body.html({block});
  }
  const char* const train =
      engine ? "<a href=\"17_tiny_gpt.html#train-it-in-the-page\">Train a tiny GPT here</a> " : "";
  const char* const run =
      engine ? ""
             : "<p class=\"quiet\">This copy was made without a compiler for browsers: it shows "
               "what the programs print, and does not run them.</p>\n";
  return fmt::format(
      "<div class=\"opening\">\n<div "
      "class=\"hero\">\n<h1><span>holo</span><span>gradient</span></h1>\n<p "
      "class=\"lead\">{}</p>\n"
      "<p class=\"begin\"><a class=\"button\" href=\"01_value.html\">Begin with chapter 1</a> "
      "{}<a href=\"hologradient.html\">The engine, and how to build it</a></p>\n{}</div>\n"
      "<div class=\"first\">\n{}{}</div>\n</div>\n",
      body.inline_of(words, false), train, run, program, printed);
}

}  // namespace

std::string cover_html(const BookPage& index, PageBody& body, const BookPage& about,
                       PageBody& about_body, const std::map<std::string, BookPage>& pages,
                       bool engine) {
  std::string out = hero(about, about_body, engine);
  for (std::size_t i = 0; i < index.blocks.size(); ++i) {
    const MarkdownBlock& block = index.blocks[i];
    if (i == 0) {
      body.html({block});
      out += fmt::format("<h2 id=\"{}\">The chapters</h2>\n", escape_html(block.anchor));
    } else if (block.kind == BlockKind::table && block.rows.at(0).at(0) == "Chapter") {
      body.html({block});
      out += list_of_chapters(block, body, pages);
    } else if (block.kind == BlockKind::figure && block.address.ends_with("/course.svg")) {
      out += map_of_paths(pages);
    } else {
      out += body.html({block});
    }
  }
  return out;
}

}  // namespace holo
