// prelude.h: the standard headers that cost most to read, precompiled. Nothing of the project, and
// nothing that a source may rely on: make UNITY=0 builds without it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#ifdef HOLO_PRELUDE_OF_TESTS
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>
#endif
