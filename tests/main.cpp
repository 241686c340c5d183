// main.cpp: the test program. Every *_test.cpp beside it says what is promised.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
