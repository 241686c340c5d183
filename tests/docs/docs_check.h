// docs_check.h: checks a page of the documents: the commands in its text exist, its numbers have a
// source, its links lead somewhere. docs_blocks.h checks its blocks.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "docs/docs_blocks.h"
#include "docs/docs_knobs.h"
#include "docs/docs_numbers.h"
#include "docs/docs_page.h"
#include "docs/docs_shell.h"
#include "docs/docs_world.h"

namespace docs {

class Checker {
 public:
  Checker(std::string path, const std::string& text, const World& world)
      : path_(std::move(path)), page_(PageReader(text).page), world_(world) {
    for (const Piece& problem : page_.problems) report(problem.line, problem.text);
    add_own_source();
    check_blocks();
    check_spans();
    check_links();
    check_numbers();
    for (const Piece& knobs : page_.knobs) {
      const std::string problem = problem_of_knobs(knobs.text, page_, world_);
      if (!problem.empty()) report(knobs.line, "knobs: " + problem);
    }
  }
  Lines problems;

 private:
  void report(int line, const std::string& what) {
    problems.push_back(path_ + ':' + std::to_string(line) + ": " + what);
  }

  // docs/05_mlp.md may claim the numbers of examples/05_mlp.cpp.
  void add_own_source() {
    const std::string stem = std::filesystem::path(path_).stem().string();
    sources_.add(world_.read("examples/" + stem + ".cpp").value_or(""));
  }

  void check_blocks() {
    const BlockChecker blocks(page_, world_);
    for (const Piece& problem : blocks.problems) report(problem.line, problem.text);
    sources_.add(blocks.sources);
    left_out_ = blocks.left_out;
  }

  void check_spans() {
    for (const Piece& span : page_.spans) {
      for (const std::string& problem : check_commands(span.text, world_.commands))
        report(span.line, problem);
      if (starts(span.text, "--")) check_flag(span);
      check_path(span);
    }
  }

  // A flag by itself must belong to one of the programs.
  void check_flag(const Piece& span) {
    const Lines words = words_of(span.text);
    for (const std::string& program : world_.commands.programs) {
      if (!starts(program, "bench_") && program != "tests" &&
          check_flags(words, program, world_.commands).empty())
        return;
    }
    report(span.line, "no program has the flag " + words[0]);
  }

  // If the text names one of our files, the file must exist; NAME, NN and * are placeholders.
  void check_path(const Piece& span) {
    if (span.text.find_first_of(" *<{") != std::string::npos) return;
    for (const char* holder : {"NAME", "NN", "..."}) {
      if (span.text.find(holder) != std::string::npos) return;
    }
    for (const char* room : {"src/", "include/", "examples/", "tests/", "docs/", "holo/"}) {
      const std::string file = (starts(span.text, "holo/") ? "include/" : "") + span.text;
      if (starts(span.text, room) && !world_.exists(file)) report(span.line, "no file " + file);
    }
  }

  void check_links() {
    const std::filesystem::path here = std::filesystem::path(path_).parent_path();
    for (const Piece& link : page_.links) {
      if (link.text.find(':') != std::string::npos) continue;  // https: and the like
      const std::size_t hash = std::min(link.text.find('#'), link.text.size());
      const std::string file = link.text.substr(0, hash);
      const std::string target = file.empty() ? path_ : (here / file).lexically_normal().string();
      if (link.text.empty() || !world_.exists(target) || starts(target, "..") ||
          starts(target, "/")) {
        report(link.line, "dead link: " + link.text);
      } else if (hash < link.text.size() && !has_anchor(target, link.text.substr(hash + 1))) {
        report(link.line, "dead link: no heading " + link.text.substr(hash) + " in " + target);
      }
    }
  }

  // Lines for the playground are also an anchor, #sheet=x%20%3D%203.
  bool has_anchor(const std::string& file, const std::string& anchor) {
    if (file == "docs/playground.md" && anchor.starts_with("sheet=")) return true;
    if (file == path_) return has_heading(page_, anchor);
    return has_heading(PageReader(world_.read(file).value_or("")).page, anchor);
  }

  void check_numbers() {
    for (const Piece& file : page_.numbers) {
      const std::optional<std::string> text = world_.read(file.text);
      if (!text) report(file.line, "no file " + file.text);
      sources_.add(text.value_or(""));
    }
    for (const Piece& left : forgotten_words(page_))
      report(left.line, left.text + " was never filled in");
    if (left_out_) return;
    for (const Piece& number : unfounded_numbers(page_, sources_)) {
      report(number.line, "the number " + number.text + " has no source");
    }
  }

  std::string path_;
  Page page_;
  const World& world_;
  Sources sources_;
  bool left_out_ = false;
};

/// The problems of this page, each as "docs/page.md:12: problem".
inline Lines check_document(const std::string& path, const std::string& text, const World& world) {
  return Checker(path, text, world).problems;
}

/// Chapters without their example and examples without their chapter, by their stems.
inline Lines unpaired(const std::set<std::string>& chapters,
                      const std::set<std::string>& examples) {
  Lines problems;
  for (const std::string& stem : chapters) {
    if (examples.count(stem) == 0)
      problems.push_back("docs/" + stem + ".md has no examples/" + stem + ".cpp");
  }
  for (const std::string& stem : examples) {
    const auto same_number = [&](const std::string& chapter) {
      return starts(chapter, stem.substr(0, 3));
    };
    if (std::none_of(chapters.begin(), chapters.end(), same_number))
      problems.push_back("examples/" + stem + ".cpp has no docs/" + stem + ".md");
  }
  return problems;
}

}  // namespace docs
