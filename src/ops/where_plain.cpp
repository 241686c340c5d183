// where_plain.cpp: chooses a or b for each element, by a condition. y, condition, a and b are [n].
#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// y = condition != 0 ? a : b;  `other` replaces a null a or b
void Plain::where(Output y, const real* condition, const real* a, const real* b, real other,
                  Index n) {
  for (Index i = 0; i < n; ++i) {
    put(y, i, condition[i] != 0 ? (a ? a[i] : other) : (b ? b[i] : other));
  }
}

}  // namespace holo
