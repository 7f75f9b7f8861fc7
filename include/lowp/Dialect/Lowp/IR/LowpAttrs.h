//===- LowpAttrs.h - Attributes of the lowp dialect -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPATTRS_H
#define LOWP_DIALECT_LOWP_IR_LOWPATTRS_H

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Interfaces/DataLayoutInterface.h"
#include "lowp/Interfaces/RecipeInterface.h"
#include "lowp/Interfaces/ScaleLayoutInterface.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

#include "lowp/Dialect/Lowp/IR/LowpEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h.inc"

#endif // LOWP_DIALECT_LOWP_IR_LOWPATTRS_H
