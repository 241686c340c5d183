// seeded_race.cpp: what the race detector must see, and what it must not: it is tried on these two
// loops before the tests are believed. Argument: race, or none.
#include <cstdio>
#include <cstring>

namespace {

constexpr int n = 1'000'000;

// Every thread reads and writes the same number, unsynchronised.
long racing_sum() {
  long sum = 0;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < n; ++i) sum += i;
  return sum;
}

// Each thread has its own, and OpenMP adds them up.
long safe_sum() {
  long sum = 0;
#pragma omp parallel for num_threads(4) reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += i;
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const bool race = argc == 2 && std::strcmp(argv[1], "race") == 0;
  std::printf("sum: %ld\n", race ? racing_sum() : safe_sum());
}
