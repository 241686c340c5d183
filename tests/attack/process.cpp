// process.cpp: fork, what is to be hard, exec, wait.
#include "attack/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/capability.h>
#include <sys/prctl.h>
#endif

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "base/sanitizers.h"

namespace attack {
namespace {

constexpr double most_seconds = 60;  // a disk that others keep busy makes an fsync wait long

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::map<std::string, std::string> environment_of(const Attack& attack, const Try& one) {
  std::map<std::string, std::string> variables = {
      {"PATH", "/usr/bin:/bin"}, {"OMP_NUM_THREADS", "1"}, {"HOLO_PROGRESS", "off"}};
  if (!attack.shim.empty()) {
    variables["LD_PRELOAD"] = attack.shim;
    variables["HOLO_FAULT_REPORT"] = attack.folder + "/report";
    if (!one.fault.empty()) variables["HOLO_FAULT"] = one.fault;
  }
  for (const char* name : {"ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH"}) {
    if (const char* const value = std::getenv(name)) variables[name] = value;
  }
  for (const auto& [name, value] : one.environment) variables[name] = value;
  return variables;
}

std::vector<char*> pointers(Words& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

void put(int descriptor, const char* path, int flags) {
  const int file = ::open(path, flags | O_CLOEXEC);
  if (file >= 0) ::dup2(file, descriptor);
}

// What the program writes on one of its descriptors: a pipe, emptied while it runs.
class Pipe {
 public:
  Pipe() {
    if (::pipe(ends_) != 0) throw std::runtime_error("no pipe");
    for (const int end : ends_) ::fcntl(end, F_SETFD, FD_CLOEXEC);
    ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
  }
  ~Pipe() {
    for (const int end : ends_) {
      if (end >= 0) ::close(end);
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int in() const { return ends_[1]; }
  int out() const { return ends_[0]; }
  void close(int end) {
    ::close(ends_[end]);
    ends_[end] = -1;
  }
  void empty() {
    constexpr std::size_t most = 1 << 16;
    char piece[4096];
    for (ssize_t n = 0; (n = ::read(ends_[0], piece, sizeof piece)) > 0;) {
      bytes += static_cast<std::size_t>(n);
      if (text.size() < most) text.append(piece, static_cast<std::size_t>(n));
    }
  }
  std::string text;  // the first 64 KiB or so
  std::size_t bytes = 0;

 private:
  int ends_[2] = {-1, -1};
};

void set_limit(int resource, long most) {
  const auto value = static_cast<rlim_t>(most);
  const struct rlimit limit = {value, value};
  ::setrlimit(static_cast<decltype(RLIMIT_AS)>(resource), &limit);
}

// Root may write where permissions say otherwise; the program that is started then may not.
void obey_permissions() {
#ifdef __linux__
  ::prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0);
#endif
}

// In the child. What it was given: everything is made before the fork.
[[noreturn]] void become(const std::string& folder, const Try& one, const Pipe& out,
                         const Pipe& err, char* const* arguments, char* const* environment) {
  ::setsid();
  put(0, "/dev/null", O_RDONLY);
  ::dup2(out.in(), 1);
  ::dup2(err.in(), 2);
  if (one.standard_output.rfind("/", 0) == 0) put(1, one.standard_output.c_str(), O_WRONLY);
  if (::chdir(folder.c_str()) != 0) ::_exit(126);
  for (const char digit : one.closed) ::close(digit - '0');
  set_limit(RLIMIT_CORE, 0);
  constexpr bool has_sanitizer =
      HOLO_ADDRESS_SANITIZER || HOLO_THREAD_SANITIZER;  // takes terabytes
  if (one.most_memory > 0 && !has_sanitizer) set_limit(RLIMIT_AS, one.most_memory);
  for (const auto& [resource, most] : one.limits) set_limit(resource, most);
  if (one.obeys_permissions) obey_permissions();
  ::execve(arguments[0], arguments, environment);
  ::_exit(127);
}

// Waits, and sends the signals when it is time.
int wait_for(pid_t child, const Try& one, Pipe& out, Pipe& err, bool& timed_out) {
  const double start = now();
  std::size_t sent = 0;
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    const double seconds = now() - start;
    while (sent < one.signals.size() && seconds * 1e6 >= one.signals[sent].microseconds) {
      ::kill(child, one.signals[sent++].number);
    }
    if (seconds > most_seconds) {
      timed_out = true;
      ::kill(-child, SIGKILL);
    }
    struct pollfd ends[2] = {{out.out(), POLLIN, 0}, {err.out(), POLLIN, 0}};
    const bool is_waiting = sent < one.signals.size();
    if (::poll(ends, 2, is_waiting ? 0 : 1) > 0) {
      out.empty();
      err.empty();
    }
    // A pipe that its writers have closed would end every wait at once.
    if (is_waiting || ((ends[0].revents | ends[1].revents) & POLLHUP) != 0) ::usleep(100);
  }
  ::kill(-child, SIGKILL);  // what it may have started
  out.empty();
  err.empty();
  return status;
}

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

Result run(const Attack& attack, const std::string& folder, const Try& one) {
  Words words = one.arguments, variables;
  words.insert(words.begin(), attack.programs + "/" + one.program);
  for (const auto& [name, value] : environment_of(attack, one))
    variables.push_back(name + "=" + value);
  const std::vector<char*> arguments = pointers(words), environment = pointers(variables);
  ::unlink((attack.folder + "/report").c_str());

  Result result;
  Pipe out, err;
  if (one.standard_output == "|") out.close(0);
  const pid_t child = ::fork();
  if (child < 0) return result;
  if (child == 0) become(folder, one, out, err, arguments.data(), environment.data());
  out.close(1);
  err.close(1);
  const int status = wait_for(child, one, out, err, result.timed_out);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  result.out = out.text;
  result.err = err.text;
  result.out_bytes = out.bytes;
  std::ifstream report(attack.folder + "/report");
  std::string name;
  for (long calls = 0; report >> name >> calls;) result.calls[name] = calls;
  return result;
}

std::string command_of(const Attack& attack, const Try& one) {
  std::string command;
  const std::map<int, std::string> letters = {
      {RLIMIT_FSIZE, "-f"}, {RLIMIT_AS, "-v"}, {RLIMIT_NOFILE, "-n"}, {RLIMIT_STACK, "-s"}};
  for (const auto& [resource, most] : one.limits) {
    const long unit = resource == RLIMIT_NOFILE ? 1 : 1024;  // -f of bash as well
    command += fmt::format("ulimit {} {}; ", letters.at(resource), most / unit);
  }
  if (one.obeys_permissions && ::geteuid() == 0) {
    command += "setpriv --bounding-set -dac_override ";
  }
  command += "env";
  for (const auto& [name, value] : environment_of(attack, one)) {
    if (name != "PATH" && name != "HOLO_FAULT_REPORT")
      command += fmt::format(" {}={}", name, quoted(value));
  }
  command += " " + attack.programs + "/" + one.program;
  for (const std::string& word : one.arguments) command += " " + quoted(word);
  if (one.standard_output == "|") command += " | true";
  if (one.standard_output.size() > 1) command += " > " + one.standard_output;
  for (const char digit : one.closed)
    command += fmt::format(" {}{}&-", digit, digit == '0' ? '<' : '>');
  for (const Signal& signal : one.signals) {
    command +=
        fmt::format(" # signal {} after {} microseconds", signal.number, signal.microseconds);
  }
  return command;
}

}  // namespace attack
