// A trace page as text: one document that loads nothing, in which names from a log are data
// whatever they hold. What a browser makes of it: trace_page_test.sh.
#include "holo/trace.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>

#include "helpers.h"
#include "holo/value.h"

namespace trace_page_test {

using namespace holo;

namespace {

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t at = text.find(begin);
  REQUIRE(at != std::string::npos);
  return text.substr(at + begin.size(), text.find(end, at) - at - begin.size());
}

// x w, traced forward and backward.
TraceLog product(double x_data, const std::string& label) {
  TraceLog log;
  const Tape tape;
  {
    const Trace trace(log, {.places = false});
    const Value x(x_data, label), w(2.0, "w");
    (x * w).backward();
  }  // its end may still write to the log
  return log;
}

const std::string hostile[] = {"</script><script>alert(1)</script>",
                               "<img src=x onerror=alert(1)>",
                               "<!--<script>",
                               "\"><svg onload=alert(1)>",
                               "{{script}}",
                               "]]>&lt;\\u003c",
                               "\xff\xfe\x80",
                               "a\nb\x01\x7f",
                               "\xe2\x80\xa8\xe2\x80\xa9"};

// The same text wherever a log has one.
TraceLog all_named(const std::string& text) {
  TraceLog log = product(3, text);
  log.program = log.command = log.version = log.no_lines = log.cut = text;
  log.scopes.push_back(text);
  log.tokens.push_back(text);
  log.places.push_back({text, 1});
  for (TracedNode& node : log.nodes) node.op = text;
  return log;
}

}  // namespace

TEST_CASE("trace page: one script and one style, and nothing from elsewhere") {
  const std::string page = to_html(product(3, "x"));
  CHECK(count(page, "<script>") == 1);
  CHECK(count(page, "<style>") == 1);
  CHECK(contains(page, "content=\"default-src 'none'; script-src 'unsafe-inline'; "));
  for (const char* const part :
       {"http://", "https://", "src=", "@import", "url(http", "eval(", "innerHTML", "outerHTML",
        "insertAdjacentHTML", "setHTML", "document.write", "createContextualFragment"}) {
    CAPTURE(part);
    CHECK(count(page, part) == (std::string(part) == "http://" ? 1 : 0));
  }
  CHECK(contains(page, "createElementNS(\"http://www.w3.org/2000/svg\""));  // a name, never loaded
  CHECK(page == to_html(product(3, "x")));
  CHECK(
      contains(page, "hologradient-trace/"));  // by which --trace knows a file that it may replace
}

TEST_CASE("trace page: hostile names are data, in a page and in a part for another page") {
  CHECK(to_html_part(product(3, "x")).starts_with("<!-- hologradient-trace/"));
  const std::pair<std::string (*)(const TraceLog&), const char*> forms[] = {
      {to_html, "id=\"data\">"}, {to_html_part, "\"application/json\">"}};
  for (const auto& [write, begin] : forms) {
    const std::string plain = write(product(3, "x"));
    for (const std::string& text : hostile) {
      CAPTURE(text);
      const std::string page = write(all_named(text));
      const std::string data = between(page, begin, "</script>");
      CHECK(data.back() == '}');
      CHECK(data.find('<') == std::string::npos);
      CHECK(!contains(data, "\xe2\x80\xa8"));
      CHECK(!contains(data, "\xff"));
      for (const char* const tag :
           {"<script", "</script>", "<img", "<svg", "<!--", "</noscript>"}) {
        CHECK(count(page, tag) == count(plain, tag));
      }
      CHECK(between(page, "<script>", "</script>") == between(plain, "<script>", "</script>"));
    }
  }
}

TEST_CASE("trace page: the text of a source is taken along, no name of a folder is") {
  const TemporaryFolder folder;
  const auto written = [&](const std::string& name) {
    return folder.write(name, "int secret_of_this_file;  // </script>\n");
  };
  TraceLog log = product(3, "x");
  log.places.push_back({written("a.cpp"), 1});
  CHECK(contains(to_html(log), "int secret_of_this_file;  // \\u003c/script>\\n"));
  CHECK(!contains(to_html_part(log), "secret_of"));
  log.places.back().file = folder.name("none.cpp");
  CHECK(contains(to_html(log), "\".../none.cpp\",null]"));
  log.places.push_back({"src/below.cpp", 1});
  for (const std::string& text : {to_html(log), to_html_part(log), to_json(log)}) {
    CHECK(!contains(text, folder.name("")));
    CHECK(contains(text, "src/below.cpp"));
  }
}

TEST_CASE("trace page: an empty log, NaN") {
  CHECK(contains(to_html({}), "\"event_count\":0"));
  CHECK(TraceLog().to_text() == "");
  const std::string page = to_html(product(std::nan(""), "x"));
  CHECK(!contains(between(page, "id=\"data\">", "</script>"), "nan"));  // JSON has none
}

TEST_CASE("trace page: without scripts it says so") {
  CHECK(contains(between(to_html(product(3, "x")), "<noscript>", "</noscript>"), "6 events"));
}

}  // namespace trace_page_test
