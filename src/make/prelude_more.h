// prelude_more.h: see prelude.h.
#include <fmt/format.h>

#include <functional>
#include <map>
#include <memory>
