// shim.cpp: a shared object for LD_PRELOAD that stands between a program and the system, and lets
// the k-th call of a kind fail, end the program, or send it a signal. Calls are counted from main()
// on.
//
//   HOLO_FAULT="write 3 28"     the third write fails with error 28 (ENOSPC)
//   HOLO_FAULT="write 3+ 28"    so do all behind it
//   HOLO_FAULT="rename 1 -9"    at the first rename the program gets signal 9, before the call
//   HOLO_FAULT="alloc 100 12"   the hundredth allocation finds no memory
//   HOLO_FAULT_REPORT=FILE      at the end the number of calls of each kind, one a line
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

enum Kind {
  OPEN,
  READ,
  WRITE,
  FSYNC,
  CLOSE,
  RENAME,
  UNLINK,
  TRUNCATE,
  FOLDER,
  ALLOC,
  THREAD,
  kinds
};
constexpr const char* names[kinds] = {"open",   "read",     "write",  "fsync", "close", "rename",
                                      "unlink", "truncate", "folder", "alloc", "thread"};

std::atomic<bool> counting{false};
std::atomic<long> counts[kinds];
int wanted_kind = -1;
long wanted_call = 0;
bool for_good = false;
int action = 0;  // above 0: an error; below 0: a signal

// True when this call has to fail; errno says how.
bool fails(Kind kind) {
  if (!counting.load(std::memory_order_relaxed)) return false;
  const long call = ++counts[kind];
  if (kind != wanted_kind || (for_good ? call < wanted_call : call != wanted_call)) return false;
  if (action < 0) {
    ::kill(::getpid(), -action);
    return false;
  }
  errno = action;
  return true;
}

// The function of this name behind ours.
template <class Function>
Function next(Function, const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}
#define NEXT(name) static const auto real = next(&::name, #name)

// Memory for dlsym() itself, before the functions behind ours are known.
alignas(16) char first_bytes[1 << 16];
std::size_t first_used = 0;
bool is_first(const void* memory) {
  return memory >= first_bytes && memory < first_bytes + sizeof first_bytes;
}
void* first_memory(std::size_t bytes) {
  void* const memory = first_bytes + first_used;
  first_used += (bytes + 15) / 16 * 16;
  if (first_used > sizeof first_bytes) std::abort();
  return memory;
}

struct Memory {
  void* (*malloc)(std::size_t) = nullptr;
  void* (*calloc)(std::size_t, std::size_t) = nullptr;
  void* (*realloc)(void*, std::size_t) = nullptr;
  void* (*aligned_alloc)(std::size_t, std::size_t) = nullptr;
  int (*posix_memalign)(void**, std::size_t, std::size_t) = nullptr;
  void (*free)(void*) = nullptr;
};
Memory memory;
bool asking = false;

bool know_memory() {
  if (memory.free != nullptr) return true;
  if (asking) return false;
  asking = true;
  memory.malloc = next(&::malloc, "malloc");
  memory.calloc = next(&::calloc, "calloc");
  memory.realloc = next(&::realloc, "realloc");
  memory.aligned_alloc = next(&::aligned_alloc, "aligned_alloc");
  memory.posix_memalign = next(&::posix_memalign, "posix_memalign");
  memory.free = next(&::free, "free");
  asking = false;
  return true;
}

void read_wish() {
  const char* const wish = std::getenv("HOLO_FAULT");
  char name[16], more[2] = "";
  if (wish == nullptr) return;
  if (std::sscanf(wish, "%15s %ld%1[+] %d", name, &wanted_call, more, &action) != 4 &&
      std::sscanf(wish, "%15s %ld %d", name, &wanted_call, &action) != 3) {
    return;
  }
  for_good = more[0] == '+';
  for (int i = 0; i < kinds; ++i) {
    if (std::strcmp(name, names[i]) == 0) wanted_kind = i;
  }
}

void report() {
  counting = false;
  const char* const path = std::getenv("HOLO_FAULT_REPORT");
  if (path == nullptr) return;
  std::signal(SIGXFSZ, SIG_IGN);
  FILE* const file = std::fopen(path, "w");
  if (file == nullptr) return;
  for (int i = 0; i < kinds; ++i) std::fprintf(file, "%s %ld\n", names[i], counts[i].load());
  std::fclose(file);
}

using Main = int (*)(int, char**, char**);
Main real_main = nullptr;

int counted_main(int argc, char** argv, char** environment) {
  read_wish();
  counting = true;
  const int code = real_main(argc, argv, environment);
  report();
  return code;
}

}  // namespace

extern "C" {

int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*rtld_fini)(), void* stack_end) {
  real_main = main;
  using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  const auto real = reinterpret_cast<Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return real(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}

// ---- files ----

static mode_t mode_of(int flags, va_list rest) {
  return (flags & O_CREAT) != 0 ? static_cast<mode_t>(va_arg(rest, int)) : 0;
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  NEXT(open);
  return fails(OPEN) ? -1 : real(path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  NEXT(openat);
  return fails(OPEN) ? -1 : real(folder, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  NEXT(open64);
  return fails(OPEN) ? -1 : real(path, flags, mode);
}
FILE* fopen(const char* path, const char* how) {
  NEXT(fopen);
  return fails(OPEN) ? nullptr : real(path, how);
}
FILE* fopen64(const char* path, const char* how) {
  NEXT(fopen64);
  return fails(OPEN) ? nullptr : real(path, how);
}
ssize_t read(int descriptor, void* bytes, size_t count) {
  NEXT(read);
  return fails(READ) ? -1 : real(descriptor, bytes, count);
}
ssize_t pread(int descriptor, void* bytes, size_t count, off_t at) {
  NEXT(pread);
  return fails(READ) ? -1 : real(descriptor, bytes, count, at);
}
ssize_t write(int descriptor, const void* bytes, size_t count) {
  NEXT(write);
  return fails(WRITE) ? -1 : real(descriptor, bytes, count);
}
ssize_t writev(int descriptor, const struct iovec* parts, int count) {
  NEXT(writev);
  return fails(WRITE) ? -1 : real(descriptor, parts, count);
}
int fsync(int descriptor) {
  NEXT(fsync);
  return fails(FSYNC) ? -1 : real(descriptor);
}
int close(int descriptor) {
  NEXT(close);
  const bool now = fails(CLOSE);
  const int error = errno, result = real(descriptor);  // a descriptor is gone, whatever close says
  if (now) errno = error;
  return now ? -1 : result;
}
int rename(const char* from, const char* to) {
  NEXT(rename);
  return fails(RENAME) ? -1 : real(from, to);
}
int unlink(const char* path) {
  NEXT(unlink);
  return fails(UNLINK) ? -1 : real(path);
}
int unlinkat(int folder, const char* path, int flags) {
  NEXT(unlinkat);
  return fails(UNLINK) ? -1 : real(folder, path, flags);
}
int remove(const char* path) {
  NEXT(remove);
  return fails(UNLINK) ? -1 : real(path);
}
int truncate(const char* path, off_t size) {
  NEXT(truncate);
  return fails(TRUNCATE) ? -1 : real(path, size);
}
int ftruncate(int descriptor, off_t size) {
  NEXT(ftruncate);
  return fails(TRUNCATE) ? -1 : real(descriptor, size);
}
int mkdir(const char* path, mode_t mode) {
  NEXT(mkdir);
  return fails(FOLDER) ? -1 : real(path, mode);
}

// ---- memory ----

void* malloc(size_t bytes) {
  if (!know_memory()) return first_memory(bytes);
  return fails(ALLOC) ? nullptr : memory.malloc(bytes);
}
void* calloc(size_t count, size_t bytes) {
  if (!know_memory()) return first_memory(count * bytes);
  return fails(ALLOC) ? nullptr : memory.calloc(count, bytes);
}
void* realloc(void* old, size_t bytes) {
  if (!know_memory()) std::abort();
  return fails(ALLOC) ? nullptr : memory.realloc(old, bytes);
}
void* aligned_alloc(size_t alignment, size_t bytes) {
  if (!know_memory()) std::abort();
  return fails(ALLOC) ? nullptr : memory.aligned_alloc(alignment, bytes);
}
int posix_memalign(void** result, size_t alignment, size_t bytes) {
  if (!know_memory()) std::abort();
  return fails(ALLOC) ? ENOMEM : memory.posix_memalign(result, alignment, bytes);
}
void free(void* old) {
  if (!is_first(old) && know_memory()) memory.free(old);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                   void* argument) {
  NEXT(pthread_create);
  return fails(THREAD) ? EAGAIN : real(thread, attributes, run, argument);
}

}  // extern "C"
