//===- LayoutPropagationInterface.cpp - Who takes which layout ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Interfaces/LayoutPropagationInterface.h"

#include "lowp/Interfaces/LayoutPropagationInterface.cpp.inc"
