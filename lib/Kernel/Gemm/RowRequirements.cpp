//===- RowRequirements.cpp - Buffers and rows that kernels address --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmRequirements.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

int64_t mlir::lowp_gpu::getCopyAlignment(Type elementType) {
  return elementsIn(kCopyAlignment, elementType.getIntOrFloatBitWidth());
}

/// Rows of data and output must be addressable by TMA.
static LogicalResult verifyPitch(GemmOp gemm, int64_t size, Type elementType,
                                 StringRef what) {
  int64_t alignment = getCopyAlignment(elementType);
  if (ShapedType::isDynamic(size) || size % alignment == 0)
    return success();
  return gemm.emitOpError("expected ")
         << what << " to be a multiple of " << alignment << " (16 bytes of "
         << elementType << "), got " << size << "; pad it";
}

/// Rows of a buffer with gaps are as long as their strides.
static bool hasGaps(Value buffer) {
  return !cast<MemRefType>(buffer.getType()).getLayout().isIdentity();
}

/// The rows of an operand's data begin where TMA can.
static LogicalResult verifyOperandPitch(GemmOp gemm, const GemmProblem &problem,
                                        Value data, const GemmOperand &operand,
                                        int64_t rows, StringRef rowsName) {
  if (hasGaps(data))
    return success();
  return operand.isMNMajor()
             ? verifyPitch(gemm, rows, operand.getElementType(), rowsName)
             : verifyPitch(gemm, problem.k, operand.getElementType(), "K");
}

bool mlir::lowp_gpu::hasLegalColumns(const GemmProblem &problem) {
  return !problem.rhs.hasScales() || problem.n == ShapedType::kDynamic ||
         problem.n % GemmKernelSpec::kColumns == 0;
}

bool mlir::lowp_gpu::hasLegalRowScales(const GemmProblem &problem) {
  constexpr int64_t kScalesPerCopy = kCopyAlignment / 4; // of f32
  auto isLegal = [](const GemmOperand &operand, int64_t rows) {
    return !operand.isBatch() ||
           operand.granularity != ScaleGranularity::PerRow ||
           ShapedType::isDynamic(rows) || rows % kScalesPerCopy == 0;
  };
  return isLegal(problem.lhs, problem.m) && isLegal(problem.rhs, problem.n);
}

bool mlir::lowp_gpu::isEpilogueInput(OpOperand &operand) {
  auto gemm = dyn_cast<GemmOp>(operand.getOwner());
  return gemm && llvm::any_of(gemm.getInputsMutable(), [&](OpOperand &input) {
           return &input == &operand;
         });
}

bool mlir::lowp_gpu::canStoreRows(ArrayRef<int64_t> shape, unsigned rowDim) {
  bool isMatrix = shape.size() == 2;
  return rowDim + 2 == shape.size() &&
         (isMatrix || !ShapedType::isDynamicShape(shape.drop_front()));
}

static LogicalResult verifyOutputPitch(GemmOp gemm, const GemmProblem &problem,
                                       ArrayRef<MemRefType> storedRows) {
  for (auto [output, type] : llvm::enumerate(problem.outputTypes)) {
    bool isStored = !storedRows.empty() && storedRows[output];
    if (!isStored && !hasGaps(gemm.getInits()[output]) &&
        failed(verifyPitch(gemm, problem.n, type, "N")))
      return failure();
  }
  // Scales of columns lie without gaps.
  if (hasLegalColumns(problem))
    return success();
  return gemm.emitOpError("expected N to be a multiple of ")
         << GemmKernelSpec::kColumns << ", got " << problem.n << "; pad it";
}

LogicalResult mlir::lowp_gpu::verifyPitches(GemmOp gemm,
                                            const GemmProblem &problem,
                                            ArrayRef<MemRefType> storedRows) {
  return failure(failed(verifyOperandPitch(gemm, problem, gemm.getLhsData(),
                                           problem.lhs, problem.m, "M")) ||
                 failed(verifyOperandPitch(gemm, problem, gemm.getRhsData(),
                                           problem.rhs, problem.n, "N")) ||
                 failed(verifyOutputPitch(gemm, problem, storedRows)));
}

/// Whether TMA can address a buffer with gaps: rows without, at multiples of 16
/// bytes. Host code checks strides and an offset that are not known yet.
static bool isAddressable(MemRefType buffer) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(buffer.getStridesAndOffset(strides, offset)) || strides.empty() ||
      strides.back() != 1)
    return false;
  // Rows begin at the offset and at multiples of the strides from there on.
  strides.back() = offset;
  int64_t alignment = getCopyAlignment(buffer.getElementType());
  return llvm::all_of(strides, [&](int64_t start) {
    return ShapedType::isDynamic(start) || start % alignment == 0;
  });
}

/// Whether an epilogue can address `buffer`, by its type alone.
static bool hasStaticStrides(MemRefType buffer) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(buffer.getStridesAndOffset(strides, offset)) &&
         offset == 0 && !ShapedType::isDynamicShape(strides);
}

/// The buffer of result `output` if threads store its rows; else null.
static MemRefType getStoredRows(GemmOp gemm, const GemmProblem &problem,
                                unsigned output) {
  auto buffer = cast<MemRefType>(gemm.getInits()[output].getType());
  ArrayRef<int64_t> shape = buffer.getShape();
  if (buffer.getLayout().isIdentity()) {
    int64_t alignment = getCopyAlignment(problem.outputTypes[output]);
    bool isWhole =
        !ShapedType::isDynamic(problem.n) && problem.n % alignment == 0;
    return !isWhole && canStoreRows(shape, problem.outputRowDim) ? buffer
                                                                 : MemRefType();
  }
  bool isKnown =
      problem.outputRowDim + 2 == shape.size() && hasStaticStrides(buffer);
  return isKnown && !isAddressable(buffer) ? buffer : MemRefType();
}

SmallVector<MemRefType, 2>
mlir::lowp_gpu::findStoredRows(GemmOp gemm, const GemmProblem &problem) {
  if (gemm.isScaled())
    return {};
  SmallVector<MemRefType, 2> rows;
  for (unsigned output = 0; output < problem.outputTypes.size(); ++output)
    rows.push_back(getStoredRows(gemm, problem, output));
  bool isAny = llvm::any_of(rows, [](MemRefType one) { return bool(one); });
  return isAny ? rows : SmallVector<MemRefType, 2>();
}

/// Whether a kernel can address `buffer`. That of scaled types lies as they
/// say, but for gaps after rows of data, and what they give has no gaps;
/// numbers of groups have a check of their own.
static LogicalResult verifyBuffer(GemmOp gemm, OpOperand &operand) {
  auto buffer = dyn_cast<MemRefType>(operand.get().getType());
  if (!buffer)
    return gemm.emitOpError("expected buffers, got ")
           << operand.get().getType() << "; bufferize first";
  if (buffer.getLayout().isIdentity() || operand.get() == gemm.getGroups())
    return success();
  bool isData =
      operand.get() == gemm.getLhsData() || operand.get() == gemm.getRhsData();
  bool isInput = isEpilogueInput(operand);
  if (gemm.isScaled() && !isData && !isInput)
    return gemm.emitOpError("expected contiguous row-major buffers, got ")
           << buffer << "; copy it into one";
  bool isOutput = gemm.isDpsInit(&operand);
  if ((!isInput && isAddressable(buffer)) ||
      ((isInput || isOutput) && hasStaticStrides(buffer)))
    return success();
  return gemm.emitOpError("expected row-major buffers whose rows begin at "
                          "multiples of 16 bytes, got ")
         << buffer << "; copy it into one";
}

LogicalResult mlir::lowp_gpu::verifyBuffers(GemmOp gemm) {
  for (OpOperand &operand : gemm->getOpOperands())
    if (failed(verifyBuffer(gemm, operand)))
      return failure();
  return success();
}
