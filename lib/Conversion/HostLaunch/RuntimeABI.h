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
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp {

/// The function that records why a call failed.
inline constexpr llvm::StringLiteral kFailFunction = "lowpFail";

/// The types, functions and texts of lowp_runtime.h as the llvm dialect writes
/// them. Functions and texts are made at their first use.
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

  /// The C function `name`; `result` is null where it returns nothing.
  LLVM::LLVMFuncOp getFunction(StringRef name, TypeRange arguments,
                               Type result);
  /// `text` as a NUL-terminated constant.
  LLVM::GlobalOp getString(StringRef text);

private:
  ModuleOp module;
  SymbolTable symbols;
  llvm::StringMap<LLVM::GlobalOp> strings;
};

/// Builds code of a host function that has a LowpCall.
class HostBuilder : public ImplicitLocOpBuilder {
public:
  /// Values of lowp_runtime.h that compiled code uses.
  enum : int32_t {
    RunMode = 0,                  // LOWP_RUN
    Ok = 0,                       // LOWP_OK
    InvalidArgument = 4,          // LOWP_ERROR_INVALID_ARGUMENT
    WorkspaceTooSmall = 6,        // LOWP_ERROR_WORKSPACE
    CallWorkspaceUsedOffset = 24, // offsetof(LowpCall, workspaceUsed)
    CallModeOffset = 32,          // offsetof(LowpCall, mode)
    CallStatusOffset = 36,        // offsetof(LowpCall, status)
    TensorMapBytes = 128,         // LOWP_TENSOR_MAP_BYTES
  };

  HostBuilder(Location loc, RuntimeABI &abi, Value call = {})
      : ImplicitLocOpBuilder(loc, loc.getContext()), abi(abi), call(call) {}

  /// Goes before `op`, and to its location.
  void moveTo(Operation *op) {
    setInsertionPoint(op);
    setLoc(op->getLoc());
  }

  /// Calls a C function; `result` is null where it returns nothing.
  LLVM::CallOp createCall(StringRef function, ValueRange arguments,
                          Type result = {});
  /// Address of `text` as a NUL-terminated constant.
  Value createString(StringRef text);
  /// Address of the global `name`.
  Value createAddress(StringRef name);
  /// Address of what lies `offset` bytes into the LowpCall.
  Value createCallField(int32_t offset);
  /// Whether the call runs, and does not measure what it would take.
  Value createRuns();
  Value createI32(int64_t value);
  Value createI64(int64_t value);
  /// Stores `value` into `field` of the `type` at `address`; more positions
  /// lead into arrays.
  void storeField(Type type, Value address, ArrayRef<LLVM::GEPArg> field,
                  Value value);
  /// Records `message` as an invalid argument if `condition` holds.
  void createFailIf(Value condition, StringRef message);
  /// Reserves stack space for one `type` in the entry block of the function, so
  /// that loops do not grow the stack.
  Value createEntrySlot(Type type, unsigned alignment = 0);

  /// A struct of `type` with these fields.
  Value createStruct(LLVM::LLVMStructType type, ValueRange fields);

  RuntimeABI &abi;
  Value call;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_HOSTLAUNCH_RUNTIMEABI_H
