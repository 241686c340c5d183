// prelude_test.h: see prelude.h. What tests/helpers.h includes takes a second without it.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>
