// The event log in a file: what its JSON has, which files a log may replace, and the trace page.
#include "holo/trace.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gpt/layouts/json.h"
#include "helpers.h"
#include "holo/creation.h"
#include "holo/data.h"
#include "holo/ops.h"
#include "holo/scope.h"
#include "holo/value.h"
#include "trace/logs.h"

namespace trace_file_test {

using namespace holo;

namespace {

// Both engines, every kind of event, numbers and names that JSON has to care for.
TraceLog sample() {
  TraceLog log;
  const Tape tape;
  Tensor w = tensor({1, INFINITY, -INFINITY, NAN}).set_requires_grad();
  w.set_label("a \"name\"\n</script>\xE2\x80\xA8 \xC3\xA9");
  Value x(0.1, "x");
  {
    const Trace trace(log, {.whole_up_to = 4});
    const Scope scope("outer");
    Value y = pow(1.0 - x, 2.0) * -0.0;
    y.backward();
    x.set_data(1e-300);
    y = x / 3.0;
    Tape::current().zero_grad();
    y.backward();
    (x * 2.0).backward();  // clears the gradient of y
    const Scope inner("inner");
    sum(w * w + zeros({5, 5, 4})).backward();
    cross_entropy(embedding(ones({3, 2}), {2, 0}), {-100, 1});
    w.zero_grad();
  }
  log.program = "sample";
  log.command = "sample --step";
  log.tokens = {"a", "\"", "BOS"};
  log.no_lines = "built without -g";
  log.places.push_back({"examples/sample.cpp", 12});
  log.events[3].place = 1;
  return log;
}

std::vector<double> column(const Json& json, const char* name) {
  std::vector<double> numbers;
  for (const Json& item : json[name].items()) {
    const bool is_text = item.kind() == Json::Kind::string;
    numbers.push_back(is_text ? std::stod(item.text()) : item.number());
  }
  return numbers;
}

template <class FieldOf>
std::vector<double> of_events(const TraceLog& log, const FieldOf& field_of) {
  std::vector<double> numbers;
  for (const TraceEvent& event : log.events)
    numbers.push_back(static_cast<double>(field_of(event)));
  return numbers;
}

}  // namespace

TEST_CASE("trace file: the JSON has every field of a log") {
  const TraceLog log = sample();
  const Json json = parse_json(to_json(log));
  CHECK(json["format"].text() == "hologradient-trace/4");
  CHECK(json["program"].text() == "sample");
  CHECK(json["command"].text() == "sample --step");
  CHECK(json["no_lines"].text() == "built without -g");
  CHECK(json["tokens"].items()[1].text() == "\"");
  CHECK(json["scopes"].items()[2].text() == "outer.inner");
  using Event = TraceEvent;
  CHECK(column(json, "kind") == of_events(log, [](const Event& e) { return e.kind; }));
  CHECK(column(json, "node") == of_events(log, [](const Event& e) { return e.node; }));
  CHECK(column(json, "parent") ==
        of_events(log, [](const Event& e) { return e.parent == Event::none ? 0 : e.parent; }));
  CHECK(column(json, "edge") == of_events(log, [](const Event& e) { return e.edge; }));
  CHECK(column(json, "scope") == of_events(log, [](const Event& e) { return e.scope; }));
  CHECK(column(json, "place") == of_events(log, [](const Event& e) { return e.place; }));
  CHECK(column(json, "size") == of_events(log, [](const Event& e) { return e.size; }));
  std::set<int> kinds;
  for (const Event& event : log.events) kinds.insert(static_cast<int>(event.kind));
  CHECK(kinds.size() == static_cast<std::size_t>(Event::Kind::clear_grad) + 1);
  const std::vector<double> numbers = column(json, "numbers");
  std::size_t at = 0;
  for (const Event& event : log.events) {
    // Of a contribution of a Value: the local derivative, and the gradient before it.
    for (int i = 0; i < log.runs(event); i += log.runs(event) == 4 ? 2 : 1) {
      for (const double x : log.run(event, i)) {
        REQUIRE(at < numbers.size());
        const bool same = std::memcmp(&numbers[at], &x, sizeof x) == 0;
        CHECK((same || (std::isnan(numbers[at]) && std::isnan(x))));
        ++at;
      }
    }
  }
  CHECK(at == numbers.size());
  REQUIRE(json["nodes"].items().size() == log.nodes.size());
  for (std::size_t i = 0; i < log.nodes.size(); ++i) {
    const auto& row = json["nodes"].items()[i].items();
    CHECK(row[0].number() == static_cast<double>(log.nodes[i].number));
    CHECK(row[1].text() == log.nodes[i].op);
    CHECK(row[2].text() == log.nodes[i].label);
    CHECK(row[6].items().size() == log.nodes[i].parents.size());
    CHECK(row[7].number() == log.nodes[i].made_by);
  }
  CHECK(json["nodes"].items().back().items()[10].items()[0].number() == -100);
}

TEST_CASE("trace file: the JSON may stand in a script, and bytes that are not UTF-8 are replaced") {
  const std::string json = to_json(sample());
  CHECK(json.find('<') == std::string::npos);
  CHECK(json.find("\xE2\x80\xA8") == std::string::npos);
  CHECK(json.find("\"-Infinity\"") != std::string::npos);
  TraceLog odd;
  odd.program = "a\xFF";
  CHECK(parse_json(to_json(odd))["program"].text() == "a\xEF\xBF\xBD");
}

TEST_CASE("trace file: the ending of a path says what is written") {
  const TemporaryFolder folder;
  const TraceLog log = sample();
  save_trace(log, folder.name("log.txt"));
  CHECK(read_file(folder.name("log.txt")) == "hologradient-trace/4\n" + log.to_text());
  save_trace(log, folder.name("log.html"));
  CHECK(read_file(folder.name("log.html")).find("<script>alert") == std::string::npos);
  for (int time = 0; time < 2; ++time)
    save_trace(log, folder.name("log.part.html"));  // is replaced
  CHECK(read_file(folder.name("log.part.html")).find("<hologradient-trace>") != std::string::npos);
  CHECK(message_of([&] { save_trace(log, "log.pdf"); }).find(".html, .json or .txt") !=
        std::string::npos);
  CHECK_THROWS_AS(save_trace(log, folder.name("no/such/folder.json")), Error);
}

TEST_CASE("trace file: a trace and an empty file are replaced, any other file stays as it was") {
  const TemporaryFolder folder;
  const TraceLog log = sample();
  for (const char* const name : {"log.json", "log.html", "log.txt", "old.json"}) {
    CAPTURE(name);
    const std::string old = "{\"format\":\"hologradient-trace/1\",\n\"program\":\"\"}";
    folder.write(name, name == std::string("old.json") ? old : "");
    save_trace(log, folder.name(name));
    const std::string first = folder.read(name);
    TraceLog other = log;
    other.program = "another";
    other.cut = "early";
    save_trace(other, folder.name(name));
    CHECK(!first.empty());
    CHECK(folder.read(name) != first);
  }
  const std::pair<const char*, std::string> kept[] = {
      {"notes.txt", "to be kept\n"},
      {"notes.txt", "of hologradient-trace/2\n"},
      {"data.json", "{\"of\":\"hologradient-trace/2\"}"},
      {"data.json", "{\"format\":\"another-trace/2\",\n"},
      {"data.json", std::string(5000, ' ') + "{\"format\":\"hologradient-trace/2\",\n"},
      {"page.html", "<!doctype html>\n<p>hologradient-trace/2\n"},
      {"page.html",
       "<!doctype html>\n<title>Notes</title>\n"
       "<meta name=\"generator\" content=\"hologradient-trace/2\">\n"},
      {"page.html", "notes\n<meta name=\"generator\" content=\"hologradient-trace/2\">\n"}};
  for (const auto& [name, text] : kept) {
    const std::string& shown = text;
    CAPTURE(shown);
    const std::string path = folder.write(name, text);
    CHECK(contains(message_of([&] { save_trace(log, path); }),
                   path + ": exists and is not a trace; expected a name that is free, or a trace"));
    CHECK(folder.read(name) == text);
  }
}

}  // namespace trace_file_test

// A trace page as text: one document that loads nothing, in which names from a log are data
// whatever they hold. What a browser makes of it: trace_page_test.sh.
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
