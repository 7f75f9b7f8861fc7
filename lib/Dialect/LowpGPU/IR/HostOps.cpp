//===- HostOps.cpp - Host side of a lowp_gpu kernel -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Whether rows of `buffer` are without gaps. Gaps between rows are strides of
/// the map, an offset is part of its address.
static bool isRowMajor(MemRefType buffer) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(buffer.getStridesAndOffset(strides, offset)) &&
         (strides.empty() || strides.back() == 1);
}

/// Whether copies give elements of `map` where a buffer has those of `buffer`:
/// loads round f32 to tf32 on the way, and a byte has two elements of 4 bits.
static bool isElementOf(Type buffer, Type map) {
  return buffer == map || (buffer.isF32() && isa<FloatTF32Type>(map)) ||
         (buffer.isInteger(8) && map.getIntOrFloatBitWidth() == 4);
}

LogicalResult EncodeTensorMapOp::verify() {
  auto buffer = cast<MemRefType>(getBuffer().getType());
  auto map = cast<TensorMapType>(getMap().getType());
  if (!isRowMajor(buffer))
    return emitOpError("expected a row-major buffer, contiguous but for gaps "
                       "between rows, got ")
           << buffer;
  if (!isElementOf(buffer.getElementType(), map.getElementType()))
    return emitOpError("expected elements of ")
           << buffer.getElementType() << ", as the buffer has, got " << map;
  if (buffer.getRank() < static_cast<int64_t>(map.getBox().size()))
    return emitOpError("expected a buffer of at least ")
           << map.getBox().size() << " dimensions, got " << buffer;
  if (getTileM() && map.getBox().size() < 2)
    return emitOpError("expected tile_m of a box of two or three dimensions, "
                       "got ")
           << map;
  return success();
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *module =
      symbols.lookupNearestSymbolFrom(*this, getKernel().getRootReference());
  if (!module)
    return emitOpError("expected a kernel module called ")
           << getKernel().getRootReference();
  // Once serialized, kernels are entries of a binary and no symbols any more.
  if (!module->hasTrait<OpTrait::SymbolTable>())
    return success();
  Operation *kernel =
      symbols.lookupSymbolIn(module, getKernel().getLeafReference());
  if (!kernel)
    return emitOpError("expected a kernel ") << getKernel() << ", found none";
  auto typed = dyn_cast<KernelOp>(kernel);
  if (typed &&
      TypeRange(typed.getArgumentTypes()) != TypeRange(getKernelOperands()))
    return emitOpError("expected operands of types ")
           << typed.getArgumentTypes() << ", got "
           << getKernelOperands().getTypes();
  return success();
}
