//===- GroupedBytecode.cpp - How grouped products are stored --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpBytecode.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Bytecode/BytecodeImplementation.h"

using namespace mlir;
using namespace mlir::lowp;

/// MLIR's own change of how segments are stored: sparse.
static constexpr uint64_t kSparseSegments = 6;

/// The numbers of operands as they were stored before MLIR's version 6, before
/// the attributes.
static LogicalResult readDenseSegments(DialectBytecodeReader &reader,
                                       MutableArrayRef<int32_t> segments) {
  DenseI32ArrayAttr stored;
  if (failed(reader.readAttribute(stored)))
    return failure();
  if (stored.size() != static_cast<int64_t>(segments.size()))
    return reader.emitError()
           << "expected " << segments.size()
           << " segments of operands of lowp.grouped_scaled_matmul, got "
           << stored.size();
  llvm::copy(stored.asArrayRef(), segments.begin());
  return success();
}

/// Before version 9 no product was accumulated fast.
LogicalResult
GroupedScaledMatmulOp::readProperties(DialectBytecodeReader &reader,
                                      OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  MutableArrayRef<int32_t> segments(properties.operandSegmentSizes);
  bool isSparse =
      static_cast<uint64_t>(reader.getBytecodeVersion()) >= kSparseSegments;
  if (getBytecodeVersion(reader) >= 9 &&
      failed(reader.readOptionalAttribute(properties.fast_accumulation)))
    return failure();
  return isSparse ? reader.readSparseArray(segments)
                  : readDenseSegments(reader, segments);
}

void GroupedScaledMatmulOp::writeProperties(DialectBytecodeWriter &writer) {
  const Properties &properties = getProperties();
  writer.writeOptionalAttribute(properties.fast_accumulation);
  if (static_cast<uint64_t>(writer.getBytecodeVersion()) >= kSparseSegments)
    writer.writeSparseArray(ArrayRef<int32_t>(properties.operandSegmentSizes));
  else
    writer.writeAttribute(
        DenseI32ArrayAttr::get(getContext(), properties.operandSegmentSizes));
}
