// places.cpp: every flag of a file gets what is no file, or a link to one.
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "attack/places.h"
#include "gpt/training/train_run.h"

namespace attack {

const std::vector<FileFlag>& file_flags() {
  static const std::vector<FileFlag> flags = {{"train, new files", "--out", true},
                                              {"train, new files", "--log", true},
                                              {"train, new files", "--plot", true},
                                              {"train, new files", "--save-tokenizer", true},
                                              {"train, new files", "--trace", true},
                                              {"train, new files", "--data", false},
                                              {"train, new files", "--tokenizer-file", false},
                                              {"resume", "--resume", false},
                                              {"resume", "--log", true},
                                              {"resume", "--plot", true},
                                              {"resume", "--save-tokenizer", true},
                                              {"resume", "--out", true},
                                              {"resume", "--data", false},
                                              {"begin", "--init-from", false},
                                              {"begin", "--out", true},
                                              {"sample", "--from", false},
                                              {"sample weights", "--tokenizer-file", false},
                                              {"export", "--from", false},
                                              {"export", "--out", true},
                                              {"import", "--from", false},
                                              {"import", "--out", true},
                                              {"import", "--tokenizer-file", false},
                                              {"import", "--config", false},
                                              {"explain", "--from", false},
                                              {"explain", "--tokens", false},
                                              {"explain", "--tokenizer-file", false},
                                              {"explain", "--csv", true},
                                              {"explain", "--plot", true},
                                              {"microgpt", "--data", false},
                                              {"microgpt", "--losses", true},
                                              {"demo", "--data", false},
                                              {"demo", "--out", true}};
  return flags;
}

void set_flag(Words& words, const std::string& flag, const std::string& value) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == flag) {
      words[i + 1] = value;
      return;
    }
  }
  words.push_back(flag);
  words.push_back(value);
}

namespace {

// What --keep-best writes beside a file of --out.
void add_best(Try& one, const std::string& path) {
  const Words& words = one.arguments;
  if (std::find(words.begin(), words.end(), "--keep-best") == words.end()) return;
  one.outputs.insert(holo::best_file_of(path));
}

}  // namespace

void add_output(Try& one, const std::string& path) {
  one.outputs.insert(path);
  add_best(one, path);
  if (one.program != "17_demo") return;
  one.outputs.insert(std::filesystem::path(path).replace_extension(".svg").string());
}

namespace {

namespace fs = std::filesystem;

std::string value_of(const Words& words, const std::string& flag) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == flag) return words[i + 1];
  }
  return "";
}

void make_socket(const std::string& folder) {
  struct sockaddr_un address {};
  address.sun_family = AF_UNIX;
  const std::string before = fs::current_path().string();
  fs::current_path(folder);  // the path of a socket has to be short
  std::char_traits<char>::copy(address.sun_path, "socket", 7);
  const int file = ::socket(AF_UNIX, SOCK_STREAM, 0);
  if (::bind(file, reinterpret_cast<const struct sockaddr*>(&address), sizeof address) != 0) {
    std::ofstream("socket");
  }
  ::close(file);
  fs::current_path(before);
}

// What is there besides the scene.
void make_places(const std::string& folder) {
  ::mkfifo((folder + "/fifo").c_str(), 0666);
  fs::create_directory(folder + "/folder");
  std::ofstream(folder + "/empty");
  make_socket(folder);
  fs::create_symlink("loop", folder + "/loop");
  fs::create_symlink("second", folder + "/first");
  fs::create_symlink("first", folder + "/second");
  fs::create_symlink("folder", folder + "/to_folder");
  fs::create_symlink("fifo", folder + "/to_fifo");
  fs::create_symlink("nowhere/file", folder + "/to_nowhere");
  fs::create_symlink("bystander", folder + "/to_bystander");
}

const Words& places() {
  static const Words all = {"fifo",
                            "folder",
                            "socket",
                            "loop",
                            "first",
                            "to_folder",
                            "to_fifo",
                            "to_nowhere",
                            "nowhere/file",
                            "bystander",
                            "names/file",
                            "to_bystander",
                            ".",
                            "..",
                            "/",
                            "new/",
                            "folder/..",
                            "/dev/null",
                            "/dev/full",
                            "/dev/zero",
                            "/dev/tty",
                            "/dev/stdin",
                            "/dev/stdout",
                            "/dev/stderr",
                            "/proc/self/mem",
                            "/proc/self/fd/1",
                            "/proc/self/fd/77",
                            "-",
                            "a\nb/c",
                            "\x1b[2J/x",
                            "\xff/x"};
  return all;
}

Kind special_places(const Attack& attack) {
  const std::size_t count = file_flags().size() * (places().size() + 1);
  return {
      "places", "a FIFO, a folder, a device, ... as a file", count, [&attack](std::size_t number) {
        const FileFlag& flag = file_flags()[number % file_flags().size()];
        const std::size_t which = number / file_flags().size();
        const std::string place = which < places().size() ? places()[which] : std::string(300, 'x');
        Try one = plain_try(attack.scenario(flag.scenario));
        one.same_as = nullptr;
        one.prepare = make_places;
        set_flag(one.arguments, flag.flag, place);
        if (flag.is_output && place == "-") add_output(one, "-");
        return one;
      }};
}

// A link in place of each file: a link to what was given there, a link to a free name, both through
// a second link. Each is followed, and stays a link.
Kind links(const Attack& attack) {
  const std::size_t count = file_flags().size() * 3;
  return {"links", "a link as a file is followed", count, [&attack](std::size_t number) {
            const FileFlag& flag = file_flags()[number % file_flags().size()];
            const std::size_t which = number / file_flags().size();
            Try one = plain_try(attack.scenario(flag.scenario));
            const std::string given = value_of(one.arguments, flag.flag);
            const std::size_t dot = given.rfind('.');
            const std::string ending = dot == std::string::npos ? "" : given.substr(dot);
            const bool is_free = flag.is_output && given.rfind("new", 0) == 0;
            const std::string target = is_free ? "folder/target" + ending : given;
            if (given.empty()) return one;
            one.same_as = nullptr;
            one.must_succeed = true;
            if (is_free) {
              one.outputs.erase(given);
              one.outputs.insert(target);
            }
            const std::string name = (which == 2 ? "again" : "link") + ending;
            if (flag.is_output && one.program == "17_demo") {
              one.outputs.insert(fs::path(name).replace_extension(".svg").string());
            }
            if (flag.is_output) add_best(one, name);
            one.prepare = [=](const std::string& folder) {
              fs::create_directory(folder + "/folder");
              const std::string first =
                  which == 1 ? fs::absolute(folder + "/" + target).string() : target;
              fs::create_symlink(first, folder + "/link" + ending);
              fs::create_symlink("link" + ending, folder + "/again" + ending);
            };
            set_flag(one.arguments, flag.flag, name);
            return one;
          }};
}

// A file may have any name: one that a program gives to another kind of file, or one that is no
// plain text. In two words and in one.
Kind odd_names(const Attack& attack) {
  std::vector<Try> tries;
  for (const FileFlag& flag : file_flags()) {
    for (const char* name :
         {"odd.csv", "odd.svg", "odd.model", "odd.safetensors", "odd.json", "odd", "\xff\xfe",
          "a\xff.csv", "\x1b[31m", "a\nb", "\u202e", "\u0085"}) {
      for (const bool in_one_word : {false, true}) {
        Try one = plain_try(attack.scenario(flag.scenario));
        one.same_as = nullptr;
        set_flag(one.arguments, flag.flag, name);
        if (in_one_word) {
          const auto at = std::find(one.arguments.begin(), one.arguments.end(), flag.flag);
          *at += "=" + *(at + 1);
          one.arguments.erase(at + 1);
        }
        if (flag.is_output) add_output(one, name);
        tries.push_back(one);
      }
    }
  }
  return listed("names", "a file by an odd name", tries);
}

// An empty file, as mktemp makes it, is as good as none.
Kind empty_files(const Attack& attack) {
  std::vector<FileFlag> flags;
  for (const FileFlag& flag : file_flags()) {
    const Words& words = attack.scenario(flag.scenario).arguments;
    if (flag.is_output && flag.scenario != "resume" && !value_of(words, flag.flag).empty()) {
      flags.push_back(flag);
    }
  }
  const std::size_t count = flags.size();
  return {"empty", "an output that is there and is empty", count, [&attack, flags](std::size_t i) {
            Try one = plain_try(attack.scenario(flags[i].scenario));
            const std::string path = value_of(one.arguments, flags[i].flag);
            one.prepare = [path](const std::string& folder) { std::ofstream(folder + "/" + path); };
            one.must_succeed = true;
            return one;
          }};
}

// What a crash left. The run that replaces the file writes it anew.
Kind strays(const Attack& attack) {
  const std::vector<std::string> names = {"train, files that are there", "resume", "export",
                                          "import"};
  return {"strays", "a temporary file of an earlier crash", names.size(),
          [=, &attack](std::size_t i) {
            Try one = plain_try(attack.scenario(names[i]));
            std::string model;
            for (const std::string& output : one.outputs) {
              if (output.find(".safetensors") != std::string::npos) model = output;
            }
            const std::string stray = model + ".holo.tmp";
            one.outputs.insert(stray);
            one.prepare = [=](const std::string& folder) {
              std::ofstream(folder + "/" + stray) << "cut";
            };
            one.must_succeed = true;
            return one;
          }};
}

}  // namespace

std::vector<Kind> place_kinds(const Attack& attack) {
  return {special_places(attack), odd_names(attack), links(attack), empty_files(attack),
          strays(attack)};
}

}  // namespace attack
