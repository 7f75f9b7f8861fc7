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

/// Segments of operands before version 6, which had no inputs of an epilogue,
/// and before version 8, which had no groups, before the destination.
static constexpr size_t kWithoutInputs = 7, kWithoutGroups = 8;

/// Reads the numbers of operands, `count` of them.
static LogicalResult readSegments(DialectBytecodeReader &reader, bool isSparse,
                                  MutableArrayRef<int32_t> segments,
                                  DenseI32ArrayAttr stored) {
  if (isSparse)
    return reader.readSparseArray(segments);
  if (stored.size() != static_cast<int64_t>(segments.size()))
    return reader.emitError()
           << "expected " << segments.size()
           << " segments of operands of lowp.gemm, got " << stored.size();
  llvm::copy(stored.asArrayRef(), segments.begin());
  return success();
}

/// The numbers of operands as they were stored in `count` segments, of which
/// the last was the destinations.
template <size_t count>
static LogicalResult
readOldSegments(DialectBytecodeReader &reader, bool isSparse,
                MutableArrayRef<int32_t> segments, DenseI32ArrayAttr stored) {
  std::array<int32_t, count> old{};
  if (failed(readSegments(reader, isSparse, old, stored)))
    return failure();
  llvm::fill(segments, 0);
  llvm::copy(ArrayRef(old).drop_back(), segments.begin());
  segments.back() = old.back();
  return success();
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
  // MLIR's own change of how segments are stored.
  constexpr uint64_t kSparseSegments = 6;
  bool isSparse = reader.getBytecodeVersion() >= kSparseSegments;
  DenseI32ArrayAttr stored;
  if (!isSparse && failed(reader.readAttribute(stored)))
    return failure();
  if (failed(readType(properties.rhs_type)) ||
      (version >= 5 &&
       failed(reader.readOptionalAttribute(properties.indexing_maps))) ||
      (version >= 6 &&
       failed(reader.readOptionalAttribute(properties.input_maps))))
    return failure();
  MutableArrayRef<int32_t> segments(properties.operandSegmentSizes);
  if (version >= 8)
    return readSegments(reader, isSparse, segments, stored);
  return version >= 6 ? readOldSegments<kWithoutGroups>(reader, isSparse,
                                                        segments, stored)
                      : readOldSegments<kWithoutInputs>(reader, isSparse,
                                                        segments, stored);
}

void GemmOp::writeProperties(DialectBytecodeWriter &writer) {
  const Properties &properties = getProperties();
  writer.writeOptionalAttribute(properties.accumulate);
  writer.writeOptionalAttribute(properties.fast_accumulation);
  writer.writeOptionalAttribute(properties.lhs_type);
  constexpr int64_t kSparseSegments = 6;
  bool isSparse = writer.getBytecodeVersion() >= kSparseSegments;
  if (!isSparse)
    writer.writeAttribute(
        DenseI32ArrayAttr::get(getContext(), properties.operandSegmentSizes));
  writer.writeOptionalAttribute(properties.rhs_type);
  writer.writeOptionalAttribute(properties.indexing_maps);
  writer.writeOptionalAttribute(properties.input_maps);
  if (isSparse)
    writer.writeSparseArray(ArrayRef<int32_t>(properties.operandSegmentSizes));
}
