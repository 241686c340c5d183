// processor_test.cpp: the kind of processor that a bench says it ran on.
#include "bench/bench_table.h"

#include <doctest/doctest.h>

#include <sstream>
#include <string>

namespace processor_test {

using namespace holo;

static std::string processor_in(const std::string& text) {
  std::istringstream cpuinfo(text);
  return processor_of(cpuinfo);
}

TEST_CASE("a processor has the name of its microarchitecture and the one it gives itself") {
  CHECK(processor_in("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\n"
                     "model name\t: AMD EPYC\n\nprocessor\t: 1\nmodel\t\t: 2\n") ==
        "AMD Zen 4 (AMD EPYC)");
  CHECK(processor_in("vendor_id : GenuineIntel\ncpu family : 6\nmodel : 207\n"
                     "model name : Intel(R) Xeon(R) Processor\n") ==
        "Intel Emerald Rapids (Intel(R) Xeon(R) Processor)");
}

TEST_CASE("a processor that is not in the table is named by its numbers") {
  CHECK(processor_in("vendor_id : AuthenticAMD\ncpu family : 99\nmodel : 1\nmodel name : New\n") ==
        "AuthenticAMD family 99 model 1 (New)");
}

TEST_CASE("a text without the numbers of a processor gives none") {
  CHECK(processor_in("") == "unknown processor");
  CHECK(processor_in("Features : fp asimd\n: 3\nno colon\nvendor_id :\n") == "unknown processor");
  CHECK(processor_in("vendor_id : A\ncpu family : 6\nmodel : x\n") == "unknown processor");
  CHECK(processor_in("vendor_id : GenuineIntel\ncpu family : 6\nmodel : 99999999999\n") ==
        "unknown processor");
}

}  // namespace processor_test
