//===- Cubin.h - Machine code, as far as it can be checked ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_CUBIN_H
#define LOWP_TARGET_CUBIN_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::lowp {

/// Checks that `cubin` is what a ptxas writes: an ELF file of 64 bits for CUDA,
/// of a chip with number `architecture` (90 for sm_90a), in which each of
/// `kernels` is defined. More is not looked at.
LogicalResult verifyCubin(llvm::StringRef cubin, unsigned architecture,
                          ArrayRef<llvm::StringRef> kernels,
                          llvm::function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::lowp

#endif // LOWP_TARGET_CUBIN_H
