//===- RecipeInterface.cpp - What a quantization recipe knows -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Interfaces/RecipeInterface.h"

#include "lowp/Interfaces/RecipeInterface.cpp.inc"
