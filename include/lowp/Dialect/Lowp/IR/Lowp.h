//===- Lowp.h - All of the lowp dialect -------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWP_H
#define LOWP_DIALECT_LOWP_IR_LOWP_H

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Dialect/Lowp/IR/RecipePairing.h"

#endif // LOWP_DIALECT_LOWP_IR_LOWP_H
