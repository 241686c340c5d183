// main.cpp: the program of `make golden`: runs the golden cases in the directory HOLO_GOLDEN, or in
// its argument, and prints what became of them. Exit code 1 when one failed or none passed, 2 when
// the directory cannot be read.
#include <fmt/format.h>

#include <exception>

#include "golden/case.h"
#include "holo/version.h"

int main(int argc, char** argv) {
  const std::string directory = argc > 1 ? argv[1] : golden::directory_from_environment();
  try {
    golden::Set set;
    golden::read_set(directory, set);
    fmt::print("golden cases of {}, engine in {}\n", directory,
               sizeof(holo::real) == 8 ? "double" : "float");
    const golden::Report report = golden::run_set(set);
    fmt::print("{}", golden::to_string(report));
    return report.failed == 0 && report.passed > 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 2;
  }
}
