//===- GemmRequirements.cpp - What a gemm kernel of a chip demands --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/GemmEpilogue.h"
#include "lowp/Kernel/GemmKernel.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// What TMA demands of base addresses and row pitches, in bytes.
static constexpr int64_t kCopyAlignment = 16;

/// What to do where `lowp-emulate-formats` would help.
static StringRef getHint(const GemmOperand &operand) {
  return operand.isBlockScaled() && !operand.isBatch()
             ? "; the option allow-emulation of lowp-to-nvvm would run it as "
               "another matmul, slower"
             : "";
}

/// Data must be stored with K contiguous: fp8 tensor cores take nothing else.
static LogicalResult verifyDataOrder(GemmOp gemm, const GemmOperand &operand,
                                     StringRef name, StringRef chip) {
  if (!operand.type.hasIdentityDataLayout())
    return gemm.emitOpError("expected ")
           << name << " data that lie as rows and columns (data = #lowp.identity) "
           << "for " << chip << ", got data = " << operand.type.getDataLayout()
           << "; insert lowp.relayout or let its producer write it so";
  if (operand.type.isRowMajor())
    return success();
  return gemm.emitOpError("expected K-major ")
         << name << " data (order = [0, 1]) for " << chip
         << ", got order = [1, 0]; insert lowp.relayout or let its producer "
            "write that order";
}

/// Scales along K are copied with the rows of a block side by side, others
/// are one vector or matrix as the formula writes it.
static bool isLegalScaleStorage(const GemmOperand &operand) {
  MLIRContext *context = operand.type.getContext();
  AffineMap map = operand.type.getScaleLayout().getStorageMap();
  AffineMap shape = operand.type.getScaleLayout().getStorageShapeMap();
  AffineMap identity = AffineMap::getMultiDimIdentityMap(2, context);
  AffineMap swapped =
      AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0}, context);
  switch (operand.granularity) {
  case ScaleGranularity::None:
    return true;
  case ScaleGranularity::PerTensor:
  case ScaleGranularity::PerRow:
    return map == identity || map == swapped;
  case ScaleGranularity::Block1D:
    return map == swapped && shape.getNumResults() == 2 &&
           shape.getResult(1).isMultipleOf(kCopyAlignment /
                                           (operand.type.getRecipe()
                                                .getScaleType()
                                                .getIntOrFloatBitWidth() /
                                            8));
  case ScaleGranularity::Block2D:
    return map == identity && shape == identity;
  }
  return false;
}

static StringRef describeLegalScaleStorage(ScaleGranularity granularity) {
  switch (granularity) {
  case ScaleGranularity::None:
    break;
  case ScaleGranularity::PerTensor:
  case ScaleGranularity::PerRow:
    return "an unswizzled vector";
  case ScaleGranularity::Block1D:
    return "contiguous along M or N and padded to 16 bytes (#lowp.mn_major)";
  case ScaleGranularity::Block2D:
    return "row-major and unpadded (#lowp.compact)";
  }
  return "";
}

static LogicalResult verifyScales(GemmOp gemm, const GemmOperand &operand,
                                  StringRef name) {
  if (operand.type.getConvention() != ScaleConvention::Decode)
    return gemm.emitOpError("expected decoding ")
           << name << " scales for a kernel, got the encode convention"
           << getHint(operand);
  if (!operand.type.getRecipe().getScaleType().isF32())
    return gemm.emitOpError("expected f32 ")
           << name << " scales for a kernel of this chip, got "
           << operand.type.getRecipe().getScaleType() << getHint(operand);
  if (!isLegalScaleStorage(operand))
    return gemm.emitOpError("expected ")
           << name << " scales " << describeLegalScaleStorage(operand.granularity)
           << ", got " << operand.type.getScaleLayout()
           << "; insert lowp.relayout or run lowp-assign-layouts";
  return success();
}

bool mlir::lowp_gpu::isLegalPairing(const GemmProblem &problem) {
  auto isConstantAlongK = [](ScaleGranularity granularity) {
    return granularity == ScaleGranularity::PerTensor ||
           granularity == ScaleGranularity::PerRow;
  };
  bool constant =
      isConstantAlongK(problem.lhs.granularity) && isConstantAlongK(problem.rhs.granularity);
  bool blocks = problem.lhs.granularity == ScaleGranularity::Block1D &&
                !isConstantAlongK(problem.rhs.granularity);
  return constant || blocks;
}

/// The combinations of scales that the main loops are written for.
static LogicalResult verifyPairing(GemmOp gemm, const GemmProblem &problem) {
  if (isLegalPairing(problem))
    return success();
  return gemm.emitOpError("expected scales per tensor or per row on both operands, "
"or 1D blocks on the lhs and 1D or 2D blocks on the rhs, got ")
         << problem.lhs.type.getRecipe() << " and "
         << problem.rhs.type.getRecipe() << getHint(problem.lhs);
}

bool mlir::lowp_gpu::isLegalScaleK(const MmaAtom &atom,
                                   const GemmOperand &operand) {
  if (!operand.isBlockScaled())
    return true;
  // Of a stage that ends beyond K the scales of 1D blocks are read as 0, those
  // of 2D blocks are not there: they must reach over whole stages.
  int64_t bytes = operand.getScaleK() *
                  operand.getElementType().getIntOrFloatBitWidth() / 8;
  if (bytes % atom.rowBytes == 0)
    return true;
  return operand.granularity == ScaleGranularity::Block1D &&
         atom.rowBytes % bytes == 0 && bytes % atom.bytesOfK == 0;
}

/// Blocks of scales must begin where products do.
static LogicalResult verifyScaleK(GemmOp gemm, const GemmOperand &operand,
                                  const MmaAtom &atom, StringRef name) {
  if (isLegalScaleK(atom, operand))
    return success();
  InFlightDiagnostic diagnostic = gemm.emitOpError("expected ");
  diagnostic << name << " scales for a multiple of " << atom.rowBytes
             << " bytes of K";
  if (operand.granularity == ScaleGranularity::Block1D)
    diagnostic << ", or a part of them that " << atom.bytesOfK << " divides";
  return diagnostic << ", got " << operand.type.getRecipe() << getHint(operand);
}

bool mlir::lowp_gpu::isLegalScaleRows(const MmaAtom &atom,
                                      const GemmOperand &operand) {
  return operand.granularity != ScaleGranularity::Block2D ||
         operand.type.getRecipe().getBlockShape().rows %
                 atom.columnGranularity ==
             0;
}

/// Rows of the rhs are columns of products, which a thread holds in chunks that
/// have one scale each.
static LogicalResult verifyScaleRows(GemmOp gemm, const GemmOperand &rhs,
                                     const MmaAtom &atom) {
  if (isLegalScaleRows(atom, rhs))
    return success();
  return gemm.emitOpError("expected rhs scales for a multiple of ")
         << atom.columnGranularity << " rows, got " << rhs.type.getRecipe()
         << getHint(rhs);
}

int64_t mlir::lowp_gpu::getCopyAlignment(Type elementType) {
  return kCopyAlignment * 8 / elementType.getIntOrFloatBitWidth();
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

/// Data without scales lie in any order, where tensor cores take both.
static LogicalResult verifyMajor(GemmOp gemm, const GemmOperand &operand,
                                 const MmaAtom &atom, StringRef name,
                                 StringRef chip) {
  if (!operand.isMNMajor() || atom.takesMNMajor)
    return success();
  return gemm.emitOpError("expected K to be the last dimension of the ")
         << name << ", whose " << operand.getElementType() << " elements "
         << chip << " multiplies in this order alone; transpose it";
}

/// Kernels count M, N and K in 32 bits.
static LogicalResult verifyCounted(GemmOp gemm, int64_t size, StringRef what) {
  if (ShapedType::isDynamic(size) || size <= GemmKernelSpec::kMaxSize)
    return success();
  return gemm.emitOpError("expected ")
         << what << " of at most " << GemmKernelSpec::kMaxSize << ", got "
         << size << "; divide the matmul";
}

static LogicalResult
verifyOrderAndScales(GemmOp gemm, const GemmProblem &problem, StringRef chip) {
  if (!problem.lhs.hasScales())
    return success();
  return failure(failed(verifyDataOrder(gemm, problem.lhs, "lhs", chip)) ||
                 failed(verifyDataOrder(gemm, problem.rhs, "rhs", chip)) ||
                 failed(verifyScales(gemm, problem.lhs, "lhs")) ||
                 failed(verifyScales(gemm, problem.rhs, "rhs")) ||
                 failed(verifyPairing(gemm, problem)));
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

bool mlir::lowp_gpu::canStoreRows(ArrayRef<int64_t> shape, unsigned rowDim) {
  bool isMatrix = shape.size() == 2;
  return rowDim + 2 == shape.size() &&
         (isMatrix || !ShapedType::isDynamicShape(shape.drop_front()));
}

static LogicalResult verifyOutputPitch(GemmOp gemm, const GemmProblem &problem,
                                       MemRefType storedRows) {
  if (!storedRows && !hasGaps(gemm.getInit()) &&
      failed(verifyPitch(gemm, problem.n, problem.outputType, "N")))
    return failure();
  // Scales of columns lie without gaps.
  if (hasLegalColumns(problem))
    return success();
  return gemm.emitOpError("expected N to be a multiple of ")
         << GemmKernelSpec::kColumns << ", got " << problem.n << "; pad it";
}

static LogicalResult verifyProblem(GemmOp gemm, const GemmProblem &problem,
                                   MemRefType storedRows, StringRef chip) {
  if (failed(verifyOrderAndScales(gemm, problem, chip)) ||
      failed(verifyCounted(gemm, problem.m, "M")) ||
      failed(verifyCounted(gemm, problem.n, "N")) ||
      failed(verifyCounted(gemm, problem.k, "K")) ||
      failed(verifyOperandPitch(gemm, problem, gemm.getLhsData(), problem.lhs,
                                problem.m, "M")) ||
      failed(verifyOperandPitch(gemm, problem, gemm.getRhsData(), problem.rhs,
                                problem.n, "N")) ||
      failed(verifyOutputPitch(gemm, problem, storedRows)))
    return failure();
  if (!hasLegalRowScales(problem))
    return gemm.emitOpError("expected M to be a multiple of 4 (16 bytes of "
                            "scales) in a batch with scales of rows, got ")
           << problem.m << "; pad it";
  if (problem.k == 0)
    return gemm.emitOpError("expected K > 0, got 0");
  if (problem.accumulate && !problem.outputType.isF32())
    return gemm.emitOpError("expected an f32 output to accumulate into, got ")
           << problem.outputType;
  return success();
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

/// The buffer of the result if its rows begin where TMA cannot write, or may,
/// and threads can; else null.
static MemRefType getStoredRows(GemmOp gemm, const GemmProblem &problem) {
  auto buffer = cast<MemRefType>(gemm.getInit().getType());
  ArrayRef<int64_t> shape = buffer.getShape();
  if (gemm.isScaled())
    return {};
  if (buffer.getLayout().isIdentity()) {
    bool isWhole = !ShapedType::isDynamic(problem.n) &&
                   problem.n % getCopyAlignment(problem.outputType) == 0;
    return !isWhole && canStoreRows(shape, problem.outputRowDim) ? buffer
                                                                 : MemRefType();
  }
  bool isKnown =
      problem.outputRowDim + 2 == shape.size() && hasStaticStrides(buffer);
  return isKnown && !isAddressable(buffer) ? buffer : MemRefType();
}

/// Whether a kernel can address `buffer`. That of scaled types lies as they
/// say: whole rows without gaps.
static LogicalResult verifyBuffer(GemmOp gemm, OpOperand &operand) {
  auto buffer = dyn_cast<MemRefType>(operand.get().getType());
  if (!buffer)
    return gemm.emitOpError("expected buffers, got ")
           << operand.get().getType() << "; bufferize first";
  if (buffer.getLayout().isIdentity())
    return success();
  if (gemm.isScaled())
    return gemm.emitOpError("expected contiguous row-major buffers, got ")
           << buffer << "; copy it into one";
  bool isInput = llvm::is_contained(gemm.getInputs(), operand.get());
  bool isOutput = operand.get() == gemm.getInit();
  if ((!isInput && isAddressable(buffer)) ||
      ((isInput || isOutput) && hasStaticStrides(buffer)))
    return success();
  return gemm.emitOpError("expected row-major buffers whose rows begin at "
                          "multiples of 16 bytes, got ")
         << buffer << "; copy it into one";
}

static LogicalResult verifyBuffers(GemmOp gemm) {
  for (OpOperand &operand : gemm->getOpOperands())
    if (failed(verifyBuffer(gemm, operand)))
      return failure();
  return success();
}

/// An epilogue addresses its inputs by their types.
static LogicalResult verifyEpilogueInput(GemmOp gemm, MemRefType input,
                                         AffineMap map) {
  Type element = input.getElementType();
  if (!element.isF32() && !element.isF16() && !element.isBF16())
    return gemm.emitOpError("expected inputs of the epilogue of f32, f16 or "
                            "bf16, got ")
           << input << "; convert it before";
  if (isAddressableInput(input.getShape(), map))
    return success();
  return gemm.emitOpError("expected static sizes of inputs of the epilogue but "
                          "for rows in front, got ")
         << input << "; keep it in an operation of its own";
}

/// Adds what `gemm` makes of its sums to `spec`.
static LogicalResult addEpilogue(GemmOp gemm, GemmKernelSpec &spec) {
  if (!gemm.hasEpilogue())
    return success();
  spec.epilogue.body = &gemm.getEpilogueBody();
  spec.epilogue.maps.assign(gemm.getEpilogueMaps());
  for (auto [input, map] :
       llvm::zip_equal(gemm.getInputs(), spec.epilogue.maps)) {
    auto type = cast<MemRefType>(input.getType());
    spec.epilogue.inputs.push_back(type);
    if (failed(verifyEpilogueInput(gemm, type, map)))
      return failure();
  }
  if (!spec.epilogue.inputs.empty() && spec.problem.batch &&
      ShapedType::isDynamic(spec.problem.m))
    return gemm.emitOpError("expected a static M of a batch whose epilogue "
                            "reads inputs; keep it in an operation of its own");
  return success();
}

/// The type of the buffer `scales` as kernels address it: dimensions that are
/// one to them have the product of their sizes.
static MemRefType getScaleBuffer(Value scales, const GemmOperand &operand) {
  auto type = cast<MemRefType>(scales.getType());
  SmallVector<ReassociationIndices> groups = getScaleGroups(operand);
  if (groups.empty())
    return type;
  SmallVector<int64_t> shape;
  for (ArrayRef<int64_t> group : groups) {
    ArrayRef<int64_t> sizes =
        type.getShape().slice(group.front(), group.size());
    shape.push_back(ShapedType::isDynamicShape(sizes)
                        ? ShapedType::kDynamic
                        : ShapedType::getNumElements(sizes));
  }
  return MemRefType::get(shape, type.getElementType());
}

FailureOr<GemmKernelSpec> mlir::lowp_gpu::analyzeGemmKernel(GemmOp gemm,
                                                            ConfigAttr config) {
  FailureOr<ChipTarget> chip = findChipTarget(gemm);
  if (failed(chip) || failed(verifyBuffers(gemm)))
    return failure();
  FailureOr<GemmProblem> problem = analyzeGemm(gemm);
  if (failed(problem))
    return failure();
  MemRefType storedRows = getStoredRows(gemm, *problem);
  if (failed(verifyProblem(gemm, *problem, storedRows, chip->facts->name)))
    return failure();
  std::optional<MmaAtom> atom =
      chip->target->getMmaAtom(getTileElement(problem->lhs.getElementType()),
                               getTileElement(problem->rhs.getElementType()));
  if (!atom)
    return gemm.emitOpError("expected element types that ")
           << chip->facts->name << " multiplies, got "
           << problem->lhs.getElementType() << " and "
           << problem->rhs.getElementType() << getHint(problem->lhs);
  StringRef name = chip->facts->name;
  if (failed(verifyMajor(gemm, problem->lhs, *atom, "lhs", name)) ||
      failed(verifyMajor(gemm, problem->rhs, *atom, "rhs", name)) ||
      failed(verifyScaleK(gemm, problem->lhs, *atom, "lhs")) ||
      failed(verifyScaleK(gemm, problem->rhs, *atom, "rhs")) ||
      failed(verifyScaleRows(gemm, problem->rhs, *atom)))
    return failure();
  GemmKernelSpec spec{*problem, config, *chip, *atom, {}, {}, {}, storedRows};
  if (gemm.isScaled()) {
    spec.lhsScales = getScaleBuffer(gemm.getLhsScales(), problem->lhs);
    spec.rhsScales = getScaleBuffer(gemm.getRhsScales(), problem->rhs);
  }
  if (failed(addEpilogue(gemm, spec)))
    return failure();
  return spec;
}
