// step.h: listings that the reader steps through: a page has <!-- step: 01_value --> above one, the
// book below it what the program did there, an operation at a time.
#pragma once

#include <string>
#include <vector>

#include "teaching/markdown.h"

namespace holo {

struct Step {
  std::string command;  ///< the program and its flags
  int line = 0;         ///< of the page
  int listing = 0;      ///< the line of the page where the listing begins
  std::string html = "";
  std::string program() const { return command.substr(0, command.find(' ')); }
  std::string file() const { return "examples/" + program() + ".cpp"; }
};

/// The steps of a page with these blocks, without their HTML. Throws UsageError, with the page and
/// the line, when no listing of the program follows.
std::vector<Step> steps_of(const std::string& path, const std::string& text,
                           const MarkdownBlocks& blocks);

/// The name of the log of a command in the folder of all: "01_value.json".
std::string log_of_command(const std::string& command);

/// What the book shows of a step, from the log `logs`/log_of_command(): a figure with the part of
/// the log, and the same as a text. "" when the log has no places, as on a system that does not
/// know them. Throws Error for a log that is not there, UsageError when nothing happens at the
/// listing, or too much.
std::string step_html(const std::string& path, const Step& step, const std::string& listing,
                      const std::string& source, const std::string& logs);

}  // namespace holo
