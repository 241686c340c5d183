// indices_test.cpp: indices get new values at the same address, in all copies and on the device; in
// the ranges that ops have asked for, or nothing changes; and no backward mixes old and new ones.
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "message_of.h"

namespace indices_test {
namespace {

using namespace holo;
using Values = std::vector<Index>;

// What the default device reads.
Values read_there(const Indices& index) {
  Backend& backend = backend_of(default_device());
  Values values(static_cast<std::size_t>(index.numel()));
  backend.download(values.data(), index.on(backend), values.size() * sizeof(Index));
  return values;
}

}  // namespace

TEST_CASE("indices: new values, in all copies, at the same address") {
  Indices index({2, 2}, {3, 1, 4, 1});
  const Indices same = index;
  Backend& backend = backend_of(default_device());
  const Index* const here = index.on(cpu());
  const Index* const there = index.on(backend);
  CHECK(index.version() == 0);
  CHECK(&index.copy_(Values{5, 9, 2, 6}) == &index);
  CHECK(same.values() == Values{5, 9, 2, 6});
  CHECK(read_there(same) == Values{5, 9, 2, 6});
  CHECK(same.on(cpu()) == here);
  CHECK(same.on(backend) == there);
  CHECK(same.version() == 1);
  CHECK(index.copy_(index.values()).values() == Values{5, 9, 2, 6});
  CHECK(Indices().copy_(Values{}).numel() == 0);

  const Tensor table = tensor({{0, 1}, {2, 3}, {4, 5}});
  Indices rows{2, 0};
  CHECK(embedding(table, rows).to_vector() == std::vector<real>{4, 5, 0, 1});
  rows.copy_(Values{1, 1});
  CHECK(embedding(table, rows).to_vector() == std::vector<real>{2, 3, 2, 3});
}

TEST_CASE("indices: new values are in every range that an op has asked for, or nothing changes") {
  Indices index{0, 2};
  CHECK(message_of([&] { index.copy_(Values{1}); }) ==
        "copy_: 1 values for [2]; expected 2 of them");
  CHECK_THROWS_AS(index.copy_(Values{1, 2, 3}), ShapeError);
  CHECK(message_of([&] { embedding(ones({2, 3}), index); }) != "no error");
  CHECK(message_of([&] { index.copy_(Values{7, -1}); }) == "no error");  // no op has taken them
  index.copy_(Values{4, 2});
  embedding(ones({5, 3}), index);
  cross_entropy(ones({2, 9}), index, Reduction::mean, -100);
  const std::string of_embedding = "0 to 4, which embedding needs. Try: is the vocabulary";
  CHECK(message_of([&] {
          index.copy_(Values{4, 5});
        }).find("copy_: index 5 at position 1; expected " + of_embedding) == 0);
  CHECK(message_of([&] {
          index.copy_(Values{-100, 0});
        }).find("index -100 at position 0") != std::string::npos);
  CHECK(index.values() == Values{4, 2});
  CHECK(read_there(index) == Values{4, 2});
  CHECK(index.version() == 2);

  Indices target{1, -100};
  cross_entropy(ones({2, 9}), target, Reduction::mean, -100);
  target.copy_(Values{-100, 8});
  CHECK(message_of([&] {
          target.copy_(Values{9, 0});
        }).find("expected 0 to 8 or -100, which cross_entropy needs") != std::string::npos);
  Indices places({2, 1}, {3, 0});
  gather(ones({3, 4}), 1, places);
  CHECK_THROWS_AS(places.copy_(Values{0, 4}), ShapeError);
  CHECK(places.copy_(Values{0, 3}).values() == Values{0, 3});
}

TEST_CASE("indices: a backward refuses values that the forward pass has not read") {
  const auto refused = [](const char* op, Indices index, const Values& values,
                          const std::function<Tensor(const Indices&)>& loss) {
    const Tensor before = loss(index);
    index.copy_(values);
    const Tensor after = loss(index);
    const std::string message = message_of([&] { before.backward(); });
    CHECK(message.find(std::string(op) +
                       ": indices, which its backward needs in version 0, were changed by copy_ "
                       "to version 1; expected indices as they were") == 0);
    CHECK(message_of([&] { after.backward(); }) == "no error");
  };
  const auto leaf = [] { return ones({3, 2}).set_requires_grad(); };
  refused("embedding", {0, 2}, {1, 1}, [&](auto& i) { return sum(embedding(leaf(), i)); });
  refused("gather", Indices({1, 2}, {0, 2}), {1, 1},
          [&](auto& i) { return sum(gather(leaf(), 0, i)); });
  refused("cross_entropy", {0, 1, 1}, {1, 1, 0}, [&](auto& i) { return cross_entropy(leaf(), i); });
}

}  // namespace indices_test
