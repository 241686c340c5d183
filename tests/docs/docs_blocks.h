// docs_blocks.h: checks the blocks of a page: listings are in their files, output is what the
// programs print, commands exist.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "docs/docs_listing.h"
#include "docs/docs_numbers.h"
#include "docs/docs_page.h"
#include "docs/docs_world.h"

namespace docs {

/// Afterwards `sources` has the numbers that the blocks show, `problems` the blocks that drifted.
class BlockChecker {
 public:
  BlockChecker(const Page& page, const World& world) : page_(page), world_(world) { check_all(); }
  std::vector<Piece> problems;
  Sources sources;
  bool left_out = false;  // a program was not run, so its numbers are unknown

 private:
  void report(int line, const std::string& what) { problems.push_back({line, what}); }

  void check_all() {
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
        if (!follows) report(block.line, "no program comes before its output");
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
    for (const std::string& line : block.lines) sources.add(line);
  }

  // The input follows the prompts. The blocks of a page with the same program are one session.
  void check_session(const Block& block) {
    std::string& input = sessions_[block.argument];
    for (const std::string& line : block.lines) {
      if (line == ">" || starts(line, "> ")) input += trim(line.substr(1)) + '\n';
    }
    check_printed(block, world_.step(block.argument, input));
  }

  void check_printed(const Block& block, const Output& output) {
    if (output.left_out) {
      left_out = true;
      for (const std::string& line : block.lines) sources.add(line);
      return;
    }
    if (!output.error.empty()) report(block.line, block.argument + ": " + output.error);
    check_listing(block, output.text, false);
    sources.add(output.text);
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
    sources.add(source + output.text);
  }

  static constexpr const char* output_of_program = "output of the program";
  const Page& page_;
  const World& world_;
  std::map<std::string, std::string> sessions_;  // the input, by program
};

}  // namespace docs
