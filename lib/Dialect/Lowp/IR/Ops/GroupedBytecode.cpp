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
                  : readDenseSegments(reader, getOperationName(), segments);
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
