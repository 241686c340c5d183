// code_block.cpp: the comment before a block says what it is.
#include "book/code_block.h"

#include <fmt/format.h>

#include <algorithm>

#include "book/coloured_code.h"
#include "book/listing_place.h"
#include "holo/check.h"
#include "holo/data.h"
#include "teaching/formula.h"
#include "teaching/formula_markup.h"

namespace holo {
namespace {

struct Binding {
  std::string kind, argument;
};

bool has_steps(const BookPage& page, const std::string& path) {
  return std::any_of(page.steps.begin(), page.steps.end(),
                     [&](const Step& step) { return step.file() == path && !step.html.empty(); });
}

// "output: 01_value --x 1"; of a formula the file alone.
Binding binding_of(const std::string& comment) {
  const std::size_t colon = std::min(comment.find(':'), comment.size());
  Binding binding{trimmed(comment.substr(0, colon)), ""};
  if (colon < comment.size()) binding.argument = trimmed(comment.substr(colon + 1));
  if (binding.kind == "formula")
    binding.argument = binding.argument.substr(0, binding.argument.find(' '));
  return binding;
}

std::string figure(const char* kind, const std::string& attributes, const std::string& caption,
                   const std::string& block) {
  return fmt::format("<figure class=\"{}\"{}>\n{}<pre>{}</pre>\n</figure>\n", kind, attributes,
                     caption.empty() ? "" : "<figcaption>" + caption + "</figcaption>\n", block);
}

std::string code(const std::string& text, CodeLanguage language) {
  return "<code>" + coloured_code(without_indent(text), language) + "</code>";
}

// A listing in which the numbers of some lines are knobs, or whose lines are lit while the reader
// steps through them.
std::string code_of_file(const std::string& text, const std::string& path, const BookPage& page,
                         const std::string& source) {
  std::vector<std::string> html = coloured_lines(without_indent(text), code_language(path));
  const std::vector<std::string> lines = lines_of(text);
  const bool stepped = has_steps(page, path);
  const std::vector<int> numbers = lines_of_listing(text, source);
  std::string out;
  for (std::size_t i = 0; i < html.size() && i < lines.size(); ++i) {
    for (const Knobs& knobs : page.knobs) {
      const bool is_its =
          path == "examples/" + knobs.program + ".cpp" && trimmed(lines[i]) == knobs.line;
      if (is_its) html[i] = with_knobs(html[i], knobs);
    }
    out += stepped ? fmt::format("<span class=\"row\" data-line=\"{}\">{}\n</span>", numbers[i],
                                 html[i])
                   : html[i] + '\n';
  }
  return "<code>" + out + "</code>";
}

std::string printed(const std::string& text) { return "<samp>" + escape_html(text) + "</samp>"; }

// What is typed comes after "> ".
std::string session(const std::string& text) {
  std::string out;
  for (const std::string& line : lines_of(text)) {
    const bool typed = line.starts_with("> ");
    out +=
        typed ? "&gt; <kbd>" + escape_html(line.substr(2)) + "</kbd>\n" : escape_html(line) + '\n';
  }
  return "<samp>" + out + "</samp>";
}

std::string from_file(const MarkdownBlock& block, const std::string& path, const BookPage& page,
                      BookMap& map) {
  if (!map.exists(path)) {
    throw UsageError(fmt::format("{}:{}", page.path, block.line), "a listing of " + path,
                     "a file that is there");
  }
  const std::string source = read_file(map.root() + "/" + path);
  const int line = line_of_listing(block.text, source);
  const std::string at = line > 0 ? fmt::format("#L{}", line) : "";
  const std::string caption = fmt::format(
      "<a href=\"{}{}\">{}{}</a>", escape_html(from_page(page.address, map.source_page(path))), at,
      escape_html(path), line > 0 ? fmt::format("<span>, line {}</span>", line) : "");
  if (path.ends_with(".txt")) return figure("output", "", caption, printed(block.text));
  std::string out = figure(
      "listing", has_steps(page, path) ? fmt::format(" data-file=\"{}\"", escape_html(path)) : "",
      caption, code_of_file(block.text, path, page, source));
  for (const Step& step : page.steps) out += step.listing == block.line ? step.html : "";
  return out;
}

// The program and its flags, for the script that runs them.
std::string program_of(const std::string& command) {
  const std::size_t space = std::min(command.find(' '), command.size());
  return fmt::format(" data-program=\"{}\" data-flags=\"{}\"",
                     escape_html(command.substr(0, space)),
                     escape_html(trimmed(command.substr(space))));
}

}  // namespace

std::string code_block_html(const MarkdownBlock& block, const BookPage& page, BookMap& map) {
  const std::string where = fmt::format("{}:{}", page.path, block.line);
  const auto [kind, argument] = binding_of(block.comment);
  if (block.language == "math") return to_mathml(trimmed(block.text), true, where);
  if (kind == "file" || (kind == "formula" && !argument.empty()))
    return from_file(block, argument, page, map);
  if (kind == "output") {
    return figure("output", program_of(argument),
                  "<code>" + escape_html(argument) + "</code> prints", printed(block.text));
  }
  if (kind == "stepper") {
    return figure("output", program_of(argument) + " data-stepper=\"\"",
                  "<code>" + escape_html(argument) + " --step</code>, a session",
                  session(block.text));
  }
  if (kind == "output of the program")
    return figure("output", "", "The program prints", printed(block.text));
  if (kind == "program")
    return figure("listing", "", "A whole program", code(block.text, CodeLanguage::cpp));
  if (kind == "shell" || block.language == "sh") {
    return figure("commands", "", "", code(block.text, CodeLanguage::script));
  }
  const CodeLanguage language = code_language(block.language);
  return language == CodeLanguage::text ? figure("output", "", "", printed(block.text))
                                        : figure("listing", "", "", code(block.text, language));
}

}  // namespace holo
