// The stepper: it says what happened, goes forward and back, and answers whatever it is asked.
#include "holo/trace.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <random>

#include "base/words.h"
#include "holo/check.h"
#include "holo/scope.h"
#include "holo/trace_log.h"
#include "holo/value.h"
#include "trace/ask_stepper.h"
#include "trace/recorded.h"
#include "trace/stepper/session.h"

namespace stepper_test {

using namespace holo;

namespace {

// y = x w + b, loss = y^2 for x = 3, w = 2, b = -4.
TraceLog chapter_1() {
  return recorded([] {
    const Value x(3.0, "x"), w(2.0, "w"), b(-4.0, "b");
    Value y = x * w + b, loss = y * y;
    y.set_label("y");
    loss.set_label("loss");
    loss.backward();
  });
}

// Two backwards, zero_grad, new numbers in a leaf, scopes, a node that is used often.
TraceLog long_program() {
  return recorded([] {
    Value x(0.5, "x");
    for (int i = 0; i < 5; ++i) {
      const Tape::Scope forgotten;
      const Scope scope(i % 2 == 0 ? "even" : "odd");
      const Value y = tanh(x * x + x) * x - exp(x);
      y.backward();
      if (i == 2) y.backward();
      if (i == 3) Tape::current().zero_grad();
      x.set_data(x.data() - 0.1 * x.grad());
    }
  });
}

bool same(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

}  // namespace

TEST_CASE("stepper: forward and backward, an operation a line") {
  CHECK(session(chapter_1(), "s 6\n\n\ns\nb\ns 99\nq\n") ==
        "stepper: 13 steps, before the first one; h lists the commands\n"
        "> s 6\n"
        "1/13  #0 leaf x  3\n"
        "2/13  #1 leaf w  2\n"
        "3/13  #2 leaf b  -4\n"
        "4/13  #3 mul = x * w  6 = 3 * 2\n"
        "5/13  #4 add y = #3 + b  2 = 6 + (-4)\n"
        "6/13  #5 mul loss = y * y  4 = 2 * 2\n"
        ">\n"
        "7/13  backward from #5 loss  grad 1\n"
        ">\n"
        "8/13  mul #5 loss -> #4 y (1 of 2)  d 2 (= y) times upstream 1 = 2; grad 0 -> 2\n"
        "> s\n"
        "9/13  mul #5 loss -> #4 y (2 of 2)  d 2 (= y) times upstream 1 = 2; grad 2 -> 4\n"
        "> b\n"
        "8/13  mul #5 loss -> #4 y (1 of 2)  d 2 (= y) times upstream 1 = 2; grad 0 -> 2\n"
        "> s 99\n"
        "9/13  mul #5 loss -> #4 y (2 of 2)  d 2 (= y) times upstream 1 = 2; grad 2 -> 4\n"
        "10/13  add #4 y -> #3 (x * w)  d 1 times upstream 4 = 4; grad 0 -> 4\n"
        "11/13  add #4 y -> #2 b  d 1 times upstream 4 = 4; grad 0 -> 4\n"
        "12/13  mul #3 (x * w) -> #0 x  d 2 (= w) times upstream 4 = 8; grad 0 -> 8\n"
        "13/13  mul #3 (x * w) -> #1 w  d 3 (= x) times upstream 4 = 12; grad 0 -> 12\n"
        "the end: 13 steps; b goes back, q quits\n"
        "> q\n");
}

TEST_CASE("stepper: random walks come back to every value and gradient, bit for bit") {
  const TraceLog log = long_program();
  TraceState state(log);
  std::mt19937 random(1);
  for (int walk = 0; walk < 200; ++walk) {
    const std::size_t n = random() % 30;
    for (std::size_t i = 0; i < n; ++i) random() % 3 == 0 ? state.back() : state.step();
    if (walk % 10 == 0) state.go_to(random() % (log.events.size() + 5));
    TraceState fresh(log);
    while (fresh.position() < state.position()) fresh.step();
    for (std::uint32_t node = 0; node < log.nodes.size(); ++node) {
      REQUIRE(state.has_value(node) == fresh.has_value(node));
      REQUIRE(state.has_grad(node) == fresh.has_grad(node));
      REQUIRE(same(state.value(node), fresh.value(node)));
      REQUIRE(same(state.grad(node), fresh.grad(node)));
    }
  }
}

TEST_CASE("stepper: scopes") {
  const TraceLog log = long_program();
  const std::string text = session(log, "n\nn\nn\np\np\np\nbreak scope=odd\nc\nbreak scope=od\n");
  CHECK(contains(text, "> n\n1/"));
  CHECK(contains(text, "(even)\n> n\n"));
  CHECK(contains(text, "(odd)\nbreak scope=odd\n"));
  CHECK(contains(text, "'od': no scope of this log; expected one of even, odd. Try: odd\n"));
}

TEST_CASE("stepper: an operation is one step forward, and backward all its contributions") {
  for (const char* const command : {"o", "n"}) {  // without scopes n is o
    CAPTURE(command);
    const std::string c = std::string(command) + "\n";
    const std::string text = session(chapter_1(), "g 5\n" + c + c + c + c + c + c);
    CHECK(contains(text, "\n6/13  #5 mul loss"));
    CHECK(contains(text, "\n7/13  backward from #5 loss"));
    CHECK(contains(text, "\n9/13  mul #5 loss -> #4 y"));
    CHECK(contains(text, "\n11/13  add #4 y -> #2 b"));
    CHECK(contains(text, "\n13/13  mul #3 (x * w) -> #1 w"));
    CHECK(contains(text, "\nthe end: 13 steps"));
    CHECK(!contains(text, "8/13"));
    CHECK(!contains(text, "10/13"));
  }
  const std::string back = session(chapter_1(), "g 12\np\np\np\np\ng 1\np\np\n");
  CHECK(contains(back, "> p\n11/13"));
  CHECK(contains(back, "> p\n9/13"));
  CHECK(contains(back, "> p\n7/13"));
  CHECK(contains(back, "> p\n6/13"));
  CHECK(contains(back, "> p\n0/13  before the first step\n> p\nthe beginning:"));
  CHECK(contains(session(long_program(), "o\no\n"), "> o\n1/"));  // there n is a scope
}

TEST_CASE("stepper: p prints a node") {
  const std::string text = session(chapter_1(), "p y\ng end\np y\np #4 y\np b\np loss\n");
  CHECK(contains(text, "> p y\n#4 y: add #3 + b, made at step 5\n  not there yet at step 0\n"));
  CHECK(contains(text,
                 "> p #4 y\n"
                 "#4 y: add #3 + b, made at step 5\n"
                 "  data 2 = 6 + (-4)\n"
                 "  grad 4\n"
                 "  used first by mul #5 loss at step 6\n"));
  CHECK(contains(text, "  used by no other node\n"));
  CHECK(contains(session(long_program(), "g end\np x\n"), ", 20 times in all"));
}

TEST_CASE("stepper: of several nodes of one name the newest that is there") {
  const TraceLog log = recorded([] {
    for (const double number : {1.0, 2.0}) {
      const Tape::Scope forgotten;
      const Value x(number, "x");
      static_cast<void>(x + x);
    }
  });
  const std::string text = session(log, "g 2\np x\ng end\np x\ng 0\np x\nl\ng 3\nl\n");
  CHECK(contains(text,
                 "2/4  #1 add = x + x  2 = 1 + 1\n> p x\n#0 x: leaf, made at step 1\n  data 1\n"));
  CHECK(contains(text, "#0 x: leaf, made at step 3\n  data 2\n"));
  CHECK(contains(text, "> l\nno node with a label is there at step 0\n"));
  CHECK(contains(text, "> l\n#0 x  data 2, grad 0: nothing has arrived so far\nthe end"));
}

TEST_CASE("stepper: what cannot be done is said, with the nearest name") {
  const TraceLog log = chapter_1();
  const auto says = [&](const std::string& command, const std::string& message) {
    CHECK_MESSAGE(contains(session(log, command + "\n"), message + "\nthe end of the input\n"),
                  session(log, command + "\n"));
  };
  says("p lost",
       "'lost': no node has this name; expected a label or a number as #3; there are b, "
       "loss, w, x, y. Try: loss");
  says("p #9",
       "'#9': no node has this name; expected a label or a number as #3; there are b, loss, w, x, "
       "y");
  says("braek nan", "'braek': no command; expected one that h lists. Try: break");
  says("x", "'x': no command; expected one that h lists");
  says("g 14", "g: '14'; expected a number from 0 to 13");
  says("g -1", "g: '-1'; expected a number from 0 to 13");
  says("s none", "s: 'none'; expected a number from 1 to 1000");
  says("break op=tahn", "'tahn': no op of this log; expected one of add, leaf, mul");
  says("break op=mull", "'mull': no op of this log; expected one of add, leaf, mul. Try: mul");
  says("break step=14", "break step: '14'; expected a number from 1 to 13");
  says("break up",
       "break: 'up'; expected op=NAME, param=NAME, scope=NAME, nan, step=N or backward");
  says("why x",
       "why: no backward has begun at step 0; expected a step of a backward. Try: break backward, "
       "then c");
  says("save",
       "save: this program has given the stepper no function that writes a log; expected "
       "StepperOptions::save, holo::save_trace say");
  says("b", "the beginning: no step before this one; s goes forward, q quits");
}

TEST_CASE("stepper: save calls the function that is given, and tells of its errors") {
  const TraceLog log = chapter_1();
  std::string path;
  const StepperOptions options{.save = [&](const TraceLog& given, const std::string& to) {
    CHECK(&given == &log);
    if (to == "full") throw Error(to, "No space left on device", "room for it");
    path = to;
  }};
  const std::string text = session(log, "save t.html\nsave full\nsave\n", options);
  CHECK(path == "t.html");
  CHECK(contains(text, "> save t.html\nwrote t.html\n"));
  CHECK(contains(text, "full: No space left on device; expected room for it\n"));
  CHECK(contains(text, "save: no file; expected a name that ends in .json, .html or .txt\n"));
}

TEST_CASE("stepper: any input is answered, and the end of the input is an end") {
  const TraceLog log = chapter_1();
  CHECK(contains(session(log, ""), "h lists the commands\nthe end of the input\n"));
  CHECK(contains(session(log, "s"), "> s\n1/13  #0 leaf x  3\nthe end of the input\n"));
  CHECK(contains(session(log, "s\r\n"), "> s\n1/13"));
  const std::string long_line = session(log, "p " + std::string(100'000, 'x') + "\ns\n");
  CHECK(
      contains(long_line, "the line: 100002 bytes; expected a command of at most 1000\n> s\n1/13"));
  CHECK(long_line.size() < 1000);
  const std::string nul = session(log, std::string("p\0x\nq\x1b[31m\n\xff\xfe\ns\n", 17));
  CHECK(nul.find('\0') == std::string::npos);
  CHECK(nul.find('\x1b') == std::string::npos);
  CHECK(contains(nul, "> s\n1/13"));
  for (const char* const word : {"why", "check", "p", "l", "w", "save", "n", "rb"}) {
    session(log, std::string(word) + "\n" + word + " " + std::string(500, '\xc3') + "\n");
  }
}

TEST_CASE("stepper: an empty log and a log that was cut say so") {
  CHECK(session({}, "s\n").find("stepper: the log is empty") == 0);
  const TraceLog log = recorded([] { static_cast<void>(Value(1.0) + 1.0); }, {.max_events = 1});
  const std::string text = session(log, "c\n");
  CHECK(contains(
      text, "h lists the commands\nthe log ends early: 1 events, the most that a log keeps\n"));
  CHECK(contains(text, "q quits\nthe log ends early: 1 events"));
}

TEST_CASE("stepper: names of the user make no control characters and no new lines") {
  const TraceLog log = recorded([] {
    const Value x(1.0, "a\nb\x1b[2J");
    const Scope scope("s\n");
    const Value y = x * x;
    y.backward();
  });
  const std::string text = session(log, "s 99\np #1\nwhy #0\nl\nw #0\nbreak scope=s\\n\n");
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(contains(text, "#1 mul = a\\nb\\x1b[2J * a\\nb\\x1b[2J  1 = 1 * 1"));
  CHECK(plain_label("a\u009b\u202eb\u2066") == "a\\u009b\\u202eb\\u2066");
  CHECK(plain_label("größe 数\xe4") == "größe 数\\xe4");
}

TEST_CASE("stepper: the help lists every command") {
  const auto nothing = [](const TraceLog&, const std::string&) {};
  const std::string text = session(chapter_1(), "h\n", {.save = nothing});
  for (const char* const word :
       {"s, step [N]", "b, back [N]", "c, continue ", "rb, reverse-continue ", "n, next ",
        "p, previous ", "g, goto [N]", "p, print NAME", "l, list [TEXT]", "why NAME [N]",
        "check NAME", "w, watch [NAME]", "break [WHAT]", "save FILE", "h, help ", "q, quit "}) {
    CHECK_MESSAGE(contains(text, "\n" + std::string(word)), word);
  }
}

TEST_CASE("stepper: a word in whole does what the short one does") {
  const auto after = [](const std::string& command) {
    const std::string text = session(chapter_1(), "s 5\n" + command + "\n");
    return text.substr(text.find("> " + command) + 2 + command.size());
  };
  CHECK(after("step 3") == after("s 3"));
  CHECK(after("back") == after("b"));
  CHECK(after("continue") == after("c"));
  CHECK(after("reverse-continue") == after("rb"));
  CHECK(after("next") == after("n"));
  CHECK(after("previous") == after("p"));
  CHECK(after("goto 4") == after("g 4"));
  CHECK(after("print x") == after("p x"));
  CHECK(after("list") == after("l"));
  CHECK(after("watch y") == after("w y"));
  CHECK(after("help") == after("h"));
  CHECK(after("quit") == after("q"));
  CHECK(contains(after("print"), "no node has this name"));
}

TEST_CASE("stepper: lines are wrapped at the width of the terminal") {
  const std::string text =
      session(chapter_1(), "h\ns 99\nwhy x\np lost\ncheck x\n", {.columns = 40});
  std::size_t widest = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    widest = std::max(widest, end - at);
    at = end + 1;
  }
  CHECK(widest == 40);
  CHECK(wrapped("one two three", 0) == "one two three");
  CHECK(wrapped("one two three four", 10) == "one two\n  three\n  four");
  CHECK(wrapped("abcdefghijklm", 10) == "abcdefghij\n  klm");
  CHECK(wrapped("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4",
                10)
            .find('\n') == std::string::npos);
  CHECK(wrapped("", 10).empty());
}

}  // namespace stepper_test

// What the stepper says: the words for what was typed wrongly, and sentences that are true where
// the user is.
namespace stepper_words_test {

using namespace holo;

namespace {

// y = x w, loss = y^2 for x = 3, w = 2: 5 nodes' worth of steps, of which the backward is number 5.
TraceLog square() {
  return recorded([] {
    const Value x(3.0, "x"), w(2.0, "w");
    Value y = x * w, loss = y * y;
    y.set_label("y");
    loss.set_label("loss");
    loss.backward();
  });
}

}  // namespace

TEST_CASE("stepper: why in the middle of a backward says so") {
  const std::string text = session(square(), "g 6\nwhy y\ng 7\nwhy y\n");
  CHECK(contains(text, "> why y\ngrad of #2 y is 6 so far: 1 more to come from #3 loss\n"));
  CHECK(contains(text, "> why y\ngrad of #2 y is 12: how #3 loss changes with it\n"));
}

TEST_CASE("stepper: of several paths one is not all") {
  CHECK(contains(session(square(), "g end\nwhy y 1\n"),
                 "  loss -> y:  6 (= y) = 6\n  the first of 2 paths; it alone is 6\n"));
}

TEST_CASE("stepper: a watched node that is made") {
  const std::string text = session(square(), "w y\nc\nrb\n");
  CHECK(contains(text, "> c\n3/9  #2 mul y = x * w  6 = 3 * 2\nwatch #2 y: made: 6\n"));
}

TEST_CASE("stepper: a word that is near a command, and other words for two of them") {
  const TraceLog log = square();
  CHECK(contains(session(log, "wy\n"), "Try: why\n"));
  CHECK(contains(session(log, "con\n"), "Try: continue\n"));
  CHECK(contains(session(log, "y\n"), "'y': no command; expected one that h lists\nthe end"));
  const std::string help = session(log, "h\n"), mark = session(log, "?\n");
  CHECK(help.substr(help.find("> h\n") + 4) == mark.substr(mark.find("> ?\n") + 4));
  CHECK(session(log, "exit\ns\n").find("> s") == std::string::npos);
  CHECK(contains(session(log, "quiz\n"),
                 "> quiz\n'quiz': no command; expected one that h lists. Try: why\nthe end"));
  CHECK(contains(session(log, "previous x\n"), "previous: 'x'; expected nothing after it\n"));
}

TEST_CASE("stepper: hints that help") {
  const TraceLog log = square();
  CHECK(contains(session(log, "break param=q\n"), "there are loss, w, x, y\n"));
  CHECK(contains(session(log, "break param=\n"), "there are loss, w, x, y\n"));
  CHECK(contains(session(log, "break scope=q\n"), "expected a log that has a scope\n"));
  CHECK(contains(session(log, "s 5000\n"), "Try: g N, to step N\n"));
  CHECK(!contains(session(log, "h\n"), "save"));
  const auto nothing = [](const TraceLog&, const std::string&) {};
  CHECK(contains(session(log, "h\n", {.save = nothing}), "\nsave FILE "));
}

TEST_CASE("stepper: nine names are all listed") {
  const auto names = [](int count) {
    return session(recorded([count] {
                     for (int i = 0; i < count; ++i) Value(i, "n" + std::to_string(i));
                   }),
                   "p nothing\n");
  };
  CHECK(contains(names(9), "n7, n8\n"));
  CHECK(contains(names(10), "n7 and 2 more\n"));
}

TEST_CASE("stepper: no -0 of a product, no -nan, and a kink has no derivative") {
  CHECK(contains(
      session(recorded([] { (Value(-3.0, "x") * relu(Value(-1.0, "w"))).backward(); }), "g end\n"),
      "d 0 (= 1 where w > 0, else 0) times upstream -3 = 0; grad 0 -> "));
  const TraceLog kink = recorded([] { relu(Value(0.0, "x")).backward(); });
  CHECK(contains(session(kink, "g end\ncheck x\n"),
                 "slope 0.5, gradient 0: they differ\n"
                 "the slope is 0 below 0 and 1 above: a kink, as that of relu at 0, has no "
                 "derivative\n"));
  const std::string nan =
      session(recorded([] { log(Value(-1.0, "x")).backward(); }), "g end\ncheck x\n");
  CHECK(contains(nan, "= -0.99999: nan\n"));
  CHECK(!contains(nan, "-nan"));
}

}  // namespace stepper_words_test
