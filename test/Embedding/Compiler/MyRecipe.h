//===- MyRecipe.h - A dialect with a recipe of one's own --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYRECIPE_H
#define MYRECIPE_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Interfaces/RecipeInterface.h"
#include "mlir/IR/Dialect.h"

#include "MyDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "MyAttrs.h.inc"

#endif // MYRECIPE_H
