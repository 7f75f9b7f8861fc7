//===- Images.h - The images of a compiled module ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_IMAGES_H
#define LOWP_TARGET_IMAGES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

#include <array>
#include <string>
#include <vector>

namespace mlir::lowp {

/// The one image of a compiled module. Fails with a diagnostic when there is
/// none or more than one.
FailureOr<gpu::ObjectAttr> getImage(ModuleOp module);

/// What is known of a kernel.
struct KernelNote {
  std::string name;
  /// Registers per thread, bytes that it spills, and bytes of shared memory,
  /// dynamic and static; -1 where not known, because ptxas did not run.
  int64_t registers = -1;
  int64_t spillBytes = -1;
  int64_t sharedBytes = -1;
  /// Threads per block and blocks per cluster; 0 where not fixed.
  std::array<int32_t, 3> block = {};
  std::array<int32_t, 3> cluster = {};
};

/// The kernels in the binaries of `module`.
std::vector<KernelNote> getKernelNotes(ModuleOp module);

/// Prints a table of kernels. What is not known is a dash.
void printKernelTable(llvm::ArrayRef<KernelNote> kernels,
                      llvm::raw_ostream &os);

} // namespace mlir::lowp

#endif // LOWP_TARGET_IMAGES_H
