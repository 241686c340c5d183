// book_maker.cpp: first the pages, which say what sources there have to be, then these.
#include "book/book_maker.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "book/book_map.h"
#include "book/book_page.h"
#include "book/cover.h"
#include "book/page_body.h"
#include "book/page_frame.h"
#include "book/reading_order.h"
#include "book/source_page.h"
#include "holo/check.h"
#include "holo/data.h"
#include "support/formulas/formula_exercise.h"
#include "teaching/formula_markup.h"
#include "teaching/stepped_part.h"

namespace holo {
namespace {

namespace fs = std::filesystem;

class BookMaker {
 public:
  explicit BookMaker(const BookSettings& settings) : settings_(settings), map_(settings.root) {
    for (const auto& [path, address] : map_.pages()) {
      pages_[path] = read_book_page(settings_.root, path, address);
      if (!settings_.logs.empty()) add_steps(pages_[path], pages_[path].blocks);
    }
    const auto glossary = pages_.find("docs/glossary.md");
    if (glossary != pages_.end()) glossary_ = glossary_entries(glossary->second.blocks);
  }

  std::map<std::string, std::string> make() {
    for (const auto& [path, page] : pages_) add_page(page);
    add_sources();
    for (const char* const file : {"book.css", "book.js"}) {
      files_[file] = read_file(settings_.looks + "/" + file);
    }
    for (const std::string& path : figures_) {
      files_["figures/" + fs::path(path).filename().string()] =
          read_file(settings_.root + "/" + path);
    }
    if (engine()) {
      if (!fs::is_regular_file(settings_.engine + "/run.js")) {
        throw Error(settings_.engine, "no run.js", "the folder that make engine makes");
      }
      for (const auto& entry : fs::directory_iterator(settings_.engine)) {
        if (entry.is_regular_file()) {
          files_[entry.path().filename().string()] = read_file(entry.path().string());
        }
      }
    }
    if (engine() || steps_) files_["trace.js"] = stepped_script();
    for (const char* const file : {"step.css", "step.js"}) {
      if (steps_) files_[file] = read_file(settings_.looks + "/" + file);
    }
    files_["search.js"] = search_script(sections_);
    return std::move(files_);
  }

 private:
  bool engine() const { return !settings_.engine.empty(); }

  // What is below a listing that the reader steps through.
  void add_steps(BookPage& page, const MarkdownBlocks& blocks) {
    for (const MarkdownBlock& block : blocks) {
      for (const MarkdownBlocks& item : block.items) add_steps(page, item);
      for (Step& step : page.steps) {
        if (step.listing != block.line || block.kind != BlockKind::code) continue;
        step.html = step_html(page.path, step, block.text,
                              read_file(settings_.root + "/" + step.file()), settings_.logs);
        steps_ = steps_ || !step.html.empty();
      }
    }
  }

  void add_page(const BookPage& page) {
    PageBody body(page, map_, glossary_);
    const bool cover = page.address == "index.html";
    PageFrame frame{page.address, inline_words(page.title) + " · hologradient",
                    chapter_of(page.path) != nullptr ? "chapter" : "page"};
    frame.engine = engine();
    frame.steps = std::any_of(page.steps.begin(), page.steps.end(),
                              [](const Step& step) { return !step.html.empty(); });
    if (cover) {
      const BookPage& about = pages_.at("README.md");
      PageBody about_body(about, map_, glossary_);
      frame.title = "hologradient: a micro-autograd engine to be read";
      frame.kind = "cover";
      frame.main = cover_html(page, body, about, about_body, pages_, engine());
    } else {
      frame.main = with_formulas(page, body.html(page.blocks));
      frame.contents = contents(body.headings());
      frame.next = next(page, body);
      const PathPage* const chapter = chapter_of(page.path);
      if (chapter != nullptr) frame.main = path_of(*chapter) + frame.main;
    }
    frame.end = body.definitions();
    files_[page.address] = page_html(frame);
    sections_.insert(sections_.end(), body.sections().begin(), body.sections().end());
    if (page.path == "docs/glossary.md") add_terms();
    figures_.insert(body.figures().begin(), body.figures().end());
  }

  // Each entry of the glossary is a section of its own, in place of the one of their page.
  void add_terms() {
    sections_.back().text.clear();
    for (const GlossaryEntry& entry : glossary_) {
      std::string names = entry.term;
      for (const std::string& form : entry.forms) names += ", " + form;
      sections_.push_back(
          {"glossary.html#" + entry.id, "Glossary", names, inline_words(entry.definition), ""});
    }
  }

  // Where an exercise can be answered by formulas, the script of the engine has a place for them,
  // before what says how to run its check.
  std::string with_formulas(const BookPage& page, std::string html) const {
    for (const FormulaExercise& one : formula_exercises()) {
      const std::string folder =
          std::string("examples/exercises/") + (one.name.starts_with("stage_") ? "project/" : "");
      if (!engine() || page.path != folder + one.name + "/README.md") continue;
      const std::size_t run = html.find("<h2 id=\"run-it\">"),
                        done = html.find("<h2 id=\"when-it-is-done\">");
      html.insert(std::min({run, done, html.size()}),
                  fmt::format("<section class=\"formulas\" data-exercise=\"{}\" data-given=\"{}\" "
                              "data-wanted=\"{}\" data-note=\"{}\" hidden></section>\n",
                              one.name, fmt::join(one.given, " "), fmt::join(one.wanted, " "),
                              escape_html(one.note)));
    }
    return html;
  }

  static std::string path_of(const PathPage& chapter) {
    return fmt::format("<p class=\"path-name {}\">{}</p>\n", class_of_path(chapter.path),
                       name_of_path(chapter.path));
  }

  // Of headings below the title, those of two levels.
  static std::string contents(const std::vector<PageBody::Heading>& headings) {
    std::string out;
    for (std::size_t i = 1; i < headings.size(); ++i) {
      if (headings[i].level > 3) continue;
      out += fmt::format("<li class=\"level{}\"><a href=\"#{}\">{}</a></li>\n", headings[i].level,
                         escape_html(headings[i].anchor), without_links(headings[i].html));
    }
    return out.empty() ? "" : "<ul>\n" + out + "</ul>\n";
  }

  // A link in a heading leads elsewhere than its line in the contents.
  static std::string without_links(std::string html) {
    for (std::size_t at = 0; (at = html.find("<a ")) != std::string::npos;) {
      html.erase(at, html.find('>', at) + 1 - at);
      if (const std::size_t end = html.find("</a>", at); end != std::string::npos)
        html.erase(end, 4);
    }
    return html;
  }

  std::string next(const BookPage& page, PageBody& body) const {
    const PathPage* const chapter = chapter_of(page.path);
    if (chapter == nullptr)
      return "<a href=\"index.html\"><span>Contents</span> All chapters and pages</a>\n";
    std::string out;
    for (const Neighbour& one : neighbours(*chapter)) {
      const BookPage& to = pages_.at("docs/" + one.page->file);
      out += fmt::format("<a class=\"{}\" rel=\"{}\" href=\"{}\"><span>{}</span> {}. {}</a>\n",
                         one.forward ? "forward" : "back", one.forward ? "next" : "prev",
                         escape_html(to.address), escape_html(one.words), to.number,
                         without_links(body.inline_of(to.title, false)));
    }
    return out;
  }

  // All that is in include/, src/ and examples/, and what a page links to besides.
  void add_sources() {
    std::set<std::string> sources = map_.sources();
    for (const char* const folder : {"include", "src", "examples"}) {
      const fs::path from = fs::path(settings_.root) / folder;
      if (!fs::exists(from)) continue;
      for (const auto& entry : fs::recursive_directory_iterator(from)) {
        const std::string path = fs::relative(entry.path(), settings_.root).generic_string();
        const bool hidden = entry.path().filename().string().starts_with('.');
        if (entry.is_regular_file() && !hidden && map_.pages().count(path) == 0)
          sources.insert(path);
      }
    }
    for (const std::string& path : sources) {
      add_source("source/" + path + ".html", path,
                 source_html(path, read_file(settings_.root + "/" + path), sources));
    }
    for (const std::string& folder : folders_of(sources)) {
      const std::string begin = folder.empty() ? "" : folder + "/";
      add_source("source/" + begin + "index.html", folder.empty() ? "source" : folder,
                 folder_html(folder, sources));
    }
  }

  void add_source(const std::string& address, const std::string& title, const std::string& main) {
    PageFrame frame{address, title + " · hologradient", "code"};
    frame.main = main;
    files_[address] = page_html(frame);
    sections_.push_back({address, title, "", "", ""});
  }

  BookSettings settings_;
  BookMap map_;
  std::map<std::string, BookPage> pages_;
  std::vector<GlossaryEntry> glossary_;
  std::vector<SearchSection> sections_;
  std::set<std::string> figures_;
  bool steps_ = false;  // a page has one
  std::map<std::string, std::string> files_;
};

}  // namespace

std::map<std::string, std::string> make_book(const BookSettings& settings) {
  return BookMaker(settings).make();
}

}  // namespace holo
