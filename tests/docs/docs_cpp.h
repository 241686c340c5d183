// docs_cpp.h: finds the C++ in the listings of the chapters and the skeletons of the project, and
// compares its first use with docs/cpp.md and the chapters.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "docs/docs_page.h"
#include "figures/course.h"

namespace docs {

/// A heading of docs/cpp.md, by its anchor, and the look of its construct in a line without
/// comments and texts.
struct Construct {
  std::string anchor;
  std::regex looks;
};

inline const std::vector<Construct>& constructs() {
  static const std::vector<Construct> all = {
      {"types", std::regex(R"(\b(double|int|bool|void) \w)")},
      {"const", std::regex(R"(\bconst\b)")},
      {"names-with-two-colons", std::regex(R"(\w::\w)")},
      {"print", std::regex(R"(\bfmt::print\()")},
      {"struct", std::regex(R"(\bstruct\b|\bclass [A-Z]\w+ )")},
      {"global-variable", std::regex(R"(^(std::vector<.*>|int|double) \w+;)")},
      {"constructor", std::regex(R"(^ +[A-Z]\w*\((double|int|const)\b[^)]*\)( :| \{))")},
      {"throw", std::regex(R"(\bthrow\b)")},
      {"vector", std::regex(R"(\bstd::vector\b)")},
      {"size-and-index", std::regex(R"(\bsize_t\b)")},
      {"member-function", std::regex(R"(\) const \{)")},
      {"list-in-braces", std::regex(R"([(,=] ?\{|return \{)")},
      {"reference", std::regex(R"([\w>]& \w)")},
      {"operator", std::regex(R"(\boperator)")},
      {"for-each-element", std::regex(R"(\bfor \([^;)]* : )")},
      {"inline", std::regex(R"(\binline\b)")},
      {"template", std::regex(R"(\btemplate\b)")},
      {"scope", std::regex(R"(\bTape::Scope\b|\bNoGrad\b)")},
      {"include", std::regex(R"(^#include)")},
      {"static-cast", std::regex(R"(\bstatic_cast<|\b(double|Index|real|std::size_t)\(\w)")},
      {"string", std::regex(R"(\bstd::string\b)")},
      {"using", std::regex(R"(\busing\b)")},
      {"conditional-operator", std::regex(R"( \? .* : )")},
      {"auto", std::regex(R"(\bauto\b)")},
      {"array", std::regex(R"(\w\[\w*\](\[\w*\])? = \{|\b(double|int|Matrix) \w+\[\d+\])")},
      {"lambda", std::regex(R"((^|[^\w\])])\[[&=\w, ]*\] ?[({])")},
      {"span", std::regex(R"(\bstd::span\b)")},
      {"pointer", std::regex(R"(\w\* \w|->|\(\*\w|[(, =]&\w)")},
      {"designated-initializer", std::regex(R"(\{\.\w+ = )")},
      {"constexpr", std::regex(R"(\bconstexpr\b)")},
      {"pair", std::regex(R"(\bauto&? \[)")},
      {"function-wrapper", std::regex(R"(\bstd::function\b)")},
      {"owning-pointer", std::regex(R"(\bunique_ptr\b|\bstd::move\b)")}};
  return all;
}

/// A line of C++ without its comment, and with empty texts.
inline std::string bare_line(const std::string& line) {
  std::string bare;
  char quote = '\0';
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote == '\0' && line.compare(i, 2, "//") == 0) break;
    if (quote != '\0' && line[i] == '\\') {
      ++i;
    } else if (quote != '\0' ? line[i] == quote : line[i] == '"' || line[i] == '\'') {
      quote = quote == '\0' ? line[i] : '\0';
      bare += line[i];
    } else if (quote == '\0') {
      bare += line[i];
    }
  }
  return bare;
}

/// The constructs in some lines, each with the first line that has it, from 0.
inline std::map<std::string, int> constructs_in(const Lines& lines) {
  std::map<std::string, int> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string bare = bare_line(lines[i]);
    for (const Construct& construct : constructs()) {
      if (found.count(construct.anchor) == 0 && std::regex_search(bare, construct.looks))
        found[construct.anchor] = static_cast<int>(i);
    }
  }
  return found;
}

/// The constructs in the listings of a page, with their lines on the page, from 1.
inline std::map<std::string, int> constructs_of_page(const Page& page) {
  std::map<std::string, int> found;
  for (const Block& block : page.blocks) {
    if (block.language != "cpp" || (block.kind != "file" && block.kind != "program")) continue;
    for (const auto& [anchor, line] : constructs_in(block.lines))
      found.emplace(anchor, block.line + 1 + line);
  }
  return found;
}

/// The line of a chapter that names its new constructs: its number, or 0 without one, and the
/// anchors that it links to.
inline std::pair<int, std::set<std::string>> new_here(const std::string& text) {
  const Lines lines = lines_of(text);
  const std::string link = "](cpp.md#";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!starts(lines[i], "New C++ here: ")) continue;
    std::set<std::string> anchors;
    for (std::size_t at = 0; (at = lines[i].find(link, at)) != std::string::npos;) {
      at += link.size();
      anchors.insert(lines[i].substr(at, lines[i].find(')', at) - at));
    }
    return {static_cast<int>(i) + 1, anchors};
  }
  return {0, {}};
}

/// The first uses according to docs/cpp.md: the links of the sentence "First in ...", by the anchor
/// of the heading above it.
inline std::map<std::string, std::set<std::string>> first_places(const std::string& text) {
  std::map<std::string, std::set<std::string>> places;
  std::string anchor;
  bool inside = false, fenced = false;
  for (const std::string& line : lines_of(text)) {
    if (starts(line, "```")) fenced = !fenced;
    if (fenced) continue;
    if (starts(line, "## ")) places[anchor = anchor_of(line.substr(3))];
    if (line.empty()) inside = false;
    std::size_t at = line.find("First in");
    if (at != std::string::npos) inside = true;
    for (at = at == std::string::npos ? 0 : at; inside && at < line.size(); ++at) {
      at = line.find("](", at);
      if (at == std::string::npos) break;
      places[anchor].insert(line.substr(at + 2, line.find_first_of("#)", at + 2) - at - 2));
    }
  }
  return places;
}

/// Compares the page with the chapters, and with the stages of the project for constructs that no
/// chapter has. `read` gives the text of a file below docs/ or, by its path from there, of a
/// program or of a stage, whose folders are `stages`.
class CppChecker {
 public:
  using Read = std::function<std::string(const std::string& file)>;
  CppChecker(const std::vector<std::vector<holo::PathPage>>& paths, const Lines& stages,
             const Read& read)
      : read_(read), said_(first_places(read("cpp.md"))) {
    for (const std::vector<holo::PathPage>& path : paths) follow(path);
    for (const std::string& stage : stages) {
      for (const auto& [anchor, line] : constructs_in(lines_of(read(stage + "/skeleton.h"))))
        in_stages_[anchor] = {in_stages_.count(anchor) > 0 ? *in_stages_[anchor].begin()
                                                           : stage + "/README.md"};
    }
    for (const auto& [file, anchors] : new_) check_page(file, anchors);
    for (const Construct& construct : constructs()) {
      const std::string& anchor = construct.anchor;
      if (said_.count(anchor) == 0) {
        problems.push_back("docs/cpp.md has no heading for #" + anchor);
      } else if (in_listings_.count(anchor) > 0) {
        compare(anchor, in_listings_[anchor]);
      } else if (in_programs_.count(anchor) > 0) {
        compare(anchor, in_programs_[anchor]);
      } else {
        compare(anchor, in_stages_[anchor]);
      }
    }
    for (const auto& [anchor, ignored] : said_) {
      const bool known =
          std::any_of(constructs().begin(), constructs().end(),
                      [&, &name = anchor](const Construct& c) { return c.anchor == name; });
      if (!known) problems.push_back("docs/cpp.md: nothing looks for #" + anchor);
    }
  }
  Lines problems;

 private:
  // Finds the constructs that each page of a path is the first to use.
  void follow(const std::vector<holo::PathPage>& path) {
    std::set<std::string> met, met_in_programs;
    for (const holo::PathPage& page : path) {
      new_[page.file];
      const std::string stem = page.file.substr(0, page.file.size() - 3);
      for (const auto& [anchor, line] : constructs_of_page(PageReader(read_(page.file)).page)) {
        if (!met.insert(anchor).second) continue;
        new_[page.file].emplace(anchor, line);
        in_listings_[anchor].insert(page.file);
      }
      const std::string program = "../examples/" + stem + ".cpp";
      for (const auto& [anchor, line] : constructs_in(lines_of(read_(program)))) {
        if (met_in_programs.insert(anchor).second) in_programs_[anchor].insert(program);
      }
    }
  }

  void check_page(const std::string& file, const std::map<std::string, int>& anchors) {
    const auto [line, linked] = new_here(read_(file));
    for (const auto& [anchor, first] : anchors) {
      if (linked.count(anchor) > 0 && line < first) continue;
      problems.push_back("docs/" + file + ':' + std::to_string(first) + ": this listing is the " +
                         "first with cpp.md#" + anchor +
                         "; link to it before, in a line \"New C++ here: ...\"");
    }
    for (const std::string& anchor : linked) {
      if (anchors.count(anchor) == 0) {
        problems.push_back("docs/" + file + ':' + std::to_string(line) + ": cpp.md#" + anchor +
                           " is not new here");
      }
    }
  }

  void compare(const std::string& anchor, const std::set<std::string>& places) {
    if (said_[anchor] == places) return;
    std::string names;
    for (const std::string& place : places) names += ' ' + place;
    problems.push_back("docs/cpp.md#" + anchor + ": \"First in\" must lead to" + names);
  }

  Read read_;
  std::map<std::string, std::set<std::string>> said_, in_listings_, in_programs_, in_stages_;
  std::map<std::string, std::map<std::string, int>> new_;  // by page: the line of each construct
};

}  // namespace docs
