// cublas.h: the part of cuBLAS that the backend calls.
#pragma once

#include "backend/emulator/runtime.h"
