// where_plain.cpp: a condition chooses one of two numbers: y, condition, a, b [n].
#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// y = condition != 0 ? a : b;  a null a or b is replaced by `other`
void Plain::where(Output y, const real* condition, const real* a, const real* b, real other,
                  Index n) {
  for (Index i = 0; i < n; ++i) {
    put(y, i, condition[i] != 0 ? (a ? a[i] : other) : (b ? b[i] : other));
  }
}

}  // namespace holo
