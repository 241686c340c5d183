// failing_allocation.h: for the tests of memory that runs out: operator new of the test program,
// which can be told to fail.
#pragma once

namespace failing_allocation {

/// How many calls of operator new by this thread succeed before one fails with std::bad_alloc; -1:
/// all do.
extern thread_local long left;
/// After that one all fail, until `left` is set; otherwise it is the only one.
extern thread_local bool for_good;

}  // namespace failing_allocation
