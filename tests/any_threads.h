#pragma once
#include "helpers.h"
