//===- GemmBytecode.cpp - How lowp.gemm is stored -------------------------===//
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

/// How many segments of operands there are: before version 6 there were no
/// inputs of an epilogue, before version 8 no groups, before the destinations.
static size_t countSegments(uint64_t version) {
  return version >= 8 ? 9 : version >= 6 ? 8 : 7;
}

/// Before version 5 both types were there and no maps were, before version 6 no
/// epilogue was. Before version 7 the last segment was always one destination,
/// before version 8 no groups were.
LogicalResult GemmOp::readProperties(DialectBytecodeReader &reader,
                                     OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  uint64_t version = getBytecodeVersion(reader);
  auto readType = [&](TypeAttr &type) {
    return version < 5 ? reader.readAttribute(type)
                       : reader.readOptionalAttribute(type);
  };
  if (failed(reader.readOptionalAttribute(properties.accumulate)) ||
      failed(reader.readOptionalAttribute(properties.fast_accumulation)) ||
      failed(readType(properties.lhs_type)))
    return failure();
  bool isSparse = reader.getBytecodeVersion() >= kSparseSegments;
  SmallVector<int32_t> stored(countSegments(version));
  if (!isSparse &&
      failed(readDenseSegments(reader, getOperationName(), stored)))
    return failure();
  if (failed(readType(properties.rhs_type)) ||
      (version >= 5 &&
       failed(reader.readOptionalAttribute(properties.indexing_maps))) ||
      (version >= 6 &&
       failed(reader.readOptionalAttribute(properties.input_maps))))
    return failure();
  if (isSparse && failed(reader.readSparseArray(MutableArrayRef(stored))))
    return failure();
  MutableArrayRef<int32_t> segments(properties.operandSegmentSizes);
  llvm::fill(segments, 0);
  llvm::copy(ArrayRef(stored).drop_back(), segments.begin());
  segments.back() = stored.back();
  return success();
}

void GemmOp::writeProperties(DialectBytecodeWriter &writer) {
  const Properties &properties = getProperties();
  writer.writeOptionalAttribute(properties.accumulate);
  writer.writeOptionalAttribute(properties.fast_accumulation);
  writer.writeOptionalAttribute(properties.lhs_type);
  bool isSparse = writer.getBytecodeVersion() >= int64_t(kSparseSegments);
  if (!isSparse)
    writer.writeAttribute(
        DenseI32ArrayAttr::get(getContext(), properties.operandSegmentSizes));
  writer.writeOptionalAttribute(properties.rhs_type);
  writer.writeOptionalAttribute(properties.indexing_maps);
  writer.writeOptionalAttribute(properties.input_maps);
  if (isSparse)
    writer.writeSparseArray(ArrayRef<int32_t>(properties.operandSegmentSizes));
}
