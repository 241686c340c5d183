# names_of_headers.awk: the names of the standard library and of fmt that a file uses without their header: neither the
# file includes it nor a header of the project that the file includes. Such a file compiles as long as another header
# happens to bring the name, and stops to compile with another version of the library.
#
# In: the sources and headers of the project, named from its root. Out: lines "FILE: NAME needs <HEADER>".

# names_of HEADERS NAMES: each of NAMES is in each of HEADERS.
function names_of(headers, names, list, n) {
  for (n = split(names, list, " "); n > 0; --n) home[list[n]] = " " headers " "
}

BEGIN {
  names_of("fmt/format.h", "fmt::format fmt::print fmt::runtime fmt::to_string fmt::arg fmt::format_to fmt::memory_buffer")
  names_of("fmt/ranges.h", "fmt::join")
  names_of("fmt/std.h fmt/ostream.h", "fmt::streamed")
  names_of("fmt/color.h", "fmt::styled fmt::fg fmt::bg fmt::emphasis fmt::text_style")
  names_of("fmt/printf.h", "fmt::sprintf fmt::printf")
  names_of("algorithm", "std::sort std::stable_sort std::find std::find_if std::count std::count_if std::any_of std::all_of \
    std::none_of std::min std::max std::clamp std::min_element std::max_element std::copy std::copy_n std::fill std::fill_n \
    std::transform std::reverse std::rotate std::unique std::replace std::equal std::lower_bound std::upper_bound std::for_each")
  names_of("numeric", "std::accumulate std::iota std::inner_product std::partial_sum")
  names_of("functional", "std::function std::greater std::multiplies std::reference_wrapper std::bind std::invoke")
  names_of("cstdint", "std::int8_t std::int16_t std::int32_t std::int64_t std::uint8_t std::uint16_t std::uint32_t std::uint64_t std::uintptr_t")
  names_of("cstddef cstdlib cstring cstdio ctime vector span array string", "std::size_t")
  names_of("cstddef", "std::ptrdiff_t std::byte std::max_align_t")
  names_of("memory", "std::unique_ptr std::shared_ptr std::weak_ptr std::make_unique std::make_shared")
  names_of("utility", "std::exchange std::as_const std::declval std::index_sequence std::forward")
  names_of("utility algorithm", "std::move std::swap")
  names_of("utility map", "std::pair std::make_pair")
  names_of("iterator", "std::back_inserter std::inserter std::istreambuf_iterator std::next std::prev std::distance std::advance")
  names_of("string", "std::to_string std::stod std::stoi std::getline")
  names_of("string sstream filesystem", "std::string")
  for (n = split("string_view vector array map set unordered_map unordered_set deque queue span optional variant atomic thread \
    mutex condition_variable chrono filesystem complex tuple", same, " "); n > 0; --n) names_of(same[n], "std::" same[n])
  names_of("optional", "std::nullopt")
  names_of("variant", "std::visit std::get_if std::holds_alternative std::monostate")
  names_of("tuple", "std::tie std::make_tuple")
  names_of("limits", "std::numeric_limits")
  names_of("stdexcept", "std::runtime_error std::logic_error std::invalid_argument std::out_of_range std::length_error")
  names_of("exception stdexcept", "std::exception")
  names_of("exception", "std::exception_ptr std::current_exception std::rethrow_exception")
  names_of("new", "std::bad_alloc std::nothrow")
  names_of("cmath", "std::sqrt std::exp std::log std::log1p std::expm1 std::tanh std::sin std::cos std::pow std::isnan std::isinf \
    std::isfinite std::floor std::ceil std::fma std::ldexp std::nextafter std::erf std::round std::copysign std::signbit")
  names_of("cstdlib", "std::getenv std::exit std::abort std::strtod std::strtol std::malloc std::free std::system")
  names_of("cstring", "std::memcpy std::memset std::memcmp std::memmove std::strlen std::strcmp std::strerror")
  names_of("cstdio", "std::printf std::puts std::fprintf std::snprintf std::fopen std::fclose std::fflush std::fwrite std::fread")
  names_of("fstream", "std::ifstream std::ofstream")
  names_of("sstream", "std::ostringstream std::istringstream std::stringstream")
  names_of("iostream", "std::cout std::cin std::cerr")
  names_of("charconv", "std::from_chars std::to_chars")
  names_of("system_error charconv", "std::errc")
  names_of("system_error filesystem", "std::error_code")
  names_of("bit", "std::bit_cast std::popcount std::countl_zero std::bit_width")
  names_of("type_traits", "std::is_same_v std::conditional_t std::decay_t std::is_enum_v std::is_floating_point_v std::enable_if_t")
  names_of("concepts", "std::same_as std::integral std::floating_point std::convertible_to std::invocable")
  names_of("random", "std::mt19937 std::mt19937_64 std::random_device std::normal_distribution")
  names_of("csignal", "std::signal std::sig_atomic_t std::raise")
}

FNR == 1 { known[FILENAME] = 1 }
/^# *include *[<"]/ {
  name = $0
  sub(/^# *include *[<"]/, "", name)
  sub(/[>"].*/, "", name)
  included[FILENAME] = included[FILENAME] " " name
  next
}
{
  gsub(/\\./, "")
  gsub(/"[^"]*"/, "")
  sub(/\/\/.*/, "")
  while (match($0, /(std|fmt)::[a-z_0-9]+/)) {
    name = substr($0, RSTART, RLENGTH)
    if (name in home && index(uses[FILENAME] " ", " " name " ") == 0) uses[FILENAME] = uses[FILENAME] " " name
    $0 = substr($0, RSTART + RLENGTH)
  }
}

# file_of NAME FROM: the file of the project behind #include "NAME", or nothing.
function file_of(name, from, folder) {
  folder = from
  sub(/[^\/]*$/, "", folder)
  if (("include/" name) in known) return "include/" name
  if (("src/" name) in known) return "src/" name
  if (("examples/" name) in known) return "examples/" name
  if (("tests/" name) in known) return "tests/" name
  return (folder name) in known ? folder name : ""
}
# collect FILE: marks in `seen` all that it includes.
function collect(file, names, n, next_file) {
  for (n = split(included[file], names, " "); n > 0; --n) {
    if (names[n] in seen) continue
    seen[names[n]]
    next_file = file_of(names[n], file)
    if (next_file != "") collect(next_file)
  }
}

END {
  for (file in uses) {
    split("", seen)
    collect(file)
    for (n = split(uses[file], names, " "); n > 0; --n) {
      there = 0
      for (m = split(home[names[n]], headers, " "); m > 0; --m) if (headers[m] in seen) there = 1
      if (!there) print file ": " names[n] " needs <" headers[1] ">"
    }
  }
}
