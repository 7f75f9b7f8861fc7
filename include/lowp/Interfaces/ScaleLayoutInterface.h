//===- ScaleLayoutInterface.h - Where a scale is stored ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_SCALELAYOUTINTERFACE_H
#define LOWP_INTERFACES_SCALELAYOUTINTERFACE_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Attributes.h"

#include "lowp/Interfaces/ScaleLayoutInterface.h.inc"

#endif // LOWP_INTERFACES_SCALELAYOUTINTERFACE_H
