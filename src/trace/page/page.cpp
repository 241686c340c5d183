// page.cpp: puts the parts of a trace page together. A browser runs no script and applies no
// style but those whose SHA-256 is in the page's policy, and loads nothing.
#include "holo/trace_page.h"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "files/text.h"
#include "trace/format_name.h"
#include "trace/page/base64.h"
#include "trace/page/parts.h"
#include "trace/page/sha256.h"

namespace holo {
namespace {

// "sha256-..." as a policy names what it allows.
std::string source_of(std::string_view text) {
  return fmt::format("'sha256-{}'", base64(sha256(text)));
}

// The template with {{name}} replaced by parts[name]; what a part holds is left as it is.
std::string filled(std::string_view page, const std::map<std::string_view, std::string>& parts) {
  std::string out;
  for (;;) {
    const std::size_t begin = page.find("{{"), end = page.find("}}");
    if (begin == std::string_view::npos) return out.append(page);
    out.append(page.substr(0, begin)).append(parts.at(page.substr(begin + 2, end - begin - 2)));
    page.remove_prefix(end + 2);
  }
}

}  // namespace

std::string to_html(const TraceLog& log) {
  const std::string style(embedded_page_css, embedded_page_css_size);
  const std::string script(embedded_page_js, embedded_page_js_size);
  const std::string policy = fmt::format(
      "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; "
      "form-action 'none'",
      source_of(script), source_of(style));
  const std::string title = log.program.empty() ? "trace" : log.program + ", trace";
  return filled({embedded_page_html, embedded_page_html_size},
                {{"policy", policy},
                 {"title", html_text(title)},
                 {"style", style},
                 {"script", script},
                 {"summary", page_summary(log)},
                 {"data", page_data(log, Sources::with)}});
}

std::string to_html_part(const TraceLog& log) {
  const std::string style(embedded_part_css, embedded_part_css_size);
  const std::string script(embedded_part_js, embedded_part_js_size);
  return fmt::format(
      "<!-- {} -->\n<hologradient-trace><script type=\"application/json\">{}</script>"
      "</hologradient-trace>\n<script>(() => {{\n\"use strict\";\nconst STYLE = {};\n{}}})();\n"
      "</script>\n",
      trace_format, page_data(log, Sources::without), json_string(style), script);
}

}  // namespace holo
