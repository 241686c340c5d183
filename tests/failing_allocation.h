// failing_allocation.h: for tests with too little memory: the test program's operator new, which
// can fail on demand.
#pragma once

namespace failing_allocation {

/// The number of calls of operator new by this thread that succeed before one fails with
/// std::bad_alloc; -1 means all.
extern thread_local long left;
/// If true, all later calls fail too, until `left` is set.
extern thread_local bool for_good;

}  // namespace failing_allocation
