// The event log in a file: what is there twice, out of order, or of two sizes is refused.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/trace.h"
#include "holo/value.h"
#include "message_of.h"
#include "text.h"

namespace trace_file_order_test {

using namespace holo;

namespace {

// y = exp(x) for x = 0, and its backward: two nodes, four events, on one line.
std::string small_json() {
  TraceLog log;
  const Tape tape;
  {
    const Trace trace(log, {.places = false});
    exp(Value(0.0)).backward();
  }
  std::string json = to_json(log);
  json.erase(std::remove(json.begin(), json.end(), '\n'), json.end());
  return json;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("trace file: nothing is there twice or out of order") {
  const auto message = [](std::string text, const std::string& from, const std::string& to) {
    return message_of([&] { parse_trace(replaced(std::move(text), from, to), "t.json"); });
  };
  const std::string small = small_json();
  CHECK(message_of([&] { parse_trace(small, "t.json"); }) == "no error");
  CHECK(message(small, "\"numbers\":[1,1,0,1]", "\"numbers\":[1,1,0,1],\"numbers\":[1,1,0,1]")
            .find("an event has a member \"numbers\"") != std::string::npos);
  CHECK(message(small, "[1,1,0,1]}]}",
                "[1,1,0,1]}],\"events\":[{\"kind\":\"leaf\",\"node\":0,\"numbers\":[0]}]}")
            .find("the log has a member \"events\"") != std::string::npos);
  CHECK(message(small, "[1,1,0,1]}]}",
                "[1,1,0,1]},{\"kind\":\"leaf\",\"node\":0,\"numbers\":[0]}]}") ==
        "t.json: event 4 has node 0; expected one that is made once");
  CHECK(message(small, "{\"kind\":\"backward\",\"node\":1,\"numbers\":[1]}",
                "{\"kind\":\"forward\",\"node\":1,\"numbers\":[1]}") ==
        "t.json: event 2 has node 1; expected one that is made once");
  // The parent is made by a later event.
  const std::string other =
      replaced(small, "\"op\":\"leaf\",\"made_by\":0", "\"op\":\"leaf\",\"made_by\":1");
  CHECK(message(replaced(other,
                         "{\"kind\":\"leaf\",\"node\":0,\"numbers\":[0]},{\"kind\":"
                         "\"forward\",\"node\":1,\"numbers\":[1]}",
                         "{\"kind\":\"forward\",\"node\":1,\"numbers\":[1]},{\"kind\":\"leaf\","
                         "\"node\":0,\"numbers\":[0]}"),
                "\"parents\":[0],\"made_by\":1", "\"parents\":[0],\"made_by\":0") ==
        "t.json: node 1 has the parent 0; expected a node before it");
}

TEST_CASE("trace file: a node has all its numbers in each event, or a summary in each") {
  TraceLog log;
  {
    Tensor w = zeros({60});
    const Trace trace(log, {.places = false});
    static_cast<void>(exp(w));
    w.fill_(2);
    static_cast<void>(sum(w));
  }
  const std::string whole = to_json(log);
  CHECK(message_of([&] { parse_trace(whole, "t.json"); }) == "no error");
  const auto list = [](std::size_t count) {
    std::string text = "[2";
    for (std::size_t i = 1; i < count; ++i) text += ",2";
    return text + "]";
  };
  const std::string mixed = replaced(whole, list(60), list(TraceSummary::size));
  CHECK(message_of([&] { parse_trace(mixed, "t.json"); }) ==
        fmt::format("t.json: event 2 has runs of {} numbers; expected as many as the event that "
                    "made the node",
                    TraceSummary::size));
}

TEST_CASE("trace file: numbers, parents and bytes that fit no event") {
  const std::string small = small_json();
  const auto message = [&](const std::string& from, const std::string& to) {
    return message_of([&] { parse_trace(replaced(small, from, to), "t.json"); });
  };
  CHECK(message("\"numbers\":[1,1,0,1]", "\"numbers\":[1,1,0,1,0]") ==
        "t.json: event 3 has 5 numbers; expected 4 of 1 each");
  CHECK(message("{\"kind\":\"leaf\",", "{\"kind\":\"leaf\",\"parent\":0,") ==
        "t.json: event 0 has a parent; expected one in a contribution alone");
  CHECK(contains(message("\"op\":\"leaf\"", "\"op\":\"leaf\",\"label\":\"\xff\""), "UTF-8"));
}

TEST_CASE("trace file: an event outside of all scopes keeps its line") {
  TraceLog log;
  {
    const Tape tape;
    const Trace trace(log, {.places = false});
    exp(Value(0.0)).backward();
  }
  log.places.push_back({"a.cpp", 7});
  log.events[1].place = 1;
  CHECK(parse_trace(to_json(log)).events == log.events);
}

}  // namespace trace_file_order_test
