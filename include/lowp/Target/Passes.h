//===- Passes.h - From lowered kernels to images ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_PASSES_H
#define LOWP_TARGET_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::lowp {

/// What a serialized image holds, in the order of LowpImageFormatValue.
enum class ImageFormat {
  /// Machine code if ptxas can be found, else PTX.
  Auto,
  /// PTX text, which the driver compiles when it loads the image.
  PTX,
  /// Machine code for one chip, made by ptxas.
  Cubin,
};

#define GEN_PASS_DECL
#include "lowp/Target/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Target/Passes.h.inc"

} // namespace mlir::lowp

#endif // LOWP_TARGET_PASSES_H
