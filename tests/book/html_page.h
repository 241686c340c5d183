// html_page.h: takes a page of the book apart: its elements in order, and the text in each.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace book {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;    // without the text of elements inside
  std::size_t parent;  // the parent's place in the list; the page has 0
  std::string at(const std::string& attribute) const {
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? "" : found->second;
  }
};

struct HtmlPage {
  std::vector<Element> elements = {{"page", {}, "", 0}};
  std::vector<std::string> problems;  // invalid HTML
  std::string words;                  // all text except formulas

  bool within(std::size_t element, const std::set<std::string>& names) const {
    for (; element != 0; element = elements[element].parent) {
      if (names.count(elements[element].name) > 0) return true;
    }
    return false;
  }
};

inline std::string plain(std::string text) {
  const std::pair<const char*, const char*> letters[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}};
  for (const auto& [from, to] : letters) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; ++at) {
      text.replace(at, std::string(from).size(), to);
    }
  }
  return text;
}

/// The text with each run of spaces and line breaks as one space.
inline std::string joined(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n';
    if (space && (out.empty() || out.back() == ' ')) continue;
    out += space ? ' ' : c;
  }
  return out;
}

class HtmlReader {
 public:
  explicit HtmlReader(const std::string& html) : html_(html) {
    while (at_ < html_.size()) {
      if (html_[at_] == '<') {
        read_tag();
      } else {
        const std::size_t end = std::min(html_.find('<', at_), html_.size());
        const std::string text = plain(html_.substr(at_, end - at_));
        page.elements[open_.back()].text += text;
        if (!page.within(open_.back(), {"math"})) page.words += text;
        at_ = end;
      }
    }
    if (open_.size() > 1) problem("never closed: " + page.elements[open_.back()].name);
  }
  HtmlPage page;

 private:
  void problem(const std::string& what) { page.problems.push_back(what); }

  void read_tag() {
    const std::size_t end = end_of_tag();
    std::string inside = html_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    if (inside.starts_with("!doctype")) return;
    if (inside.starts_with('/')) {
      const std::string name = inside.substr(1);
      if (page.elements[open_.back()].name != name)
        return problem("</" + name + "> closes " + page.elements[open_.back()].name);
      open_.pop_back();
      return;
    }
    Element element{"", {}, "", open_.back()};
    std::size_t i = inside.find_first_of(" \n");
    element.name = inside.substr(0, i);
    while ((i = inside.find_first_not_of(" \n", i)) < inside.size()) {
      const std::size_t name_end = std::min(inside.find_first_of("= ", i), inside.size());
      const std::string name = inside.substr(i, name_end - i);
      std::string value;
      i = name_end;
      if (inside.compare(i, 2, "=\"") == 0) {
        const std::size_t close = std::min(inside.find('"', i + 2), inside.size());
        value = plain(inside.substr(i + 2, close - i - 2));
        i = close + 1;
      }
      if (!element.attributes.emplace(name, value).second) problem("twice: " + name);
    }
    static const std::set<std::string> empty = {"meta", "link", "img", "input", "hr"};
    page.elements.push_back(element);
    if (empty.count(element.name) == 0) open_.push_back(page.elements.size() - 1);
  }

  std::size_t end_of_tag() const {
    bool quoted = false;
    for (std::size_t i = at_; i < html_.size(); ++i) {
      if (html_[i] == '"') quoted = !quoted;
      if (html_[i] == '>' && !quoted) return i;
    }
    return html_.size();
  }

  const std::string& html_;
  std::size_t at_ = 0;
  std::vector<std::size_t> open_ = {0};
};

}  // namespace book
