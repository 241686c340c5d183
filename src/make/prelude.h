// prelude.h: the headers that cost most to read, precompiled once for each build folder (PCH=1).
// Nothing of the project, and nothing that a source may rely on: PCH=0 builds without it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
