// fmt_library.cpp: what the library of fmt 9 to 12 has, made of its headers, for a compiler for
// which this system has none. Half of the time of each source would go into these headers otherwise
// (FMT_HEADER_ONLY=1).
#include <fmt/format-inl.h>

#include <locale>

FMT_BEGIN_NAMESPACE
#if FMT_VERSION >= 120000
#define HOLO_LOCALE_REF locale_ref
#else
#define HOLO_LOCALE_REF detail::locale_ref
template void detail::vformat_to(detail::buffer<char>&, string_view, format_args,
                                 detail::locale_ref);
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
