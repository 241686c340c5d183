// docs_check.h: what must hold for a page of the documents. Listings stand in their files, output
// is what the programs print, commands exist, numbers have a source, links lead somewhere.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "docs/docs_listing.h"
#include "docs/docs_numbers.h"
#include "docs/docs_page.h"
#include "docs/docs_shell.h"

namespace docs {

/// What a program printed on stdout; `error` says why it has not ended well.
struct Output {
  std::string text, error;
  bool left_out = false;  // it was not run: what the page says stands
};

/// The world around a page. Paths are relative to the root of the repository.
struct World {
  Commands commands;
  std::function<bool(const std::string& path)> exists;
  std::function<std::optional<std::string>(const std::string& path)> read;
  std::function<Output(const std::string& command)> run;  // "05_mlp --activation relu2"
  // The same with --step, and what is typed then.
  std::function<Output(const std::string& command, const std::string& input)> step;
  std::function<Output(const std::string& source)> run_source;  // compiles it first
};

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
    for (std::size_t i = 0; i < page_.blocks.size(); ++i) {
      const Block& block = page_.blocks[i];
      if (block.kind.empty() && (block.language == "math" || block.language == "mermaid")) continue;
      if (block.kind == "formula") continue;
      if (block.lines.empty()) report(block.line, "the block is empty");
      if (block.kind == "file") {
        check_file(block);
      } else if (block.kind == "output") {
        check_printed(block, world_.run(block.argument));
      } else if (block.kind == "stepper") {
        check_session(block);
      } else if (block.kind == "shell") {
        check_commands_of(block);
      } else if (block.kind == "program") {
        const bool followed =
            i + 1 < page_.blocks.size() && page_.blocks[i + 1].kind == output_of_program;
        if (!followed) report(block.line, "the output of the program does not follow it");
        check_program(block, followed ? page_.blocks[i + 1].lines : Lines{});
      } else if (block.kind == output_of_program) {
        const bool follows = i > 0 && page_.blocks[i - 1].kind == "program";
        if (!follows) report(block.line, "no program stands before its output");
      } else if (block.kind.empty()) {
        report(block.line, "no comment names the source of the block");
      } else {
        report(block.line, "unknown kind of source: " + block.kind);
      }
    }
  }

  void check_file(const Block& block) {
    const std::optional<std::string> text = world_.read(block.argument);
    if (!text) return report(block.line, "no file " + block.argument);
    check_listing(block, *text, true);
    for (const std::string& line : block.lines) sources_.add(line);
  }

  // What is typed stands behind the prompts. The blocks of a page with the same program are one
  // session.
  void check_session(const Block& block) {
    std::string& input = sessions_[block.argument];
    for (const std::string& line : block.lines) {
      if (line == ">" || starts(line, "> ")) input += trim(line.substr(1)) + '\n';
    }
    check_printed(block, world_.step(block.argument, input));
  }

  void check_printed(const Block& block, const Output& output) {
    if (output.left_out) {
      for (const std::string& line : block.lines) sources_.add(line);
      return;
    }
    if (!output.error.empty()) report(block.line, block.argument + ": " + output.error);
    check_listing(block, output.text, false);
    sources_.add(output.text);
  }

  void check_listing(const Block& block, const std::string& source, bool indented) {
    const std::optional<Mismatch> mismatch = find_listing(block.lines, lines_of(source), indented);
    if (!mismatch) return;
    report(block.line + 1 + static_cast<int>(mismatch->line),
           '"' + block.lines[mismatch->line] + "\" is not there; " + block.argument + " has " +
               mismatch->instead);
  }

  void check_commands_of(const Block& block) {
    std::string text;
    for (const std::string& line : block.lines) text += line + '\n';
    for (const std::string& problem : check_commands(text, world_.commands))
      report(block.line, problem);
  }

  void check_program(const Block& block, const Lines& printed) {
    std::string source;
    for (const std::string& line : block.lines) source += line + '\n';
    const Output output = world_.run_source(source);
    if (!output.error.empty()) return report(block.line, "the program: " + output.error);
    const Lines lines = lines_of(output.text);
    for (std::size_t i = 0; i < std::max(lines.size(), printed.size()); ++i) {
      const std::string have = i < printed.size() ? printed[i] : "",
                        want = i < lines.size() ? lines[i] : "";
      if (have == want) continue;
      report(block.line, "the program prints \"" + want + "\" where the page has \"" + have + '"');
      break;
    }
    sources_.add(source + output.text);
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

  // A file of ours that is named must be there; NAME, NN and * are place holders.
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

  bool has_anchor(const std::string& file, const std::string& anchor) {
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
    for (const Piece& number : unfounded_numbers(page_, sources_)) {
      report(number.line, "the number " + number.text + " has no source");
    }
  }

  static constexpr const char* output_of_program = "output of the program";
  std::string path_;
  Page page_;
  const World& world_;
  Sources sources_;
  std::map<std::string, std::string> sessions_;  // what is typed, by program
};

/// What has drifted on this page, each as "docs/page.md:12: what".
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
