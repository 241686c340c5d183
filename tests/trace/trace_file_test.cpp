// The event log in a file: what is saved is read back, and damaged files give one error.
#include "holo/trace.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "files/json_schema.h"
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

bool same_numbers(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool bits = std::memcmp(&a[i], &b[i], sizeof a[i]) == 0;
    if (!bits && !(std::isnan(a[i]) && std::isnan(b[i]))) return false;
  }
  return true;
}

void check_equal(const TraceLog& a, const TraceLog& b) {
  CHECK(a.program == b.program);
  CHECK(a.command == b.command);
  CHECK(a.version == b.version);
  CHECK(a.tokens == b.tokens);
  CHECK(a.no_lines == b.no_lines);
  CHECK(a.cut == b.cut);
  CHECK(a.scopes == b.scopes);
  CHECK(a.places == b.places);
  CHECK(same_nodes(a, b));
  CHECK(a.events == b.events);
  CHECK(same_numbers(a.numbers, b.numbers));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

const char* small =
    "{\"format\":\"hologradient-trace/"
    "2\",\"program\":\"\",\"command\":\"\",\"version\":\"\",\"cut\":"
    "\"\",\"scopes\":[\"\"],\"places\":[{\"file\":\"\",\"line\":0}],\"nodes\":[{\"number\":0,"
    "\"tensor\":false,\"requires_grad\":true,\"op\":\"leaf\",\"made_by\":0},{\"number\":1,"
    "\"tensor\":false,\"requires_grad\":true,\"op\":\"exp\",\"parents\":[0],\"made_by\":1}],"
    "\"events\":[{\"kind\":\"leaf\",\"node\":0,\"numbers\":[0]},{\"kind\":\"forward\",\"node\":1,"
    "\"numbers\":[1]},{\"kind\":\"backward\",\"node\":1,\"numbers\":[1]},{\"kind\":"
    "\"contribution\","
    "\"node\":1,\"parent\":0,\"edge\":0,\"numbers\":[1,1,0,1]}]}";

}  // namespace

TEST_CASE("trace file: a log that was saved is read back, field by field") {
  const TemporaryFolder folder;
  const TraceLog log = sample();
  save_trace(log, folder.name("log.json"));
  check_equal(load_trace(folder.name("log.json")), log);
  CHECK(read_file(folder.name("log.json")) == to_json(log));
  CHECK(log.nodes.back().indices == std::vector<Index>{-100, 1});

  TraceLog empty;
  empty.cut = "at once";
  check_equal(parse_trace(to_json(empty)), empty);
}

TEST_CASE("trace file: every kind of event is in the sample, and no < in its JSON") {
  const TraceLog log = sample();
  const std::string json = to_json(log);
  for (const char* kind :
       {"leaf", "forward", "backward", "contribution", "set_data", "set_grad", "clear_grad"}) {
    CHECK(json.find("\"kind\":\"" + std::string(kind) + "\"") != std::string::npos);
  }
  CHECK(json.find('<') == std::string::npos);
  CHECK(json.find("\xE2\x80\xA8") == std::string::npos);
  CHECK(json.find("\"-Infinity\"") != std::string::npos);
  TraceLog odd;
  odd.program = "a\xFF";
  CHECK(parse_trace(to_json(odd)).program == "a\xEF\xBF\xBD");
}

TEST_CASE("trace file: the JSON follows its schema, which notices what does not") {
  const Json schema = parse_json(read_file("docs/trace.schema.json"), "schema");
  const JsonSchema check(schema);
  CHECK(check.problem(parse_json(to_json(sample()))) == "");
  CHECK(check.problem(parse_json(to_json(TraceLog()))) == "");
  const auto problem = [&](const std::string& from, const std::string& to) {
    return check.problem(parse_json(replaced(small, from, to)));
  };
  CHECK(problem("leaf", "leaf") == "");
  CHECK(problem("trace/2", "trace/1") == "$.format breaks const");
  CHECK(problem("\"edge\":0,", "") == "$.events[3] breaks required");
  CHECK(problem("\"line\":0", "\"line\":-1") == "$.places[0].line breaks minimum");
  CHECK(problem("forward", "sideways") == "$.events[1].kind breaks enum");
  CHECK(problem("[1,1,0,1]", "[1,1,null,1]") == "$.events[3].numbers[2] breaks anyOf");
  CHECK(problem("\"op\":\"leaf\"", "\"op\":\"leaf\",\"pot\":1") ==
        "$.nodes[0] breaks additionalProperties");
}

// What reading `small` says when `from` is `to`.
std::string message_with(const std::string& from, const std::string& to) {
  return message_of([&] { parse_trace(replaced(small, from, to), "t.json"); });
}

TEST_CASE("trace file: each rule of a log, broken") {
  struct Broken {
    const char *from, *to, *says;
  };
  // clang-format off
  const Broken table[] = {
      {"leaf", "leaf", "no error"},
      {"trace/2", "trace/1", "t.json: the log begins with \"hologradient-trace/1\"; expected the format \"hologradient-trace/2\""},
      {"\"format\"", "\"program\"", "begins with \"program\""},
      {"\"parents\":[0]", "\"parents\":[1]", "t.json: node 1 has the parent 1; expected a node before it"},
      {"\"op\":\"leaf\",\"made_by\":0},{\"number\":1,\"tensor\":false", "\"op\":\"leaf\",\"made_by\":0},{\"number\":1,\"tensor\":true",
       "has the parent 0; expected Values of a Value"},
      {"\"made_by\":1", "\"made_by\":9", "made by event 9"},
      {"\"made_by\":1", "\"made_by\":2", "a leaf or forward"},
      {"\"node\":1,\"parent\"", "\"node\":7,\"parent\"", "t.json: event 3 has node 7; expected one that has been made"},
      {"\"node\":1,\"parent\"", "\"node\":4294967295,\"parent\"", "2^32 - 1"},
      {"\"parent\":0", "\"parent\":1", "the parent 1 at edge 0"},
      {"\"edge\":0", "\"edge\":4", "at edge 4"},
      {"\"edge\":0", "\"edge\":0,\"scope\":1", "scope 1"},
      {"\"edge\":0", "\"edge\":0,\"place\":1", "place 1"},
      {"[1,1,0,1]", "[1,1,0]", "t.json: event 3 has 3 numbers; expected 4 of 1 each"},
      {"[1,1,0,1]", "[1,1,0,1,0]", "t.json: event 3 has 5 numbers; expected 4 of 1 each"},
      {"[1,1,0,1]", "[1,1,0,\"one\"]", "the number \"one\""},
      {"[1,1,0,1]", "[1,1,0,1],\"numbers\":[1,1,0,1]", "an event has a member \"numbers\""},
      {"[1,1,0,1]}]}", "[1,1,0,1]}],\"events\":[{\"kind\":\"leaf\",\"node\":0,\"numbers\":[0]}]}", "the log has a member \"events\""},
      {"[1,1,0,1]}]}", "[1,1,0,1]},{\"kind\":\"leaf\",\"node\":0,\"numbers\":[0]}]}",
       "t.json: event 4 has node 0; expected one that is made once"},
      {"{\"kind\":\"backward\",\"node\":1,\"numbers\":[1]}", "{\"kind\":\"forward\",\"node\":1,\"numbers\":[1]}",
       "t.json: event 2 has node 1; expected one that is made once"},
      {"{\"kind\":\"leaf\",", "{\"kind\":\"leaf\",\"parent\":0,", "t.json: event 0 has a parent; expected one in a contribution alone"},
      {"[\"\"]", "[]", "no scopes"},
      {"[{\"file\":\"\",\"line\":0}]", "[]", "no places"},
      {"\"tensor\":false", "\"tensor\":1", "true or false"},
      {"\"op\":\"exp\"", "\"op\":\"exp\",\"shape\":[2]", "dimensions"},
      {"\"op\":\"leaf\"", "\"op\":\"leaf\",\"label\":\"\xff\"", "UTF-8"},
      {"\"kind\":\"leaf\"", "\"kind\":\"tree\"", "\"tree\""},
      {"\"cut\":\"\"", "\"cut\":\"\",\"more\":1", "\"more\""}};
  // clang-format on
  for (const Broken& row : table) {
    const std::string message = message_with(row.from, row.to), says = row.says;
    CAPTURE(says);
    CAPTURE(message);
    CHECK(contains(message, says));
  }
  for (const char* const index :
       {"9223372036854775808", "-9223372036854775809", "1.5", "1e3", "-", "01", "\"1\""}) {
    CAPTURE(index);
    const std::string indices = fmt::format("\"indices\":[{}],\"parents\":[0]", index);
    CHECK(message_with("\"parents\":[0]", indices) != "no error");
  }
}

TEST_CASE("trace file: options of every kind are read back as they were") {
  TraceLog log = recorded([&] {
    const Tensor x = ones({2, 4}), square = ones({4, 4}), one = ones({4});
    pow(x, 1.5);
    clamp(x, -INFINITY, 2);
    masked_fill(x, zeros({4}), -3);
    softmax(x, 1);
    gather(x, 0, Indices({1, 4}, {0, 1, 0, 1}));
    embedding(x, {1, 0});
    mean(x, {0, 1}, true);
    var(x, 1, Correction(0));
    permute(x, {1, 0});
    slice(x, 1, 3, 0, -2);
    linear(x, square, one, Activation::gelu_tanh);
    gated(x, Activation::silu, Gate::second);
    holo_gate(x, x, x, {Activation::relu, Activation::none, Activation::sigmoid});
    affine_flow(Tensor(), x, x, x);
    cross_entropy(x, {-7, 1}, Reduction::sum, -7);
    layer_norm(x, Tensor(), one, 1e-3);
    dropout(x, 0.25, CounterRandom(UINT64_MAX, 8));
    dropout(x, 0.5, ones({2, 4}));
    const Tensor heads = ones({1, 2, 4});
    attention(heads, heads, heads, {.n_head = 2, .n_kv_head = 2, .causal = false, .scale = 0.25});
  });
  std::set<std::size_t> kinds;
  for (const TracedNode& node : log.nodes) kinds.insert(node.options.index());
  CHECK(kinds.size() == std::variant_size_v<OpOptions>);
  check_equal(parse_trace(to_json(log)), log);
  const Json schema = parse_json(read_file("docs/trace.schema.json"), "schema");
  CHECK(JsonSchema(schema).problem(parse_json(to_json(log))) == "");
}

TEST_CASE("trace file: each rule of options, broken") {
  const std::pair<const char*, const char*> table[] = {
      {"{\"kind\":\"along\",\"dim\":5}", "no error"},
      {"{\"kind\":\"along\",\"dim\":6}", "t.json: the dimension 6; expected one from 0 to 5"},
      {"{\"kind\":\"over\",\"dims\":[0,-1],\"keepdim\":true}",
       "t.json: the dimension -1; expected one from 0 to 5"},
      {"{\"kind\":\"order\",\"dims\":[0,1,2,3,4,5,6]}", "t.json: 7 dimensions; expected at most 6"},
      {"{\"kind\":\"along\"}", "t.json: options have a member \"\"; expected \"dim\" there"},
      {"{\"kind\":\"along\",\"dim\":1,\"pot\":2}", "a member \"pot\""},
      {"{\"dim\":1,\"kind\":\"along\"}", "a member \"dim\""},
      {"{\"kind\":\"beside\",\"dim\":1}", "\"beside\""},
      {"{}", "expected \"kind\" there"},
      {"{\"kind\":\"gated\",\"activation\":\"mish\",\"gate\":\"first\"}",
       "\"mish\"; expected one of none, relu,"},
      {"{\"kind\":\"power\",\"exponent\":true}", "t.json: "}};
  for (const auto& [options, says] : table) {
    const std::string message =
        message_with("\"op\":\"exp\"", std::string("\"op\":\"exp\",\"options\":") + options);
    CAPTURE(message);
    CHECK(contains(message, says));
  }
}

TEST_CASE("trace file: a log that ends early, bytes that are not UTF-8, and no log at all") {
  const std::string whole = small;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK_THROWS_AS(parse_trace(whole.substr(0, size)), Error);
  }
  CHECK_THROWS_AS(parse_trace(whole + "x"), Error);
  CHECK_THROWS_AS(parse_trace("\xFF"), Error);
  CHECK_THROWS_AS(load_trace("no such file.json"), Error);
  CHECK(message_of([] { load_trace("."); }).find("a log that was saved as JSON") !=
        std::string::npos);
}

TEST_CASE("trace file: indices of 64 bits are read back") {
  for (const Index ignored : {std::numeric_limits<Index>::max(), std::numeric_limits<Index>::min(),
                              Index{-100}, Index{0}}) {
    TraceLog log;
    {
      const Trace trace(log, {.places = false});
      cross_entropy(ones({2, 3}), {ignored, 1}, Reduction::mean, ignored);
    }
    check_equal(parse_trace(to_json(log)), log);
  }
}

TEST_CASE("trace file: the ending of a path says what is written") {
  const TemporaryFolder folder;
  const TraceLog log = sample();
  save_trace(log, folder.name("log.txt"));
  CHECK(read_file(folder.name("log.txt")) == "hologradient-trace/2\n" + log.to_text());
  save_trace(log, folder.name("log.html"));
  CHECK(read_file(folder.name("log.html")).find("<script>alert") == std::string::npos);
  for (int time = 0; time < 2; ++time)
    save_trace(log, folder.name("log.part.html"));  // is replaced
  CHECK(read_file(folder.name("log.part.html")).find("<hologradient-trace>") != std::string::npos);
  CHECK(message_of([&] { save_trace(log, "log.pdf"); }).find(".html, .json or .txt") !=
        std::string::npos);
  CHECK_THROWS_AS(save_trace(log, folder.name("no/such/folder.json")), Error);
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
      {"page.html", "notes\n<meta name=\"generator\" content=\"hologradient-trace/2\">\n"},
      {"trace.schema.json", read_file("docs/trace.schema.json")}};
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
