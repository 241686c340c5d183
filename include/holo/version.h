// version.h: the version, in one place. The Makefile, pkg-config and CMake get it from here.
#pragma once

#define HOLO_VERSION_MAJOR 0
#define HOLO_VERSION_MINOR 2
#define HOLO_VERSION_PATCH 0
