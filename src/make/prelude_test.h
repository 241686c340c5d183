// prelude_test.h: see prelude.h. It saves the second that the includes of tests/helpers.h take.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>
