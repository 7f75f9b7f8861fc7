//===- GemmContraction.cpp - A contraction as a gemm sees it --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmContraction.h"

#include "OperandOrder.h"

#include "lowp/Dialect/Lowp/IR/GemmMaps.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Graph/Analysis/Accumulation.h"
#include "lowp/Support/ElementBytes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Whether elements are bf16 or f16.
static bool is16Bit(Value tensor) {
  return isa<BFloat16Type, Float16Type>(getElementTypeOrSelf(tensor.getType()));
}

/// `map` from the loops to the dimensions of a gemm.
AffineMap GemmContraction::reorder(AffineMap map) const {
  return map.replaceDimsAndSymbols(indices, {}, 3 + !batches.empty(), 0);
}

/// Finds what the loops are. Fails where the inner ones of a batch have unknown
/// sizes.
LogicalResult GemmContraction::joinBatches() {
  indices.resize(op.getNumLoops());
  for (auto [position, loop] : llvm::enumerate(loops))
    indices[loop] =
        getAffineDimExpr(position + !batches.empty(), op.getContext());
  if (batches.empty())
    return success();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  auto sizes =
      llvm::map_to_vector(batches, [&](unsigned loop) { return ranges[loop]; });
  SmallVector<AffineExpr> digits;
  if (llvm::is_contained(sizes, 0) ||
      failed(appendDigits(getAffineDimExpr(0, op.getContext()), sizes, digits)))
    return failure();
  for (auto [loop, digit] : llvm::zip_equal(batches, digits))
    indices[loop] = digit;
  return success();
}

std::optional<std::string> GemmContraction::orderDims() {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims) || dims->m.size() != 1 || dims->n.size() != 1 ||
      dims->k.size() != 1)
    return "expected one dimension each of M, N and K";
  if (op.getNumReductionLoops() != 1)
    return "expected sums along K alone";
  // The lhs is what the rows of the result come from.
  AffineMap result = op.getIndexingMapsArray()[2];
  unsigned m = dims->m[0], n = dims->n[0];
  bool swapped = result.getNumResults() > 0 &&
                 result.getDimPosition(result.getNumResults() - 1) == m;
  if (swapped)
    std::swap(m, n);
  loops = {m, n, dims->k[0]};
  for (AffineExpr index : result.getResults())
    if (auto loop = dyn_cast<AffineDimExpr>(index);
        loop && loop.getPosition() != m && loop.getPosition() != n)
      batches.push_back(loop.getPosition());
  SmallVector<unsigned> order(batches);
  order.append({m, n});
  if (result != AffineMap::getMultiDimMapWithTargets(result.getNumDims(), order,
                                                     op.getContext()))
    return "expected a result of matrices, rows by columns, in the order of "
           "the batch";
  if (failed(joinBatches()))
    return "expected known sizes of all dimensions of a batch but the first";
  lhs = {op.getDpsInputs()[swapped], op.getIndexingMapsArray()[swapped]};
  rhs = {op.getDpsInputs()[!swapped], op.getIndexingMapsArray()[!swapped]};
  return std::nullopt;
}

/// `map` without dimensions of size 1, which are indexed by constants.
static AffineMap dropConstants(AffineMap map) {
  SmallVector<AffineExpr> indices(
      llvm::make_filter_range(map.getResults(), [](AffineExpr index) {
        return !isa<AffineConstantExpr>(index);
      }));
  return AffineMap::get(map.getNumDims(), 0, indices, map.getContext());
}

/// Whether a gemm can read a tensor indexed by `map`, whose own dimension is
/// that of `row`.
static bool isOperandMap(AffineMap map, unsigned row) {
  return isGemmOperandMap(dropConstants(map), row);
}

bool GemmContraction::hasRunsOfK(const MappedTensor &source) const {
  AffineMap map = dropConstants(source.map);
  int64_t run = getRunOfK(map);
  if (run == 0)
    return true;
  Type element = getElementTypeOrSelf(source.value.getType());
  if (isRounded)
    element = FloatTF32Type::get(element.getContext());
  const MmaAtom *atom = target->getMmaAtom(element, element);
  bool isKMajor = map.getResults().back().isFunctionOfDim(map.getNumDims() - 1);
  return atom && (isKMajor || atom->takesMNMajor()) &&
         run % elementsIn(atom->getRowBytes(),
                          element.getIntOrFloatBitWidth()) ==
             0;
}

bool GemmContraction::isOperand(const MappedTensor &source,
                                unsigned row) const {
  // The other operand tells K.
  if (!isOperandMap(source.map, row) || !hasRunsOfK(source) ||
      (row == 1 && getRunOfK(dropConstants(lhs.map)) != 0 &&
       getRunOfK(dropConstants(source.map)) != 0))
    return false;
  return isRounded ? getElementTypeOrSelf(source.value.getType()).isF32()
                   : is16Bit(source.value);
}

/// Whether `source` has the small elements of `operand` in another order.
static bool isTransposedSmall(const MappedTensor &operand,
                              const MappedTensor &source, unsigned row) {
  return hasSmallElements(operand.value) && isOperandMap(source.map, row) &&
         getRunOfK(dropConstants(source.map)) == 0 &&
         getElementTypeOrSelf(operand.value) ==
             getElementTypeOrSelf(source.value);
}

MappedTensor GemmContraction::findSource(MappedTensor operand,
                                         unsigned row) const {
  MappedTensor best = operand;
  // Parts of K spare a copy: a view of the same is read with K as a whole.
  bool isCopied = false;
  for (const MappedTensor &source : listSources(operand)) {
    bool isRead = isOperand(source, row) &&
                  (isCopied || getRunOfK(dropConstants(source.map)) == 0);
    if (isRead || isTransposedSmall(operand, source, row)) {
      best = source;
      isCopied = false;
    }
    isCopied |= isa_and_present<linalg::LinalgOp>(source.value.getDefiningOp());
  }
  return best;
}

MappedTensor GemmContraction::findTarget() {
  MappedTensor best{op->getResult(0), reorder(op.getIndexingMapsArray()[2])};
  auto follow = [](const MappedTensor &tensor) {
    bool isWide = getElementTypeOrSelf(tensor.value).isF32();
    return followOne(tensor, Through::Splits | (isWide ? Through::Rounding
                                                       : Through::Nothing));
  };
  for (auto target = follow(best); target; target = follow(*target))
    if (isGemmDestinationMap(dropConstants(target->map)) &&
        isa<Float32Type, BFloat16Type, Float16Type>(
            getElementTypeOrSelf(target->value)))
      best = *target;
  return best;
}

std::optional<std::string> GemmContraction::findOperands() {
  for (auto [operand, row] : {std::pair(&lhs, 0u), std::pair(&rhs, 1u)}) {
    if (!operand->map.isProjectedPermutation())
      return "expected operands with a dimension each of the result and of K";
    operand->map = reorder(operand->map);
    operand->value = sliceBeforeTransposes(operand->value);
    *operand = findSource(*operand, row);
    // Views may lie between a wider form and what no gemm reads in its order.
    if (Type half = isRounded ? Type() : get16BitOrigin(operand->value);
        half && !is16Bit(operand->value)) {
      OpBuilder builder(op);
      operand->value = castElements(builder, op.getLoc(), operand->value, half);
    }
    if (!isOperandMap(operand->map, row))
      return "expected operands whose neighbours in memory are of one matrix";
  }
  return std::nullopt;
}

void GemmContraction::widenSmall() {
  for (auto [operand, other, name] :
       {std::tuple(&lhs, &rhs, "lhs"), std::tuple(&rhs, &lhs, "rhs")})
    if (hasSmallElements(operand->value) && is16Bit(other->value))
      operand->value = small.widen(op.getLoc(), operand->value,
                                   getElementTypeOrSelf(other->value), name);
}

std::optional<std::string> GemmContraction::checkSizes() {
  if (op.getStaticLoopRanges()[loops[2]] == 0)
    return "expected K of more than 0";
  for (Value tensor : {lhs.value, rhs.value, Value(op->getResult(0))})
    if (!ScaledType::isAddressable(
            cast<ShapedType>(tensor.getType()).getShape()))
      return "expected tensors of at most 2^48 elements";
  return std::nullopt;
}

std::optional<std::string> GemmContraction::checkTypes() {
  Type left = getElementTypeOrSelf(lhs.value.getType());
  Type right = getElementTypeOrSelf(rhs.value.getType());
  if (isRounded)
    left = right = FloatTF32Type::get(op.getContext());
  else if (left.isF32() || right.isF32())
    return "expected operands of one type of 16 bits that the chip multiplies, "
           "got f32; option f32-matmuls=tf32 or bf16 rounds them";
  // What is widened has the type of the other operand.
  if (hasSmallElements(lhs.value) && is16Bit(rhs.value))
    left = right;
  if (hasSmallElements(rhs.value) && is16Bit(lhs.value))
    right = left;
  bool isOfHalves = isa<BFloat16Type, Float16Type>(left);
  const MmaAtom *atom = nullptr;
  if (left == right && (isRounded || isOfHalves))
    atom = target->getMmaAtom(left, right);
  if (!atom && isRounded)
    return "expected a chip that multiplies tf32";
  if (!atom)
    return "expected operands of one type of 16 bits that the chip multiplies, "
           "got others";
  if (!getElementTypeOrSelf(op->getResult(0).getType()).isF32())
    return "expected sums in f32, got another type";
  needsKMajor = !atom->takesMNMajor();
  return std::nullopt;
}

std::optional<std::string> GemmContraction::analyze(const KernelTarget &chip) {
  target = &chip;
  if (auto reason = orderDims())
    return reason;
  if (auto reason = findOperands())
    return reason;
  if (auto reason = checkTypes())
    return reason;
  return checkSizes();
}

/// The size of what `index` counts, a dimension of the gemm or a part of one,
/// where `init`, indexed by `initMap`, has the same dimensions or parts.
static OpFoldResult getSize(OpBuilder &builder, Value init, AffineMap initMap,
                            AffineExpr index) {
  GemmIndex part = *matchGemmIndex(index);
  if (part.modulus != 0)
    return builder.getIndexAttr(part.modulus);
  // The digits that the part consists of.
  OpFoldResult size = builder.getIndexAttr(1);
  AffineExpr product =
      builder.getAffineDimExpr(0) * builder.getAffineDimExpr(1);
  for (auto [dim, result] : llvm::enumerate(initMap.getResults())) {
    std::optional<GemmIndex> known = matchGemmIndex(result);
    if (known && known->dim == part.dim)
      size = affine::makeComposedFoldedAffineApply(
          builder, init.getLoc(), product,
          {size, tensor::getMixedSize(builder, init.getLoc(), init, dim)});
  }
  return affine::makeComposedFoldedAffineApply(
      builder, init.getLoc(),
      builder.getAffineDimExpr(0).floorDiv(part.divisor), {size});
}

/// An uninitialised tensor of the dimensions that `map` takes from the loops,
/// whose sizes are those of `init`, the result of the contraction.
static Value buildEmpty(OpBuilder &builder, Value init, AffineMap initMap,
                        AffineMap map, Type element) {
  auto sizes = llvm::map_to_vector(map.getResults(), [&](AffineExpr index) {
    return getSize(builder, init, initMap, index);
  });
  return tensor::EmptyOp::create(builder, init.getLoc(), sizes, element);
}

void GemmContraction::replace() {
  widenSmall();
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value init = op.getDpsInits()[0];
  bool isZero = isZeroFilled(init);
  bool accumulate = !isZero && isSummedInPlace(init);
  AffineMap initMap = reorder(op.getIndexingMapsArray()[2]);
  MappedTensor target{op->getResult(0), initMap};
  if (isZero)
    target = findTarget();
  AffineMap map = dropConstants(target.map);
  if (!accumulate)
    init = buildEmpty(builder, init, initMap, map,
                      getElementTypeOrSelf(target.value));
  MappedTensor left = dropUnitDims(builder, lhs);
  MappedTensor right = dropUnitDims(builder, rhs);
  if (needsKMajor) {
    left = makeKMajor(builder, loc, left, "lhs");
    right = makeKMajor(builder, loc, right, "rhs");
  }
  auto gemm = GemmOp::create(
      builder, loc, left.value, right.value, init,
      builder.getAffineMapArrayAttr({left.map, right.map, map}), accumulate);
  Value value =
      addUnitDims(builder, gemm->getResult(0),
                  cast<RankedTensorType>(target.value.getType()), target.map);
  if (!isZero && !accumulate)
    value = addAccumulator(builder, loc, value, op.getDpsInits()[0]);
  target.value.replaceAllUsesWith(value);
  eraseChain(op, target.value.getDefiningOp());
}
