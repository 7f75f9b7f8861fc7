//===- LowpToLinalg.h - The reference path ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPTOLINALG_LOWPTOLINALG_H
#define LOWP_CONVERSION_LOWPTOLINALG_LOWPTOLINALG_H

#include <memory>

namespace mlir {
class Pass;

namespace lowp {
#define GEN_PASS_DECL
#include "lowp/Conversion/LowpToLinalg/LowpToLinalg.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Conversion/LowpToLinalg/LowpToLinalg.h.inc"

} // namespace lowp
} // namespace mlir

#endif // LOWP_CONVERSION_LOWPTOLINALG_LOWPTOLINALG_H
