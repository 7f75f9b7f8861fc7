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

/// Buffers that share memory: of a result that holds them, which costs nothing,
/// or else as much as the largest takes.
struct BufferGroup {
  SmallVector<memref::AllocOp> members;
  bool isInResult = false;
};

/// All buffers that `func` allocates, as `lowp-plan-workspace` lets them share
/// memory.
SmallVector<BufferGroup> groupBuffers(func::FuncOp func);

#define GEN_PASS_DECL
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"

} // namespace mlir::lowp

#endif // LOWP_CONVERSION_HOSTLAUNCH_HOSTLAUNCH_H
