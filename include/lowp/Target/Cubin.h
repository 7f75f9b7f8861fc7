//===- Cubin.h - Machine code, as far as it can be checked ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_CUBIN_H
#define LOWP_TARGET_CUBIN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::lowp {

/// Finds out whether `cubin` is what a ptxas writes: an ELF file of 64 bits for
/// CUDA, of a chip with number `architecture` (90 for sm_90a), in which each of
/// `kernels` is defined. More is not looked at. Returns what it is instead.
std::optional<std::string> checkCubin(llvm::StringRef cubin,
                                      unsigned architecture,
                                      llvm::ArrayRef<llvm::StringRef> kernels);

/// Writes `to`, which is no longer, wherever a name in `cubin` has `from`. What
/// is no ELF file stays as it is.
void renameInCubin(std::string &cubin, llvm::StringRef from,
                   llvm::StringRef to);

} // namespace mlir::lowp

#endif // LOWP_TARGET_CUBIN_H
