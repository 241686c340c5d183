// prelude.h: the headers that cost most to read, precompiled for each kind of source (PCH=1): here
// those of kernels, in prelude_more.h those of all others. Nothing of the project, and nothing that
// a source may rely on: PCH=0 builds without it.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
