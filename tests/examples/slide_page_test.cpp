// slide_page_test.cpp: the plan of the sessions, and the slides that are made of it.
#include "teaching/slide_page.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "message_of.h"
#include "temporary_folder.h"

namespace slide_page_test {
namespace {

using namespace holo;

std::string refusal(const std::string& plan) {
  return message_without_hint([&] { parse_plan("plan", plan); });
}

// The HTML of a session with one slide of the page p.md, which has this text.
std::string session_of(const std::string& page, const std::string& line) {
  const TemporaryFolder docs;
  docs.write("p.md", page);
  SlideMaker maker(docs.name(""), "plan", {"style", "script"});
  return maker.page(parse_plan("plan", "session: S\n" + line + "\n").at(0), 3);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The class that says how large the letters of a listing of these lines are.
std::string size_of(const std::string& line, int count) {
  std::string lines;
  for (int i = 0; i < count; ++i) lines += line + "\n";
  const std::string page = session_of("# T\n\n```cpp\n" + lines + "```\n", "p.md | top | listing");
  const std::string begin = "<pre class=\"listing ";
  return page.substr(page.find(begin) + begin.size(), 3);
}

}  // namespace

TEST_CASE("plan: goals, agenda, homework, and what a slide shows") {
  const std::vector<Session> sessions =
      parse_plan("plan",
                 "# a comment\nminutes: 30\nsession: One\ngoal: g\nagenda: 30 min: a\nhome: h\n"
                 "p.md | H | listing \"a; b | c\"; text | Why?\np.md | top | table\n");
  REQUIRE(sessions.size() == 1);
  const Session& one = sessions[0];
  CHECK(one.title == "One");
  CHECK(one.goals == std::vector<std::string>{"g"});
  CHECK(one.agenda == std::vector<std::string>{"30 min: a"});
  CHECK(one.home == std::vector<std::string>{"h"});
  REQUIRE(one.slides.size() == 2);
  const PlannedSlide& slide = one.slides[0];
  CHECK(slide.line == 7);
  CHECK(slide.page + " " + slide.heading + " " + slide.question == "p.md H Why?");
  REQUIRE(slide.pieces.size() == 2);
  CHECK(slide.pieces[0].kind + " " + slide.pieces[0].words == "listing a; b | c");
  CHECK(slide.pieces[1].kind + slide.pieces[1].words == "text");
  CHECK(one.slides[1].question.empty());
}

TEST_CASE("plan: a part of the agenda lasts at least a minute") {
  const std::string rest = "agenda: 30 min: b\np.md | top | text\n";
  CHECK(refusal("minutes: 30\nsession: S\n" + rest) == "no error");
  for (const char* const agenda : {"0 min: a", "-5 min: a", "5 minutes: a"}) {
    CHECK(refusal("minutes: 30\nsession: S\nagenda: " + std::string(agenda) + "\n" + rest) ==
          "plan: session \"S\": \"" + std::string(agenda) +
              "\"; expected a number of minutes min: ");
  }
}

TEST_CASE("plan: minutes are a number, before all sessions") {
  const std::string rest = "session: S\nagenda: 30 min: b\np.md | top | text\n";
  CHECK(refusal("minutes: 30\n" + rest) == "no error");
  CHECK(refusal("minutes: 30 min\n" + rest) == "plan:1: \"30 min\"; expected a number of minutes");
  CHECK(refusal(rest + "minutes: 30\n") ==
        "plan:4: minutes: in a session; expected it before them all");
}

TEST_CASE("slides: each kind of block as it stands, without the indentation that all lines have") {
  const std::string page = "# T\n\n<!-- shell: a -->\n```sh\n  make x\n\t\n    y < z\n```\n";
  CHECK(has(session_of(page, "p.md | top | commands"),
            "<pre class=\"commands s80\">make x\n\n  y &lt; z\n</pre>\n"));
}

TEST_CASE("slides: the chapter is above a slide, but not over that of its own heading") {
  const std::string page = "# The *title*\n\none\n\n## Part\n\ntwo\n";
  const std::string chapter =
      "<p class=\"chapter\">The <em>title</em></p>\n<h2>Part</h2>\n"
      "<div class=\"body\">\n<p>two</p>\n</div>\n";
  CHECK(has(session_of(page, "p.md | Part | text"), chapter + "<p class=\"number\">"));
  CHECK(has(session_of(page, "p.md | Part | text | Why `x`?"),
            chapter + "<p class=\"question\">Why <code>x</code>?</p>\n"));
  for (const char* const heading : {"top", "The *title*"}) {
    CHECK(has(session_of(page, "p.md | " + std::string(heading) + " | text"),
              "<p class=\"chapter\"></p>\n<h2>The <em>title</em></h2>"));
  }
}

TEST_CASE("slides: the first is the title, each has its number, the last is the homework") {
  const std::string page =
      session_of("# T\n\none\n", "goal: g\nagenda: a\nhome: h\np.md | top | text");
  CHECK(has(page, "<title>Session 3: S</title>"));
  CHECK(has(page,
            "<section class=\"slide title\" id=\"slide1\" aria-label=\"slide 1 of 3\">\n"
            "<p class=\"chapter\">hologradient, session 3</p>\n<h1>S</h1>"));
  CHECK(has(page,
            "<h3>Goals</h3>\n<ul>\n<li>g</li>\n</ul></div>\n<div><h3>Today</h3>\n<ul>\n"
            "<li>a</li>"));
  CHECK(has(page, "<section class=\"slide\" id=\"slide2\""));
  CHECK(has(page, "<p class=\"number\">2 / 3</p>"));
  CHECK(page.find("<h2>Homework</h2>") > page.find("id=\"slide3\""));
}

TEST_CASE("slides: a page loads nothing, and runs what is in it") {
  CHECK(has(session_of("# T\n\none\n", "p.md | top | text"),
            "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "));
}

TEST_CASE("slides: letters are as large as the width and the height of the blocks let them be") {
  CHECK(size_of("int a;", 3) == "s80");
  CHECK(size_of(std::string(80, 'a'), 1) == "s80");
  CHECK(size_of(std::string(120, 'a'), 1) == "s60");
  CHECK(size_of("int a;", 30) == "s40");
  std::string umlauts;
  for (int i = 0; i < 80; ++i) umlauts += "ä";  // 80 letters of two bytes
  CHECK(size_of(umlauts, 1) == "s80");
}

}  // namespace slide_page_test
