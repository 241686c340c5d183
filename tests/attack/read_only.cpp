// read_only.cpp: every flag of an output gets a file, or a folder, without permission to write.
#include <filesystem>
#include <fstream>

#include "attack/places.h"
#include "attack/process.h"
#include "attack/scene.h"

namespace attack {
namespace {

namespace fs = std::filesystem;

std::string ending_of(const std::string& flag) {
  const std::map<std::string, std::string> endings = {
      {"--out", ".safetensors"}, {"--log", ".csv"},
      {"--plot", ".svg"},        {"--save-tokenizer", ".model"},
      {"--losses", ""},          {"--trace", ".json"},
      {"--csv", ".units"}};
  return endings.at(flag);
}

// A file of each kind of output that only may be read, a link to it, and a folder in which nothing
// may be made, with a file that may be written.
void make_read_only(const std::string& folder) {
  std::ofstream(folder + "/old") << "1 0x1.8p+1 3\n";
  std::ofstream(folder + "/old.json") << "{\"format\":\"hologradient-trace/2\",\n";
  std::ofstream(folder + "/old.units") << "block,unit,linear\n";
  fs::create_directory(folder + "/closed");
  for (const char* ending : {".safetensors", ".csv", ".svg", ".model", ".json", ".units", ""}) {
    const std::string file = folder + "/read_only" + ending;
    fs::copy_file(folder + "/old" + ending, file);
    fs::copy_file(folder + "/old" + ending, folder + "/closed/there" + ending);
    fs::permissions(file, fs::perms::owner_read);
    fs::create_symlink(std::string("read_only") + ending, folder + "/to_read_only" + ending);
  }
  fs::permissions(folder + "/closed", fs::perms::owner_read | fs::perms::owner_exec);
}

Try read_only_try(const Attack& attack, const FileFlag& flag, const std::string& place) {
  Try one = plain_try(attack.scenario(flag.scenario));
  one.same_as = nullptr;
  one.prepare = make_read_only;
  one.obeys_permissions = true;
  one.must_fail = true;
  set_flag(one.arguments, flag.flag, place + ending_of(flag.flag));
  return one;
}

// Not for a root whose rights cannot be taken.
bool permissions_hold(const Attack& attack) {
  const std::string folder = attack.folder + "/try";
  fill(folder, attack.scene);
  const Try one = read_only_try(attack, {"export", "--out", true}, "closed/new");
  one.prepare(folder);
  run(attack, folder, one);
  return !fs::exists(folder + "/closed/new.safetensors");
}

}  // namespace

std::vector<Kind> read_only_kinds(const Attack& attack) {
  Words places = {"read_only", "to_read_only"};
  if (permissions_hold(attack)) {
    places.insert(places.end(), {"closed/new", "closed/there"});
  }
  std::vector<Try> tries;
  for (const FileFlag& flag : file_flags()) {
    if (!flag.is_output) continue;
    for (const std::string& place : places) {
      Try one = read_only_try(attack, flag, place);
      if (place == "closed/there") {  // may be written in place
        one.must_fail = false;
        add_output(one, place + ending_of(flag.flag));
      }
      tries.push_back(one);
    }
  }
  return {listed("read-only", "a file or folder that cannot be written", tries)};
}

}  // namespace attack
