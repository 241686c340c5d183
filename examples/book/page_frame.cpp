// page_frame.cpp: the same frame for all pages. A page loads its own files and no others.
#include "book/page_frame.h"

#include <fmt/format.h>

#include "book/book_map.h"
#include "teaching/formula_markup.h"

namespace holo {
namespace {

// The worker in which a program of the engine runs is made of text that the page has.
std::string policy(bool engine) {
  return fmt::format(
      "default-src 'none'; style-src 'self'; script-src 'self'{}; img-src 'self' data:; "
      "font-src 'self'; base-uri 'none'; form-action 'none'",
      engine ? " 'wasm-unsafe-eval'; worker-src blob:" : "");
}

// A narrow page has the links in a menu that is folded away.
std::string bar(const std::string& up) {
  const std::string links = fmt::format(
      "<nav aria-label=\"Book\"><a href=\"{0}index.html#chapters\">Chapters</a> "
      "<a href=\"{0}glossary.html\">Glossary</a> <a "
      "href=\"{0}source/index.html\">Source</a></nav>",
      up);
  return fmt::format(
      "<header class=\"bar\">\n<a class=\"brand\" href=\"{0}index.html\">hologradient</a>\n"
      "{1}\n<details class=\"menu\"><summary>Menu</summary>{1}</details>\n"
      "<div class=\"find\" role=\"search\" hidden><input id=\"book:find\" type=\"search\" "
      "placeholder=\"Search\" "
      "aria-label=\"Search the book\" autocomplete=\"off\" spellcheck=\"false\">"
      "<div id=\"book:found\" class=\"found\" hidden></div></div>\n"
      "<noscript><span class=\"quiet\">Search needs scripts.</span></noscript>\n</header>\n",
      up, links);
}

}  // namespace

std::string page_html(const PageFrame& frame) {
  const std::string up = from_page(frame.address, "");
  const std::string rail =
      frame.contents.empty()
          ? ""
          : fmt::format(
                "<nav class=\"rail\" aria-label=\"On this page\">\n<p>On this page</p>\n{}</nav>\n",
                frame.contents);
  const std::string fold =
      frame.contents.empty()
          ? ""
          : fmt::format(
                "<details class=\"fold\">\n<summary>On this page</summary>\n<nav "
                "aria-label=\"On this page\">\n{}</nav>\n</details>\n",
                frame.contents);
  // The contents of a page follow its title.
  std::string main = frame.main;
  const std::string title_end = "</h1>\n";
  if (const std::size_t at = main.find(title_end); at != std::string::npos) {
    main.insert(at + title_end.size(), fold);
  }
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n"
      "<link rel=\"stylesheet\" href=\"{}book.css\">\n<script src=\"{}book.js\" "
      "defer></script>\n{}{}"
      "</head>\n<body class=\"{}\" data-up=\"{}\">\n<a class=\"skip\" href=\"#book:text\">To the "
      "text</a>\n{}"
      "<div class=\"sheet\">\n{}<main id=\"book:text\">\n{}{}</main>\n</div>\n{}</body>\n</html>\n",
      policy(frame.engine), escape_html(frame.title), up, up,
      frame.engine ? fmt::format("<script src=\"{}run.js\" defer></script>\n", up) : "",
      frame.steps ? fmt::format("<link rel=\"stylesheet\" href=\"{0}step.css\">\n<script "
                                "src=\"{0}step.js\" defer></script>\n",
                                up)
                  : "",
      frame.kind, up, bar(up), rail, main,
      frame.next.empty()
          ? ""
          : "<nav class=\"next\" aria-label=\"Other pages\">\n" + frame.next + "</nav>\n",
      frame.end);
}

}  // namespace holo
