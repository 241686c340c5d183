#!/bin/sh
# fmt_library.sh FOLDER COMMAND...: for a compiler of another kind of machine, makes FOLDER/include with only the
# headers of fmt, and FOLDER/libfmt.a with COMMAND, a compiler with its flags. In: AR. It does nothing if
# they exist. With FMT_HEADER_ONLY=1 half of the time of each source would go into these headers.
folder=$1
shift
[ ! -e "$folder/libfmt.a" ] || exit 0
mkdir -p "$folder/include" || exit 1
found=$(echo '#include <fmt/format.h>' | c++ -std=c++20 -x c++ -M - | tr ' \\' '\n\n' | grep '/fmt/format\.h$' | head -n 1)
[ -n "$found" ] || { echo 'no header <fmt/format.h> here. Try: make deps' >&2; exit 1; }
ln -sfn "$(dirname "$found")" "$folder/include/fmt"
echo "  LIB    $folder/libfmt.a"
# What the library of fmt 9 to 12 has.
cat > "$folder/fmt.cpp" << 'END'
#include <fmt/format-inl.h>

#include <locale>

FMT_BEGIN_NAMESPACE
#if FMT_VERSION >= 120000
#define HOLO_LOCALE_REF locale_ref
#else
#define HOLO_LOCALE_REF detail::locale_ref
template void detail::vformat_to(detail::buffer<char>&, string_view, format_args, detail::locale_ref);
#endif
template HOLO_LOCALE_REF::locale_ref(const std::locale&);
template auto HOLO_LOCALE_REF::get<std::locale>() const -> std::locale;
namespace detail {
template auto dragonbox::to_decimal(float x) noexcept -> dragonbox::decimal_fp<float>;
template auto dragonbox::to_decimal(double x) noexcept -> dragonbox::decimal_fp<double>;
template auto thousands_sep_impl(HOLO_LOCALE_REF) -> thousands_sep_result<char>;
template auto decimal_point_impl(HOLO_LOCALE_REF) -> char;
template void buffer<char>::append(const char*, const char*);
}  // namespace detail
FMT_END_NAMESPACE
END
"$@" -std=c++20 -O2 -isystem "$folder/include" -c "$folder/fmt.cpp" -o "$folder/fmt.o" &&
  ${AR:-ar} rcs "$folder/libfmt.a" "$folder/fmt.o"
