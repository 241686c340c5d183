// book_test.cpp: the whole book: what each page is, and that nothing of it leads nowhere.
#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <set>

#include "book/book_map.h"
#include "book/listing_place.h"
#include "book/whole_book.h"
#include "holo/data.h"
#include "teaching/inline_text.h"

namespace book_test {
namespace {

using namespace book;

// The file of the book, and the anchor in it, that a link of the page leads to.
std::pair<std::string, std::string> target(const std::string& page, const std::string& link) {
  const std::size_t hash = std::min(link.find('#'), link.size());
  const std::string file = link.substr(0, hash);
  const std::string at =
      file.empty()
          ? page
          : (std::filesystem::path(page).parent_path() / file).lexically_normal().generic_string();
  return {at, hash < link.size() ? link.substr(hash + 1) : ""};
}

bool is_outside(const std::string& link) { return link.starts_with("https://"); }

std::set<std::string> ids_of(const HtmlPage& page) {
  std::set<std::string> ids;
  for (const Element& element : page.elements) ids.insert(element.at("id"));
  return ids;
}

// The text of paragraphs and points, of a page and of what it folds away.
void texts_of(const holo::MarkdownBlocks& blocks, std::vector<std::string>& texts) {
  for (const holo::MarkdownBlock& block : blocks) {
    if (block.kind == holo::BlockKind::text) texts.push_back(block.text);
    for (const holo::MarkdownBlocks& item : block.items) texts_of(item, texts);
  }
}

// Words alone: no formula, and none of the spaces around one.
std::string squeezed(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' && c != '\n') out += c;
  }
  return out;
}

int count(const std::string& text, const std::string& part) {
  int times = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++times;
  return times;
}

std::map<std::string, std::string> markdown() {  // by the addresses of their pages
  std::map<std::string, std::string> texts;
  const holo::BookMap map(root());
  for (const auto& [path, address] : map.pages())
    texts[address] = holo::read_file(root() + "/" + path);
  return texts;
}

}  // namespace

TEST_CASE("book: each page of docs is a page, and so are README and those of the exercises") {
  for (const auto& entry : std::filesystem::directory_iterator(root() + "/docs")) {
    if (entry.path().extension() != ".md") continue;
    const std::string name = entry.path().stem().string();
    CHECK_MESSAGE(pages().count(name == "README" ? "index.html" : name + ".html") == 1, name);
  }
  for (const char* const page :
       {"hologradient.html", "exercises.html", "exercise_01_engine.html", "project.html",
        "project_stage_01_tape.html", "source/include/holo/value.h.html",
        "source/src/ops/softmax.cpp.html", "source/index.html"}) {
    CHECK_MESSAGE(pages().count(page) == 1, std::string(page));
  }
}

TEST_CASE("book: every element is closed, and no two of a page have one id") {
  for (const auto& one_page : pages()) {
    const std::string& address = one_page.first;
    const HtmlPage& page = one_page.second;
    for (const std::string& problem : page.problems) FAIL_CHECK(address << ": " << problem);
    std::set<std::string> ids;
    for (const Element& element : page.elements) {
      const std::string id = element.at("id");
      if (!id.empty()) CHECK_MESSAGE(ids.insert(id).second, address << ": twice #" << id);
      const std::string means = element.at("aria-describedby");
      if (!means.empty())
        CHECK_MESSAGE(files().at(address).find("id=\"" + means + "\"") != std::string::npos, means);
    }
  }
}

TEST_CASE("book: every link leads to a page of the folder, and to a place in it") {
  std::map<std::string, std::set<std::string>> ids;
  for (const auto& [address, page] : pages()) ids[address] = ids_of(page);
  int links = 0;
  for (const auto& one_page : pages()) {
    const std::string& address = one_page.first;
    const HtmlPage& page = one_page.second;
    for (const Element& element : page.elements) {
      const std::string link =
          element.name == "a" || element.name == "link" ? element.at("href") : element.at("src");
      if (link.empty() || is_outside(link)) continue;
      const auto place = target(address, link);
      const std::string &file = place.first, &anchor = place.second;
      const bool there = files().count(file) == 1;
      if (!there) FAIL_CHECK(address << ": " << link);
      const bool is_sheet = file == "playground.html" && anchor.starts_with("sheet=");
      if (there && !anchor.empty() && !is_sheet && ids[file].count(anchor) == 0)
        FAIL_CHECK(address << ": " << link);
      ++links;
    }
  }
  CHECK(links > 5000);
}

TEST_CASE("book: every page can be reached from the first") {
  std::set<std::string> seen = {"index.html"};
  std::deque<std::string> next = {"index.html"};
  for (; !next.empty(); next.pop_front()) {
    for (const Element& element : pages().at(next.front()).elements) {
      if (element.name != "a" || is_outside(element.at("href"))) continue;
      const std::string file = target(next.front(), element.at("href")).first;
      if (pages().count(file) == 1 && seen.insert(file).second) next.push_back(file);
    }
  }
  for (const auto& entry : pages()) CHECK_MESSAGE(seen.count(entry.first) == 1, entry.first);
}

TEST_CASE("book: a page loads its own files alone: no script and no style in it") {
  for (const auto& one_page : pages()) {
    const std::string& address = one_page.first;
    const HtmlPage& page = one_page.second;
    int policies = 0;
    for (const Element& element : page.elements) {
      if (element.name == "script")
        CHECK(element.text + element.at("src").substr(element.at("src").rfind('/') + 1) ==
              "book.js");
      if (element.name == "style") FAIL_CHECK(address << ": a style");
      for (const auto& [name, value] : element.attributes) {
        if (name == "style" || name.starts_with("on"))
          FAIL_CHECK(address << ": " << name << "=" << value);
        if (name == "src" && value.find(':') != std::string::npos)
          FAIL_CHECK(address << ": " << value);
      }
      if (element.at("http-equiv") == "Content-Security-Policy") {
        ++policies;
        CHECK(
            element.at("content").starts_with("default-src 'none'; style-src 'self'; script-src "
                                              "'self'; img-src 'self' data:; font-src 'self'; "));
      }
    }
    CHECK_MESSAGE(policies == 1, address);
  }
  CHECK(files().at("book.css").find("url(") == std::string::npos);
  CHECK(files().at("book.css").find("@import") == std::string::npos);
}

TEST_CASE("book: no mark of Markdown or of LaTeX is left in the text") {
  const std::set<std::string> exact = {"code", "pre", "samp", "kbd", "script"};
  for (const auto& one_page : pages()) {
    const std::string& address = one_page.first;
    const HtmlPage& page = one_page.second;
    if (!is_text(address)) continue;
    for (std::size_t i = 1; i < page.elements.size(); ++i) {
      if (page.within(i, exact)) continue;
      const std::string text = ' ' + joined(page.elements[i].text) + ' ';
      for (const char* const mark : {"**", "](", "```", "<!--", "-->", "$`", "`", " | ", "|-",
                                     "<details", "</", "\\", "{"}) {
        const bool also_formula = std::string(mark) == "{" || std::string(mark) == " | ";
        if (also_formula && page.within(i, {"math"})) continue;
        if (text.find(mark) != std::string::npos)
          FAIL_CHECK(address << ": " << mark << " in " << text.substr(0, 200));
      }
    }
  }
}

TEST_CASE("book: every formula is MathML") {
  int formulas = 0;
  for (const auto& one_text : markdown()) {
    const std::string& address = one_text.first;
    const std::string& text = one_text.second;
    if (address == "index.html") continue;
    const std::string& html = files().at(address);
    CHECK_MESSAGE(count(html, "<div class=\"formula\">") == count(text, "```math\n"), address);
    formulas += count(html, "<math");
  }
  CHECK(formulas > 400);
}

TEST_CASE("book: the cover has a line for each chapter, with what it needs, and the two paths") {
  const std::string text = joined(pages().at("index.html").words);
  for (const char* const part :
       {" 13 From the MLP to the gate one half of the hidden units multiplies the other Needs 12. ",
        "a whole engine on one page", " The language model 17.1 a batch 17.2 the loop ",
        " The gated layers 11 the MLP 12 squared ReLU "}) {
    CHECK_MESSAGE(text.find(part) != std::string::npos, std::string(part));
  }
}

TEST_CASE("book: without scripts all words of the pages are there") {
  for (const auto& one_text : markdown()) {
    const std::string& address = one_text.first;
    const std::string& text = one_text.second;
    std::vector<std::string> texts;
    texts_of(holo::parse_markdown(text), texts);
    const std::string words = squeezed(pages().at(address).words);
    for (const std::string& one : texts) {
      if (one.find("http") != std::string::npos) continue;
      const std::string wanted = squeezed(plain(holo::inline_words(one, false)));
      if (words.find(wanted) == std::string::npos) FAIL_CHECK(address << ": " << one);
    }
  }
}

TEST_CASE(
    "book: what a program prints names the program and its flags, for the script that runs it") {
  for (const auto& one_text : markdown()) {
    const std::string& address = one_text.first;
    const std::string& text = one_text.second;
    if (address == "index.html" || address == "contributing.html") continue;
    int programs = 0;
    for (const Element& element : pages().at(address).elements) {
      if (element.attributes.count("data-program") == 0) continue;
      ++programs;
      CHECK(element.attributes.count("data-flags") == 1);
      CHECK_MESSAGE(
          std::filesystem::exists(root() + "/examples/" + element.at("data-program") + ".cpp"),
          address << ": " << element.at("data-program"));
    }
    CHECK_MESSAGE(programs == count(text, "<!-- output: ") + count(text, "<!-- stepper: "),
                  address);
  }
  const std::string& page = files().at("14_trained_gates.html");
  CHECK(page.find("data-program=\"14_trained_gates\" data-flags=\"--draws 1000000\"") !=
        std::string::npos);
}

TEST_CASE("book: a prediction is above its answer, which is folded away with what prints it") {
  int predictions = 0;
  for (const auto& one_page : pages()) {
    const HtmlPage& page = one_page.second;
    for (std::size_t i = 1; i + 1 < page.elements.size(); ++i) {
      if (page.elements[i].at("class") != "predict") continue;
      ++predictions;
      std::size_t next = i + 1;
      while (page.elements[next].parent != page.elements[i].parent) ++next;
      CHECK_MESSAGE(page.elements[next].at("class") == "reveal", one_page.first);
      CHECK(page.elements[next].attributes.count("open") == 0);
      CHECK(page.elements[next + 2].at("class") == "output");
    }
    CHECK_MESSAGE(count(files().at(one_page.first), "class=\"predict\"") ==
                      count(files().at(one_page.first), "class=\"reveal\""),
                  one_page.first);
  }
  CHECK(predictions >= 24);
}

TEST_CASE("book: the caption of a listing leads to its line") {
  int captions = 0;
  for (const auto& one_page : pages()) {
    const std::string& address = one_page.first;
    const HtmlPage& page = one_page.second;
    for (std::size_t i = 1; i < page.elements.size(); ++i) {
      const Element& link = page.elements[i];
      const std::size_t line = link.at("href").find(".html#L");
      if (line == std::string::npos || !page.within(i, {"figcaption"})) continue;
      const auto place = target(address, link.at("href"));
      const std::string &file = place.first, &anchor = place.second;
      // The code of the listing is the first behind its caption.
      std::size_t code = i;
      while (page.elements[code].name != "code" && page.elements[code].name != "samp") ++code;
      std::string listing = page.elements[code].text;
      for (std::size_t j = code + 1; j < page.elements.size() && page.within(j, {"pre"}); ++j)
        listing.clear();
      const std::string path = file.substr(7, file.size() - 12);
      const auto lines = holo::lines_of(holo::read_file(root() + "/" + path));
      const auto number = static_cast<std::size_t>(std::stoi(anchor.substr(1)));
      REQUIRE(number <= lines.size());
      if (!listing.empty())
        CHECK_MESSAGE(static_cast<std::size_t>(holo::line_of_listing(
                          listing, holo::read_file(root() + "/" + path))) == number,
                      address);
      ++captions;
    }
  }
  CHECK(captions > 150);
}

TEST_CASE("book: the same project is the same bytes") {
  CHECK((holo::make_book({root(), root() + "/examples/book"}) == files()));
}

TEST_CASE("book: the words of the glossary are explained where the pages use them") {
  std::set<std::string> used;
  for (const auto& one_page : pages()) {
    const std::string& address = one_page.first;
    const HtmlPage& page = one_page.second;
    for (const Element& element : page.elements) {
      if (element.at("class") != "term") continue;
      used.insert(element.at("aria-describedby").substr(6));
      CHECK(address != "glossary.html");
    }
  }
  int terms = 0;
  for (const std::string& id : ids_of(pages().at("glossary.html"))) {
    if (!id.starts_with("term-") || id.ends_with("-of-c"))
      continue;  // chapters link the C++ that they need
    ++terms;
    CHECK_MESSAGE(used.count(id) == 1, id << " is on no page");
  }
  CHECK(terms > 100);
}

TEST_CASE("book: the search has every section of every page") {
  const std::string& search = files().at("search.js");
  CHECK(search.starts_with("\"use strict\";\nwindow.bookSections = [\n"));
  for (const auto& one_page : pages()) {
    const std::string& address = one_page.first;
    const HtmlPage& page = one_page.second;
    if (!is_text(address)) continue;
    for (const Element& element : page.elements) {
      if (element.name != "h2" || element.at("id").empty() || address == "index.html") continue;
      CHECK_MESSAGE(
          search.find("[\"" + address + "#" + element.at("id") + "\",") != std::string::npos,
          address << element.at("id"));
    }
  }
}

}  // namespace book_test
