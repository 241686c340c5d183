// cublas_v2.h of the emulator: stands for that of CUDA.
#pragma once
#include "emulator/cublas.h"
