//===- HostLaunch.h - Host code that launches kernels -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_HOSTLAUNCH_HOSTLAUNCH_H
#define LOWP_CONVERSION_HOSTLAUNCH_HOSTLAUNCH_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {

/// The name that `lowp-mangle-names` gives a function called `name`.
std::string getMangledName(llvm::StringRef name);

/// The name that a function called `name` had before that pass, if it ran.
llvm::StringRef getPlainName(llvm::StringRef name);

/// Buffers that share memory, and how many bytes of the workspace that is:
/// none in a result. Where no bytes are said it is as large as the largest.
struct BufferGroup {
  SmallVector<memref::AllocOp> members;
  std::optional<int64_t> bytes;
};

/// All buffers that `func` allocates, as `lowp-plan-workspace` lets them share
/// memory.
SmallVector<BufferGroup> groupBuffers(func::FuncOp func);

/// Whether a launch, on tensors or buffers, reads what `isOverwritten` holds
/// for only at the elements that it writes to `output`, which lie as those do.
bool mayLieOver(OpOperand &output, function_ref<bool(Value)> isOverwritten);

#define GEN_PASS_DECL
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"

} // namespace mlir::lowp

#endif // LOWP_CONVERSION_HOSTLAUNCH_HOSTLAUNCH_H
