//===- ReifyScaledOpInterface.h - Sizes of results --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_REIFYSCALEDOPINTERFACE_H
#define LOWP_INTERFACES_REIFYSCALEDOPINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "lowp/Interfaces/ReifyScaledOpInterface.h.inc"

#endif // LOWP_INTERFACES_REIFYSCALEDOPINTERFACE_H
