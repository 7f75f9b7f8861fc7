//===- FrontEndToLinalg.h - Operations of front ends ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FRONTEND_TOLINALG_FRONTENDTOLINALG_H
#define LOWP_FRONTEND_TOLINALG_FRONTENDTOLINALG_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace mlir::lowp {
#define GEN_PASS_DECL
#include "lowp/FrontEnd/ToLinalg/FrontEndToLinalg.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/FrontEnd/ToLinalg/FrontEndToLinalg.h.inc"
} // namespace mlir::lowp

#endif // LOWP_FRONTEND_TOLINALG_FRONTENDTOLINALG_H
