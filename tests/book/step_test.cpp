// step_test.cpp: listings that the reader steps through: which part of a log is shown.
#include <doctest/doctest.h>

#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "book/step_part.h"
#include "holo/trace.h"
#include "holo/value.h"

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

}  // namespace

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

TEST_CASE("step: a bracket is no place") {
  TraceLog log = two_steps();
  forget_brackets(log, file, "w\n  loss = w * w;\n  }\nw * 2.0\n");
  const std::vector<int> usual = {1, 1, 1, 1, 1, 2, 0, 0, 0, 2, 2, 0, 4};
  for (std::size_t i = 0; i < usual.size(); ++i)
    CHECK(log.places[log.events[i].place].line == usual[i]);
}

}  // namespace step_test
