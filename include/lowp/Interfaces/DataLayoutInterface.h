//===- DataLayoutInterface.h - Where a datum is stored ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_DATALAYOUTINTERFACE_H
#define LOWP_INTERFACES_DATALAYOUTINTERFACE_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Attributes.h"

#include "lowp/Interfaces/DataLayoutInterface.h.inc"

#endif // LOWP_INTERFACES_DATALAYOUTINTERFACE_H
