//===- DataLayoutInterface.cpp - Where a datum is stored ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Interfaces/DataLayoutInterface.h"

#include "lowp/Interfaces/DataLayoutInterface.cpp.inc"
