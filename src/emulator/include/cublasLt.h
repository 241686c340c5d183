// cublasLt.h of the emulator: stands for that of CUDA.
#pragma once
#include "emulator/cublas_lt.h"
