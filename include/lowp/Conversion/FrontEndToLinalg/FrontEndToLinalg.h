//===- FrontEndToLinalg.h - Operations of front ends ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_FRONTENDTOLINALG_FRONTENDTOLINALG_H
#define LOWP_CONVERSION_FRONTENDTOLINALG_FRONTENDTOLINALG_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace mlir::lowp {
#define GEN_PASS_DECL
#include "lowp/Conversion/FrontEndToLinalg/FrontEndToLinalg.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Conversion/FrontEndToLinalg/FrontEndToLinalg.h.inc"
} // namespace mlir::lowp

#endif // LOWP_CONVERSION_FRONTENDTOLINALG_FRONTENDTOLINALG_H
