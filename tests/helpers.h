// helpers.h: what many tests need: the error of a call, devices, single numbers of a tensor, and
// files, processes and stacks of a test's own.
#pragma once

#include <doctest/doctest.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "holo/check.h"
#include "holo/device.h"
#include "holo/tensor.h"

// ---- texts and errors ----

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The number of times that `part` occurs in `text`.
inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// What the first group of a regular expression matches, or all of it without a group, at each
/// place.
std::vector<std::string> matches(const std::string& text, const std::string& pattern);

/// The message of the holo::Error that `call` throws; "no error" if it throws none.
inline std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const holo::Error& error) {
    return error.what();
  }
  return "no error";
}

/// The message without its hint.
inline std::string message_without_hint(const std::function<void()>& call) {
  try {
    call();
  } catch (const holo::Error& error) {
    return error.where() + ": " + error.found() + "; expected " + error.expected();
  }
  return "no error";
}

namespace holo {

/// The E that `call` throws. If it throws none, the test ends.
template <class E, class F>
E error_of(F&& call) {
  try {
    call();
  } catch (const E& error) {
    return error;
  }
  FAIL("not refused");
  throw;
}

/// Checks that `call` throws an E whose whole text is `text`.
template <class E, class F>
void check_error(const std::string& text, F&& call) {
  CAPTURE(text);
  CHECK(std::string(error_of<E>(call).what()) == text);
}

/// Checks that `call` throws an E with `part` in its text.
template <class E, class F>
void check_error_with(const std::string& part, F&& call) {
  CAPTURE(part);
  const std::string text = error_of<E>(call).what();
  CHECK_MESSAGE(::contains(text, part), text);
}

// ---- devices ----

/// Sets the default device while it lives. Only the cpu promises equal bits for any number of
/// threads, so tests of this promise ask for the cpu. Tests that train long ask for it too.
class OnDevice {
 public:
  explicit OnDevice(Device device) : before_(default_device()) { set_default_device(device); }
  ~OnDevice() { set_default_device(before_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  Device before_;
};

/// True for equal bytes, including the sign of zero and NaN.
inline bool same_bits(const std::vector<real>& a, const std::vector<real>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(real)) == 0);
}

// ---- numbers ----

/// The number at i, which has any integer type, on any device.
template <class I>
real element(const Tensor& x, I i) {
  real value = 0;
  x.backend().download(&value, x.data() + static_cast<Index>(i), sizeof value);
  return value;
}

inline void set_element(const Tensor& x, Index i, double value) {
  const real number = static_cast<real>(value);
  x.backend().upload(x.node().data + i, &number, sizeof number);
}

/// Normal random numbers, by Marsaglia's polar method: the same numbers as libstdc++'s. Without
/// optimisation a std::normal_distribution would take most of the tests' time.
class NormalNumbers {
 public:
  double operator()(std::minstd_rand& bits) {
    if (has_next_) {
      has_next_ = false;
      return next_;
    }
    double x, y, square;
    do {
      x = 2 * uniform(bits) - 1;
      y = 2 * uniform(bits) - 1;
      square = x * x + y * y;
    } while (square > 1 || square == 0);
    const double factor = std::sqrt(-2 * std::log(square) / square);
    next_ = x * factor;
    has_next_ = true;
    return y * factor;
  }

 private:
  /// A number in [0, 1) from two numbers from 1 to 2147483646.
  static double uniform(std::minstd_rand& bits) {
    constexpr double range = 2147483646;
    const double low = double(bits() - 1);
    return (low + double(bits() - 1) * range) / (range * range);
  }

  bool has_next_ = false;
  double next_ = 0;
};

}  // namespace holo

// ---- files, processes, the environment, stacks ----

/// A temporary folder, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "holo_files_XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string name(const std::string& file) const { return (path_ / file).string(); }
  std::string write(const std::string& file, const std::string& text) const {
    std::ofstream(name(file), std::ios::binary) << text;
    return name(file);
  }
  std::string read(const std::string& file) const {
    std::ifstream stream(name(file), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  /// The number of files, which shows a temporary file that was left behind.
  std::size_t count() const {
    const std::filesystem::directory_iterator begin(path_), end;
    return static_cast<std::size_t>(std::distance(begin, end));
  }

 private:
  std::filesystem::path path_;
};

/// A copy of this process that runs `code`, a function that returns the exit code, and ends; 99 if
/// it throws. A CHECK inside does not count.
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

  /// The exit code, or 128 plus the signal that ended it.
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

/// Sets a variable of the environment while it lives.
class EnvironmentSetting {
 public:
  EnvironmentSetting(const char* name, const std::string& value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~EnvironmentSetting() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }
  EnvironmentSetting(const EnvironmentSetting&) = delete;
  EnvironmentSetting& operator=(const EnvironmentSetting&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

/// The result of `check` on a thread with a stack of 256 KiB, which has no room for recursion.
inline std::string on_small_stack(const std::function<std::string()>& check) {
  struct Call {
    const std::function<std::string()>& check;
    std::string wrong;
  } call{check, "did not run"};
  const auto run = [](void* argument) -> void* {
    Call& made = *static_cast<Call*>(argument);
    made.wrong = made.check();
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_t thread;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, 256 * 1024) == 0);
  REQUIRE(pthread_create(&thread, &attributes, run, &call) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  return call.wrong;
}
