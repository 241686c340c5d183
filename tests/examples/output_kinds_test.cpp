// output_kinds_test.cpp: a file that was meant for something else is not replaced, one of the same
// kind is; trying a place leaves it as it was; an output is never the file of another flag.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "files/checkpoint_run.h"
#include "support/output/output_files.h"
#include "text/texts.h"

namespace output_kinds_test {
namespace {

using namespace holo;
using texts::contains;
using texts::message_of;

struct Sample {
  const char* name;
  FileKind kind;
  std::string text;
};

// A file of each kind but the model.
std::vector<Sample> samples() {
  return {{"log", FileKind::log, "step,loss,lr,grad_norm,tokens_per_second,validation_loss\n"},
          {"plot", FileKind::plot, "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>\n"}};
}

}  // namespace

TEST_CASE("outputs: a file of the same kind may be replaced, one of another kind may not") {
  const TemporaryFolder folder;
  const std::string model = saved(SmallRun(make_adamw), folder);
  const std::vector<Sample> all = samples();
  std::vector<std::string> paths;
  for (const Sample& sample : all) paths.push_back(folder.write(sample.name, sample.text));
  for (const Sample& wanted : all) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
      CAPTURE(paths[i]);
      const Sample& there = all[i];
      const std::string message =
          message_of([&] { check_output(paths[i], wanted.kind, "--flag"); });
      CHECK((message == "") == (there.kind == wanted.kind));
      if (message != "") CHECK(contains(message, paths[i] + ": exists and is not a "));
      CHECK(folder.read(there.name) == there.text);
    }
    CHECK(contains(message_of([&] { check_output(model, wanted.kind, "--flag"); }),
                   model + ": exists and is not a "));
    // A name that is free stays so, and an empty file is as good.
    CHECK(message_of([&] { check_output(folder.name("free"), wanted.kind, "--flag"); }) == "");
    CHECK(message_of([&] { check_output(folder.write("e", ""), wanted.kind, "--flag"); }) == "");
  }
  CHECK(message_of([&] { check_output(model, FileKind::model, "--out"); }) == "");
  for (const std::string& path : paths) {
    CHECK(contains(message_of([&] { check_output(path, FileKind::model, "--out"); }),
                   path + ": exists and is not a model; expected a name that is free"));
  }
  CHECK_FALSE(std::filesystem::exists(folder.name("free")));
  const std::string other = folder.write("other", "step,price\n");  // a table of others
  CHECK(contains(message_of([&] { check_output(other, FileKind::log, "--flag"); }),
                 other + ": exists and is not a log of train_gpt"));
}

TEST_CASE("outputs: an output is the file of no other flag, by whatever name") {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "x"), other = folder.write("other", "x"),
                    link = folder.name("link"), hard = folder.name("hard"),
                    dots = folder.name("./here/../file"), unborn = folder.name("unborn"),
                    unborn_too = folder.name("there/../unborn");
  fs::create_symlink(file, link);
  fs::create_hard_link(file, hard);
  const std::string to_unborn = folder.name("to_unborn");
  fs::create_symlink("unborn", to_unborn);
  const auto message = [](const std::string& a, const std::string& b, bool b_is_output) {
    return message_of([&] {
      const FlagFile first{"--log", a}, second{"--data", b};
      if (b_is_output) check_apart({second, first}, {});
      if (!b_is_output) check_apart({first}, {second});
    });
  };
  for (const bool is_output : {true, false}) {
    for (const std::string& same : {file, link, hard, dots}) {
      CAPTURE(same);
      CHECK(contains(message(same, file, is_output),
                     "UsageError: --log: " + same + " is the file of --data"));
    }
    CHECK(contains(message(unborn_too, unborn, is_output), "UsageError: --log: "));
    CHECK(contains(message(to_unborn, unborn, is_output), "UsageError: --log: "));
    CHECK(message(other, file, is_output) == "");
    CHECK(message(unborn, file, is_output) == "");
    CHECK(message("", "", is_output) == "");
  }
}

}  // namespace output_kinds_test
