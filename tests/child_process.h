// child_process.h: for tests with several processes, or of code that may end a process.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <exception>

// A copy of this process that runs `code`, a function that returns the exit code, and ends; 99 if
// it throws. A CHECK inside does not count.
class ChildProcess {
 public:
  template <class Code>
  explicit ChildProcess(Code code) : id_(::fork()) {
    REQUIRE(id_ >= 0);
    if (id_ > 0) return;
    int result = 99;
    try {
      result = code();
    } catch (const std::exception&) {
    }
    ::_exit(result);
  }
  ~ChildProcess() {
    if (id_ > 0) wait();
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t id() const { return id_; }

  // The exit code, or 128 plus the signal that ended it.
  int wait() {
    int status = 0;
    const pid_t ended = ::waitpid(id_, &status, 0);
    REQUIRE(ended == id_);
    id_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t id_;
};
