//===- RuntimeABI.h - lowp_runtime.h in the llvm dialect --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_HOSTLAUNCH_RUNTIMEABI_H
#define LOWP_LIB_CONVERSION_HOSTLAUNCH_RUNTIMEABI_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp {

/// Values of lowp_runtime.h that compiled code uses.
enum class RuntimeConstant : int32_t {
  RunMode = 0,                  // LOWP_RUN
  Ok = 0,                       // LOWP_OK
  InvalidArgument = 4,          // LOWP_ERROR_INVALID_ARGUMENT
  WorkspaceTooSmall = 6,        // LOWP_ERROR_WORKSPACE
  CallWorkspaceUsedOffset = 24, // offsetof(LowpCall, workspaceUsed)
  CallModeOffset = 32,          // offsetof(LowpCall, mode)
  CallStatusOffset = 36,        // offsetof(LowpCall, status)
  TensorMapBytes = 128,         // LOWP_TENSOR_MAP_BYTES
};

/// The function that records why a call failed.
inline constexpr llvm::StringLiteral kFailFunction = "lowpFail";

/// The types and functions of lowp_runtime.h as the llvm dialect writes them.
/// Functions are declared at their first use.
class RuntimeABI {
public:
  explicit RuntimeABI(ModuleOp module);

  LLVM::LLVMPointerType pointer;
  IntegerType i32, i64;
  /// LowpImage {data, size, name}.
  LLVM::LLVMStructType image;
  /// LowpConstant {data, size}.
  LLVM::LLVMStructType constant;
  /// LowpConstants {items, count}.
  LLVM::LLVMStructType constants;
  /// LowpLaunch {grid, block, cluster, sharedBytes, overlapsPrevious}.
  LLVM::LLVMStructType launch;
  /// LowpTensorMap {base, elementType, rank, sizes, strides, box, swizzle}.
  LLVM::LLVMStructType tensorMap;

  /// Calls a runtime function that returns nothing.
  void createCall(OpBuilder &builder, Location loc, StringRef function,
                  ValueRange arguments);
  /// Calls a runtime function with a result.
  Value createCall(OpBuilder &builder, Location loc, StringRef function,
                   ValueRange arguments, Type result);

  /// Address of `text` as a NUL-terminated constant.
  Value createString(OpBuilder &builder, Location loc, StringRef text);

  /// Address of the global `name`.
  Value createAddress(OpBuilder &builder, Location loc, StringRef name);

  /// Address of what lies `offset` bytes into the LowpCall.
  Value createCallField(OpBuilder &builder, Location loc, Value call,
                        RuntimeConstant offset);

  /// Whether the call runs, and does not measure what it would take.
  Value createRuns(OpBuilder &builder, Location loc, Value call);

  /// The C function `name` of the user's, which takes `arguments` and returns
  /// nothing.
  LLVM::CallOp createExternalCall(OpBuilder &builder, Location loc,
                                  StringRef name, ValueRange arguments);

  Value createI32(OpBuilder &builder, Location loc, int64_t value);
  Value createI64(OpBuilder &builder, Location loc, int64_t value);

  /// Stores `value` into `field` of the `type` at `address`; more positions
  /// lead into arrays.
  void storeField(OpBuilder &builder, Location loc, Type type, Value address,
                  ArrayRef<LLVM::GEPArg> field, Value value);

  /// Records `message` as an invalid argument if `condition` holds.
  void createFailIf(OpBuilder &builder, Location loc, Value call,
                    Value condition, StringRef message);

private:
  LLVM::CallOp emitCall(OpBuilder &builder, Location loc, StringRef function,
                        ValueRange arguments, Type result);

  ModuleOp module;
  SymbolTable symbols;
  llvm::StringMap<LLVM::GlobalOp> strings;
};

/// Reserves stack space for one `type` in the entry block of the function
/// around the builder, so that loops do not grow the stack.
Value createEntrySlot(OpBuilder &builder, Location loc, Type type,
                      unsigned alignment = 0);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_HOSTLAUNCH_RUNTIMEABI_H
