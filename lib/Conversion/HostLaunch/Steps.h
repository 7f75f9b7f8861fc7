//===- Steps.h - The steps of lowp-host-launch ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_HOSTLAUNCH_STEPS_H
#define LOWP_LIB_CONVERSION_HOSTLAUNCH_STEPS_H

#include "RuntimeABI.h"

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::lowp {

/// What a launch must know of a kernel in a binary.
struct KernelImage {
  /// Symbol of the LowpImage.
  StringRef image;
  gpu::KernelMetadataAttr metadata;
};

/// The kernels of all binaries of a module, by binary and kernel name.
using KernelImages = llvm::DenseMap<SymbolRefAttr, KernelImage>;

/// Emits constant data and a LowpImage for each gpu.binary of `module`. The
/// binaries themselves stay, since launches still refer to them.
FailureOr<KernelImages> emitImages(ModuleOp module, RuntimeABI &abi);

/// The constants of a module by name: their number in its LowpConstants.
using Constants = llvm::StringMap<int64_t>;

/// Emits the elements of each memref.global of `module`, which must be a
/// constant, and a LowpConstants for all of them.
FailureOr<Constants> emitConstants(ModuleOp module, RuntimeABI &abi);

/// Gives `func` the C interface, with checks of its buffers on entry. Returns
/// the LowpCall.
FailureOr<Value> rewriteSignature(func::FuncOp func, RuntimeABI &abi);

// Each of these replaces an operation, before which `b` is.

/// Replaces a constant by the address of its copy on the device.
LogicalResult lowerGetGlobal(memref::GetGlobalOp op, HostBuilder &b,
                             const Constants &constants);

/// Replaces an allocation by a piece of the workspace.
LogicalResult lowerAlloc(memref::AllocOp op, HostBuilder &b);

/// Replaces a buffer seen as bytes, where `op` makes one of those.
void lowerBytesOf(UnrealizedConversionCastOp op, HostBuilder &b);

/// Replaces an assertion by a call of lowpFail.
void lowerAssert(cf::AssertOp op, HostBuilder &b);

/// Replaces the encoding by a call of lowpEncodeTensorMap; the map's value then
/// is a cast of its address.
LogicalResult lowerEncodeTensorMap(lowp_gpu::EncodeTensorMapOp op,
                                   HostBuilder &b);

/// Replaces a launch by a call of lowpLaunchPersistentKernel.
LogicalResult lowerLaunch(gpu::LaunchFuncOp op, HostBuilder &b,
                          const KernelImages &images);
LogicalResult lowerLaunch(lowp_gpu::LaunchOp op, HostBuilder &b,
                          const KernelImages &images);

/// Replaces the call of a function of the user's by one that passes on the
/// LowpCall. The workspace that it takes is free again after it: `most`, the
/// address of an i64, keeps how much was in use at most.
LogicalResult lowerExternalCall(CallExternalOp op, HostBuilder &b, Value most);

/// Makes a place for what external calls keep of the workspace, and tells the
/// caller where `func` returns; null if it calls no function of the user's.
Value trackExternalWorkspace(func::FuncOp func, HostBuilder b);

/// `value` as one of `type`.
Value createCast(ImplicitLocOpBuilder &b, Type type, Value value);

/// `value` as upstream lowers it: of a buffer the descriptor, as an
/// llvm.struct.
Value createConverted(ImplicitLocOpBuilder &b, Value value);

/// The buffer of type `type` that starts at `address` and has the given dynamic
/// sizes (index), rows contiguous.
Value createBuffer(ImplicitLocOpBuilder &b, MemRefType type, Value address,
                   ValueRange dynamicSizes);

/// Address of element 0 of `buffer`.
Value createElementAddress(ImplicitLocOpBuilder &b, Value buffer);

/// Bytes of an element in memory, where upstream puts fp8 into i8.
FailureOr<int64_t> getElementBytes(Operation *op, MemRefType type);

/// Size of dimension `dim` of `buffer` as an i64.
Value createSize(ImplicitLocOpBuilder &b, Value buffer, int64_t dim);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_HOSTLAUNCH_STEPS_H
