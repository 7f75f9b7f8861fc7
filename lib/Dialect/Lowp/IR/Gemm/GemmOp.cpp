//===- GemmOp.cpp - A matmul that runs as one kernel ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaledType/VerifyTypes.h"
#include "lowp/Dialect/Lowp/IR/GemmEpilogue.h"
#include "lowp/Dialect/Lowp/IR/GemmMaps.h"
#include "lowp/Dialect/Lowp/IR/GemmProblem.h"
#include "lowp/Dialect/Lowp/IR/GroupAtoms.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

void GemmOp::build(OpBuilder &builder, OperationState &state, Value lhs,
                   Value rhs, Value init, ArrayAttr indexingMaps,
                   bool accumulate) {
  SmallVector<Type> results;
  if (isa<RankedTensorType>(init.getType()))
    results.push_back(init.getType());
  build(builder, state, results, lhs, /*lhs_scales=*/Value(),
        /*lhs_global_scale=*/Value(), rhs, /*rhs_scales=*/Value(),
        /*rhs_global_scale=*/Value(), /*inputs=*/ValueRange(),
        /*groups=*/Value(), init,
        /*lhs_type=*/TypeAttr(), /*rhs_type=*/TypeAttr(), indexingMaps,
        /*input_maps=*/ArrayAttr(), accumulate, /*fast_accumulation=*/false,
        /*epilogueCount=*/0);
}

ScaledType GemmOp::getLhsScaledType() { return *getLhsType(); }

ScaledType GemmOp::getRhsScaledType() { return *getRhsType(); }

SmallVector<AffineMap> GemmOp::getMaps() {
  return llvm::to_vector(
      getIndexingMapsAttr().getAsValueRange<AffineMapAttr>());
}

bool GemmOp::isBatched() {
  // Groups have a matrix of the right operand or of the destination each.
  if (isScaled())
    return getLhsScaledType().isBatch() || getRhsScaledType().isBatch() ||
           getGroups();
  return getMaps().front().getNumDims() == 4;
}

bool GemmOp::hasRowGroups() {
  if (!getGroups())
    return false;
  if (isScaled())
    return !getLhsScaledType().isBatch() && getRhsScaledType().isBatch();
  SmallVector<AffineMap> maps = getMaps();
  return maps[0].getNumDims() == 4 && !maps[0].isFunctionOfDim(0) &&
         maps[1].isFunctionOfDim(0);
}

//===----------------------------------------------------------------------===//
// Scaled operands
//===----------------------------------------------------------------------===//

/// Checks an operand, tensor or buffer, against the tensor that a scaled type
/// stores.
static LogicalResult verifyStorage(Operation *op, const Twine &name,
                                   RankedTensorType expected, Type got) {
  auto shaped = cast<ShapedType>(got);
  if (shaped.hasRank() &&
      shaped.getElementType() == expected.getElementType() &&
      succeeded(verifyCompatibleShape(expected.getShape(), shaped.getShape())))
    return success();
  return op->emitOpError() << "expected " << name << " like " << expected
                           << ", as its scaled type stores them, got " << got;
}

/// gemm-C9: there is a global scale exactly where the type has one.
static LogicalResult verifyGlobalScale(Operation *op, StringRef side,
                                       ScaledType type, Value scale) {
  if (type.hasGlobalScale() != bool(scale))
    return op->emitOpError()
           << "expected " << (type.hasGlobalScale() ? "a" : "no") << " " << side
           << " global scale for recipe " << type.getRecipe() << ", got "
           << (scale ? "one" : "none");
  if (!scale)
    return success();
  return verifyStorage(op, side + " global scale", type.getGlobalScaleType(),
                       scale.getType());
}

/// The tensors of one side against the type that tells their meaning.
static LogicalResult verifySide(Operation *op, StringRef side, ScaledType type,
                                Value data, Value scales, Value globalScale) {
  if (failed(verifyStorage(op, side + " data", type.getDataType(),
                           data.getType())))
    return failure();
  if (failed(verifyStorage(op, side + " scales", type.getScaleStorageType(),
                           scales.getType())))
    return failure();
  return verifyGlobalScale(op, side, type, globalScale);
}

/// gemm-C11: groups of rows of a type are those of the gemm.
static LogicalResult verifyRowGroups(GemmOp op) {
  GroupsAttr groups = op.getLhsScaledType().getGroups();
  int64_t count = cast<ShapedType>(op.getGroups().getType()).getDimSize(0);
  if (!groups || mayBeEqual(groups.getCount(), count))
    return success();
  return op.emitOpError("expected a left type with as many groups as the gemm "
                        "has, ")
         << count << ", got " << op.getLhsScaledType();
}

/// gemm-C11: groups of K, whose data begin where blocks of scales and copies
/// do, are those of both types.
static LogicalResult verifyGroupedTypes(GemmOp op) {
  GroupsAttr lhs = op.getLhsScaledType().getGroups();
  GroupsAttr rhs = op.getRhsScaledType().getGroups();
  if (getGrouping(op) == Grouping::M)
    return verifyRowGroups(op);
  // Verifying products refuses groups that are not of the gemm.
  if (getGrouping(op) != Grouping::K)
    return success();
  auto isSpread = [](GroupsAttr groups) {
    return groups && groups.getAxis() == 1 && groups.isSpread();
  };
  if (isSpread(lhs) && isSpread(rhs) && lhs.getStart() == rhs.getStart())
    return success();
  return op.emitOpError("expected groups of K of both types that begin at "
                        "multiples of one 'start', got ")
         << op.getLhsScaledType() << " and " << op.getRhsScaledType();
}

/// `type`, an operand's, without the groups that are those of `op`.
static ScaledType dropOwnGroups(GemmOp op, ScaledType type) {
  std::optional<Grouping> grouping = getGrouping(op);
  bool isOwn = grouping == Grouping::K ||
               (grouping == Grouping::M && hasAtomsOfGroups(type));
  return isOwn ? type.withGroups({}) : type;
}

static LogicalResult verifyScaled(GemmOp op) {
  // gemm-C2.
  if (failed(verifySide(op, "left", op.getLhsScaledType(), op.getLhsData(),
                        op.getLhsScales(), op.getLhsGlobalScale())))
    return failure();
  // gemm-C3.
  if (failed(verifySide(op, "right", op.getRhsScaledType(), op.getRhsData(),
                        op.getRhsScales(), op.getRhsGlobalScale())) ||
      failed(verifyGroupedTypes(op)) ||
      failed(verifyProductOperands(op, dropOwnGroups(op, op.getLhsScaledType()),
                                   dropOwnGroups(op, op.getRhsScaledType()))))
    return failure();
  // gemm-C5.
  SmallVector<int64_t> shape =
      getProductShape(op.getLhsScaledType(), op.getRhsScaledType());
  if (op.hasRowGroups() && shape.size() > 2)
    shape.erase(shape.begin());
  if (getGrouping(op) == Grouping::K)
    shape.insert(shape.begin(),
                 cast<ShapedType>(op.getGroups().getType()).getDimSize(0));
  return verifyCompatibleShapes(
      op, "the product", shape, "the destination",
      cast<ShapedType>(op.getInit().getType()).getShape());
}

//===----------------------------------------------------------------------===//
// Operands without scales
//===----------------------------------------------------------------------===//

/// gemm-C13.
static LogicalResult verifyOperandMap(GemmOp op, StringRef side, AffineMap map,
                                      unsigned row) {
  if (isGemmOperandMap(map, row))
    return success();
  return op.emitOpError("expected a map from (m, n, k) or (b, m, n, k) to the "
                        "dimensions of the ")
         << side
         << ", b or parts of it, as b floordiv a constant, anywhere but last "
            "or left out, k or parts of it, got "
         << AffineMapAttr::get(map);
}

/// gemm-C13: one operand has all of k, whose parts a kernel without groups of K
/// finds in the other.
static LogicalResult verifyPartsOfK(GemmOp op, AffineMap lhs, AffineMap rhs) {
  bool hasParts = getRunOfK(lhs) || getRunOfK(rhs);
  if (!hasParts || (!op.getGroups() && !(getRunOfK(lhs) && getRunOfK(rhs))))
    return success();
  return op.emitOpError("expected k as one dimension of ")
         << (op.getGroups() ? "both operands of groups" : "one operand")
         << ", got " << AffineMapAttr::get(lhs) << " and "
         << AffineMapAttr::get(rhs);
}

/// gemm-C13: the destination is m x n, or that of a batch, whose dimensions may
/// lie between m and n.
static LogicalResult verifyDestinationMap(GemmOp op, AffineMap map) {
  if (isGemmDestinationMap(map, op.hasRowGroups()))
    return success();
  bool isBatched = map.getNumDims() == 4 && !op.hasRowGroups();
  return op.emitOpError("expected a destination of ")
         << (isBatched ? "b x m x n or m x b x n, b as one dimension or as its "
                         "digits"
                       : "m x n")
         << ", got " << AffineMapAttr::get(map);
}

static LogicalResult verifyMaps(GemmOp op, ArrayRef<AffineMap> maps) {
  unsigned dims = maps.size() == 3 ? maps[0].getNumDims() : 0;
  if ((dims != 3 && dims != 4) || maps[1].getNumDims() != dims ||
      maps[2].getNumDims() != dims)
    return op.emitOpError("expected three indexing maps, from (m, n, k) or "
                          "(b, m, n, k) to the dimensions of lhs, rhs and "
                          "destination, got ")
           << op.getIndexingMapsAttr();
  if (failed(verifyOperandMap(op, "lhs", maps[0], 0)) ||
      failed(verifyOperandMap(op, "rhs", maps[1], 1)) ||
      failed(verifyPartsOfK(op, maps[0], maps[1])))
    return failure();
  return verifyDestinationMap(op, maps[2]);
}

/// gemm-C15: `size`, of what `index` says, agrees with the known `sizes` of the
/// gemm's dimensions, or becomes known.
static LogicalResult verifySize(GemmOp op, const GemmIndex &index, int64_t size,
                                MutableArrayRef<int64_t> sizes) {
  int64_t &known = sizes[index.dim];
  if (index.modulus != 0) {
    if (mayBeEqual(index.modulus, size))
      return success();
    return op.emitOpError("expected a size of ")
           << index.modulus << ", as the indexing map says, got " << size;
  }
  if (!ShapedType::isDynamic(size))
    size *= index.divisor;
  if (!mayBeEqual(known, size))
    return op.emitOpError("expected sizes that agree, got ")
           << known << " and " << size << " for dimension " << index.dim
           << " of the indexing maps";
  if (ShapedType::isDynamic(known))
    known = size;
  return success();
}

static LogicalResult verifySizes(GemmOp op, ArrayRef<AffineMap> maps) {
  SmallVector<int64_t> sizes(maps[0].getNumDims(), ShapedType::kDynamic);
  Value operands[] = {op.getLhsData(), op.getRhsData(), op.getInit()};
  for (auto [map, operand] : llvm::zip_equal(maps, operands)) {
    auto type = cast<ShapedType>(operand.getType());
    if (type.getRank() != map.getNumResults())
      return op.emitOpError("expected ")
             << map.getNumResults() << " dimensions, as "
             << AffineMapAttr::get(map) << " has results, got " << type;
    SmallVector<GemmIndex> indices = *matchGemmIndices(map);
    for (auto [index, size] : llvm::zip_equal(indices, type.getShape()))
      if (failed(verifySize(op, index, size, sizes)))
        return failure();
  }
  return success();
}

static LogicalResult verifyUnscaled(GemmOp op) {
  SmallVector<AffineMap> maps = op.getMaps();
  if (failed(verifyMaps(op, maps)))
    return failure();
  // gemm-C14.
  Type lhs = getElementTypeOrSelf(op.getLhsData().getType());
  Type rhs = getElementTypeOrSelf(op.getRhsData().getType());
  if (lhs != rhs || !isa<Float32Type, BFloat16Type, Float16Type>(lhs))
    return op.emitOpError("expected operands of f32, bf16 or f16, both of one "
                          "type, where there are no scales, got ")
           << lhs << " and " << rhs;
  return verifySizes(op, maps);
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

/// All operands are ranked tensors, or all are memrefs.
static LogicalResult verifyOneStorageClass(GemmOp op) {
  auto isTensor = [](Value value) {
    return isa<RankedTensorType>(value.getType());
  };
  auto isBuffer = [](Value value) { return isa<MemRefType>(value.getType()); };
  if (llvm::all_of(op->getOperands(), isTensor) ||
      llvm::all_of(op->getOperands(), isBuffer))
    return success();
  InFlightDiagnostic diagnostic = op.emitOpError()
                                  << "expected ranked tensors alone or memrefs "
                                     "alone, got ";
  llvm::interleaveComma(op->getOperandTypes(), diagnostic);
  return diagnostic;
}

/// gemm-C12: all that a scaled gemm needs, or the maps of another.
static LogicalResult verifyParts(GemmOp op) {
  bool scaled = op.getLhsTypeAttr() && op.getRhsTypeAttr() &&
                op.getLhsScales() && op.getRhsScales() &&
                !op.getIndexingMapsAttr();
  bool unscaled = !op.getLhsTypeAttr() && !op.getRhsTypeAttr() &&
                  !op.getLhsScales() && !op.getRhsScales() &&
                  !op.getLhsGlobalScale() && !op.getRhsGlobalScale() &&
                  op.getIndexingMapsAttr() && !op.getFastAccumulation();
  if (scaled || unscaled)
    return success();
  return op.emitOpError("expected scales, lhs_type and rhs_type, or "
                        "indexing_maps and none of these");
}

/// Matrices that `map` finds in `tensor`; nothing where that is one matrix, or
/// its matrices are not counted by one dimension.
static std::optional<int64_t> countMatrices(Value tensor, AffineMap map) {
  auto shape = cast<ShapedType>(tensor.getType()).getShape();
  for (auto [index, size] : llvm::zip_equal(*matchGemmIndices(map), shape))
    if (map.getNumDims() == 4 && index.dim == 0)
      return index.isWhole() ? std::optional(size) : std::nullopt;
  return std::nullopt;
}

/// Matrices that groups have one of each: of the rhs or, where both operands
/// are matrices whose K is in groups, of the destination.
static std::optional<int64_t> countGroupMatrices(GemmOp op) {
  if (op.isScaled() && op.getRhsScaledType().isBatch())
    return op.getRhsScaledType().getShape()[0];
  if (op.isScaled())
    return cast<ShapedType>(op.getInit().getType()).getDimSize(0);
  SmallVector<AffineMap> maps = op.getMaps();
  return getGrouping(op) == Grouping::K
             ? countMatrices(op.getInit(), maps[2])
             : countMatrices(op.getRhsData(), maps[1]);
}

/// gemm-C20: a number for each matrix of the rhs, or of the destination.
static LogicalResult verifyGemmGroups(GemmOp op) {
  if (!op.getGroups())
    return success();
  auto numbers = cast<ShapedType>(op.getGroups().getType());
  if (!numbers.hasRank() || numbers.getRank() != 1 ||
      !numbers.getElementType().isInteger(32))
    return op.emitOpError("expected groups as a vector of i32, got ")
           << numbers;
  std::optional<int64_t> matrices = countGroupMatrices(op);
  if (!matrices && getGrouping(op) == Grouping::K)
    return op.emitOpError(
               "expected a destination of which one dimension counts "
               "the groups of K, got ")
           << op.getInit().getType();
  if (!matrices)
    return op.emitOpError("expected a batch of matrices on the right, one for "
                          "each group, got ")
           << op.getRhsData().getType();
  if (mayBeEqual(*matrices, numbers.getDimSize(0)))
    return success();
  return op.emitOpError("expected a group for each of ")
         << *matrices << " matrices of the "
         << (getGrouping(op) == Grouping::K ? "destination" : "rhs") << ", got "
         << numbers.getDimSize(0);
}

/// gemm-C19: several destinations have an epilogue that makes their elements,
/// and one shape.
static LogicalResult verifyDestinations(GemmOp op) {
  if (op.getInits().empty())
    return op.emitOpError("expected a destination, got none");
  if (op.getInits().size() > 1 && !op.hasEpilogue())
    return op.emitOpError("expected an epilogue that yields an element of each "
                          "of ")
           << op.getInits().size() << " destinations, got none";
  auto first = cast<ShapedType>(op.getInit().getType());
  for (Type type : op.getInits().drop_front().getTypes()) {
    auto other = cast<ShapedType>(type);
    if (failed(verifyCompatibleShape(first.getShape(), other.getShape())))
      return op.emitOpError("expected destinations of one shape, got ")
             << first << " and " << other;
  }
  return success();
}

/// gemm-C4.
static LogicalResult verifyDestinationTypes(GemmOp op) {
  for (Type type : op.getInits().getTypes())
    if (!isa<Float32Type, BFloat16Type, Float16Type>(
            getElementTypeOrSelf(type)))
      return op.emitOpError("expected a destination of f32, bf16 or f16, got ")
             << type;
  return success();
}

/// The results are tied to the destinations (gemm-C8) by
/// DestinationStyleOpInterface.
LogicalResult GemmOp::verify() {
  // gemm-C1.
  return failure(
      failed(verifyOneStorageClass(*this)) ||
      failed(verifyDestinations(*this)) || failed(verifyParts(*this)) ||
      failed(isScaled() ? verifyScaled(*this) : verifyUnscaled(*this)) ||
      failed(verifyGemmGroups(*this)) || failed(verifyEpilogue(*this)) ||
      failed(verifyDestinationTypes(*this)));
}

/// Buffers are read and the destinations written; on tensors the op is pure.
void GemmOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (!isa<MemRefType>(getInit().getType()))
    return;
  for (OpOperand &operand : getOperation()->getOpOperands())
    if (!isDpsInit(&operand) || getAccumulate())
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  for (OpOperand &init : getInitsMutable())
    effects.emplace_back(MemoryEffects::Write::get(), &init);
}
