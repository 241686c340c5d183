// step_test.cpp: listings that the reader steps through: which part of a log is shown, the lines
// that are lit, and what is wrong in a declaration.
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "book/book_maker.h"
#include "book/listing_place.h"
#include "book/step_part.h"
#include "holo/trace.h"
#include "holo/value.h"
#include "message_of.h"
#include "temporary_folder.h"

namespace step_test {
namespace {

using namespace holo;

const char* const file = "examples/01_a.cpp";

// What a program has done, with the place of each event: a line of that file, or 0 for none.
TraceLog logged(const std::function<void()>& program, const std::vector<int>& lines) {
  TraceLog log;
  std::thread([&] {  // with a tape of its own, on which the first node is #0
    const Trace trace(log, {.places = false});
    program();
  })
      .join();
  REQUIRE(log.events.size() == lines.size());
  log.places = {{}};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] == 0) continue;
    log.places.push_back({file, lines[i]});
    log.events[i].place = static_cast<std::uint32_t>(log.places.size() - 1);
  }
  return log;
}

// Two turns of w = w - w'; each calculates at line 2, goes back at line 3, changes w, and
// calculates at line 4.
TraceLog two_steps() {
  return logged(
      [] {
        Value w(3.0, "w");
        const Value other(1.0, "other");
        (other * 2.0).backward();
        for (int turn = 0; turn < 2; ++turn) {
          const Value loss = w * w;
          Tape::current().zero_grad();
          loss.backward();
          w.set_data(w.data() - w.grad());
          static_cast<void>(w * 2.0);
        }
      },
      {1, 1, 1, 1, 1, 2, 0, 0, 3, 2, 2, 0, 4, 2, 0, 0, 3, 2, 2, 0, 4});
}

std::string part_text(const TraceLog& log, const std::set<int>& lines) {
  const auto [part, events, nodes] = part_at_lines(log, file, lines);
  REQUIRE(events.size() == part.events.size());
  REQUIRE(nodes.size() == part.nodes.size());
  for (std::size_t i = 0; i < events.size(); ++i)
    CHECK(log.events[events[i]].kind == part.events[i].kind);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    CHECK(log.nodes[nodes[i]].number == part.nodes[i].number);
  // It is a log of its own: this throws for one that is none.
  CHECK(to_json(parse_trace(to_json(part))) == to_json(part));
  return part.to_text();
}

// The files of a book whose page a.md has this text, and the program these lines.
std::map<std::string, std::string> book_of(const std::string& page, const std::string& source,
                                           const TraceLog* log) {
  const TemporaryFolder folder;
  for (const char* const name : {"docs", "examples", "logs"})
    std::filesystem::create_directories(folder.name(name));
  folder.write("docs/README.md", "# Documents\n");
  folder.write("README.md", "# Project\n\nWords.\n");
  folder.write("docs/a.md", page);
  folder.write(file, source);
  for (const char* const name : {"book.css", "book.js", "step.css", "step.js"})
    folder.write(name, name);
  BookSettings settings{folder.name(""), folder.name("")};
  settings.logs = folder.name("logs");
  if (log != nullptr) save_trace(*log, folder.name("logs/01_a_--x_2.json"));
  try {
    return make_book(settings);
  } catch (const Error& error) {
    std::string found = error.where() + ": " + error.found() + "; expected " + error.expected();
    const std::size_t at = found.find(settings.logs);
    return {{"error", at == found.npos ? found : found.replace(at, settings.logs.size(), "LOGS")}};
  }
}

const char* const page =
    "# A\n\n<!-- step: 01_a --x 2 -->\n<!-- file: examples/01_a.cpp -->\n```cpp\nloss = w * w;\n"
    "loss.backward();\n```\n";
const char* const source = "Value w(3.0);\n  loss = w * w;\n  loss.backward();\n  w * 2.0;\n}\n";

}  // namespace

TEST_CASE("step: the lines of a listing, part after part") {
  const std::string text = "a;\nb;\na;\n  c;\n\nd;\na;\n";
  CHECK(lines_of_listing("a;\nc;\n", text) == std::vector<int>{3, 4});
  CHECK(lines_of_listing("c;\n// ...\na;\n", text) == std::vector<int>{4, 0, 7});
  CHECK(lines_of_listing("a;\n...\na;\n...\na;\n", text) == std::vector<int>{1, 0, 3, 0, 7});
  CHECK(lines_of_listing("b;\n...\ne;\n", text) == std::vector<int>{2, 0, 0});
  CHECK(lines_of_listing("", text).empty());
}

TEST_CASE("step: the first time that the program comes to the lines, and what is used there") {
  // Another graph and its gradients are left out, and so is the second turn.
  CHECK(part_text(two_steps(), {2, 3}) ==
        "#0 leaf w  3\n"
        "#3 mul = w * w  9 = 3 * 3\n"
        "backward from #3 (w * w)  grad 1\n"
        "mul #3 (w * w) -> #0 w (1 of 2)  d 3 (= w) times upstream 1 = 3; grad 0 -> 3\n"
        "mul #3 (w * w) -> #0 w (2 of 2)  d 3 (= w) times upstream 1 = 3; grad 3 -> 6\n"
        "the program sets #0 w  data -3\n");
}

TEST_CASE("step: lines that begin with a backward have before them what it goes back through") {
  const std::string text = part_text(two_steps(), {3});
  CHECK(text.starts_with("#0 leaf w  3\n#3 mul = w * w  9 = 3 * 3\nbackward from #3"));
}

TEST_CASE("step: what was changed before is changed, and nothing is at other lines") {
  const TraceLog log = logged(
      [] {
        Value w(3.0, "w");
        w.set_data(5.0);
        static_cast<void>(w * 2.0);
        static_cast<void>(w * 4.0);
      },
      {1, 0, 2, 3});
  CHECK(part_text(log, {3}) ==
        "#0 leaf w  3\nthe program sets #0 w  data 5\n#2 mul = w * 4  20 = 5 * 4\n");
  CHECK(part_at_lines(log, file, {4}).log.events.empty());
  CHECK(part_at_lines(log, "examples/02_b.cpp", {3}).log.events.empty());
}

TEST_CASE("book: below a listing is what the program did there, and its lines have their numbers") {
  const TraceLog log = two_steps();
  const auto files = book_of(page, source, &log);
  const std::string html = files.at("a.html");
  CHECK(html.find("<figure class=\"listing\" data-file=\"examples/01_a.cpp\">") != html.npos);
  CHECK(html.find("<span class=\"row\" data-line=\"2\">loss = w * w;\n</span><span class=\"row\" "
                  "data-line=\"3\">loss.backward();\n</span>") != html.npos);
  // w is made at line 1, which is not in the listing.
  CHECK(
      html.find(
          "</figure>\n<figure class=\"step\" data-command=\"01_a --x 2\" "
          "data-file=\"examples/01_a.cpp\" "
          "data-other=\"{&quot;1&quot;:&quot;Value w(3.0);&quot;}\" data-events=\"0 5 8 9 10 11\" "
          "data-nodes=\"0 3\">") != html.npos);
  CHECK(html.find("<pre class=\"log\"><samp>#0 leaf w ") != html.npos);
  CHECK(html.find("<script type=\"application/json\">{") != html.npos);
  CHECK(html.find("<script src=\"step.js\" defer></script>") != html.npos);
  CHECK(files.at("index.html").find("step.js") == html.npos);
  CHECK(files.at("step.js") == "step.js");
  CHECK(files.at("trace.js").find("hologradient-trace") != html.npos);
}

TEST_CASE("book: a bracket is no place") {
  TraceLog log = two_steps();
  log.places.push_back({file, 5});
  log.events[5].place = static_cast<std::uint32_t>(log.places.size() - 1);
  const auto files = book_of(page, source, &log);
  CHECK(files.at("a.html").find("&quot;5&quot;") == std::string::npos);
  CHECK(files.at("a.html").find("<pre class=\"log\">") != std::string::npos);
}

TEST_CASE("book: a system that knows no places has no steps, and no script for them") {
  TraceLog log = two_steps();
  log.places = {{}};
  for (TraceEvent& event : log.events) event.place = 0;
  const auto files = book_of(page, source, &log);
  CHECK(files.at("a.html").find("class=\"step\"") == std::string::npos);
  CHECK(files.at("a.html").find("class=\"row\"") == std::string::npos);
  CHECK(files.count("step.js") == 0);
}

TEST_CASE("book: a step that is none is refused with its line") {
  const TraceLog log = two_steps();
  const auto error = [](std::string text, const std::string& from, const std::string& to,
                        const TraceLog* of) {
    if (!from.empty()) text.replace(text.find(from), from.size(), to);
    return book_of(text, source, of).at("error");
  };
  CHECK(error(page, "01_a --x", "01_b --x", &log) ==
        "docs/a.md:3: a step of 01_b --x 2; expected a listing of examples/01_b.cpp below it");
  CHECK(error(std::string(page) + "\n<!-- step: 01_a -->\n", "", "", &log) ==
        "docs/a.md:10: a step of 01_a; expected a listing of examples/01_a.cpp below it");
  CHECK(error(page, "", "", nullptr) ==
        "docs/a.md:3: a step of 01_a --x 2; expected its log, LOGS/01_a_--x_2.json");
  CHECK(error(page, "loss = w * w;\nloss.backward();", "}", &log) ==
        "docs/a.md:3: 0 steps of 01_a --x 2; expected 1 to 200 at the lines of the listing");
}

}  // namespace step_test
