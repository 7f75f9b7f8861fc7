//===- ReifyScaledOpInterface.cpp - Sizes of results ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Interfaces/ReifyScaledOpInterface.h"

#include "lowp/Interfaces/ReifyScaledOpInterface.cpp.inc"
