//===- ScaleLayoutInterface.cpp - Where a scale is stored -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Interfaces/ScaleLayoutInterface.h"

#include "lowp/Interfaces/ScaleLayoutInterface.cpp.inc"
